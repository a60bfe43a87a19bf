"""One small cluster on this machine for all tests of Spark: two executors with a core each."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from sitesieve.spark.environment import java_problem, session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator["SparkSession"]:
    problem = java_problem()
    if problem is not None:
        pytest.skip(problem)
    # What runs for a minute is not worth the compiling of it.
    quick_start = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    settings = {
        "spark.driver.extraJavaOptions": quick_start,
        "spark.executor.extraJavaOptions": quick_start,
        "spark.ui.enabled": "false",
        "spark.log.level": "OFF",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.local.dir": str(tmp_path_factory.mktemp("scratch")),
    }
    cluster = session("tests of sitesieve", "local-cluster[2,1,1024]", settings)
    yield cluster
    cluster.stop()
