"""What Spark needs around it: packages, Java, and the Python that its workers run."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from sitesieve.errors import MissingExtra, SitesieveError
from sitesieve.run.pool import default_jobs

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LEAST_JAVA = 17
_CONFIGURING = ("SPARK_HOME", "SPARK_CONF_DIR", "SPARK_REMOTE")  # where they are, masters are named
_LOCAL = "local[*,4]"  # all cores; a task may fail three times, as on a cluster
# Else Java holds thousands of rows at once, whatever their size: with pages, all of its memory.
_ROW_BY_ROW = {
    "spark.sql.parquet.enableVectorizedReader": "false",
    "spark.sql.orc.enableVectorizedReader": "false",
}
_LIMITS_OF_CONTAINERS = (
    "/sys/fs/cgroup/memory.max",
    "/sys/fs/cgroup/memory/memory.limit_in_bytes",
)
_DRIVER = "spark.driver.memory"
_MEMORY_A_CORE = 1 << 30  # of Java on this machine, but no more than a quarter of what there is


def check_packages() -> None:
    """Refuse to go on without PySpark and a pandas that it works with."""
    try:
        spark, pandas = metadata.version("pyspark"), metadata.version("pandas")
    except metadata.PackageNotFoundError:
        raise MissingExtra("sitesieve.spark", "spark") from None
    if int(spark.partition(".")[0]) < 4:
        raise SitesieveError(f"sitesieve.spark needs PySpark 4, not {spark}")
    if int(pandas.partition(".")[0]) >= 3:
        raise SitesieveError(
            f"PySpark {spark} does not work with pandas {pandas}: pip install 'pandas<3'"
        )


def java_problem() -> str | None:
    """Why Spark cannot be started here: there is no Java, or it is too old; None if it can."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home, "bin", "java")) if home else shutil.which("java")
    if java is None or not Path(java).exists():
        where = f"in JAVA_HOME, {home}" if home else "on the PATH"
        return f"Spark needs Java {_LEAST_JAVA} or newer, and there is none {where}"
    answer = subprocess.run([java, "-version"], capture_output=True, text=True, check=False)
    version = re.search(r'version "(\d+)', answer.stderr)
    if version is None or int(version[1]) < _LEAST_JAVA:
        shown = answer.stderr.partition("\n")[0] or "something that does not say its version"
        return f"Spark needs Java {_LEAST_JAVA} or newer; {java} is {shown}"
    return None


def session(
    name: str = "sitesieve",
    master: str | None = None,
    settings: Mapping[str, str] | None = None,
) -> "SparkSession":
    """The Spark session that is running, or a new one: at `master`, at that which `spark-submit`
    or Spark's configuration names, else on this machine.

    Parquet and ORC are read row by row, since rows are large. Workers run the Python that runs
    here unless `PYSPARK_PYTHON` says otherwise. On this machine Spark talks to itself through
    127.0.0.1 unless `SPARK_LOCAL_IP` says otherwise.
    """
    check_packages()
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

    # Of a session that another thread has made, only the context is known here.
    running = SparkSession.getActiveSession() or SparkContext._active_spark_context
    submitted = "PYSPARK_GATEWAY_PORT" in os.environ  # spark-submit has started Java already
    if running is None and not submitted:
        problem = java_problem()
        if problem is not None:
            raise SitesieveError(problem)
        configured = any(name in os.environ for name in _CONFIGURING)
        master = master or (None if configured else _LOCAL)
        if master is not None and master.startswith("local"):
            os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
            if not configured and not _memory_is_given():
                settings = {_DRIVER: _memory()} | dict(settings or {})
    builder = SparkSession.builder.appName(name)
    if master is not None:
        builder = builder.master(master)
    for key, value in (settings or {}).items():
        builder = builder.config(key, value)
    spark = use_this_python(builder.getOrCreate())
    if running is None:
        _read_row_by_row(spark)
    return spark


def _memory_is_given() -> bool:
    arguments = os.environ.get("PYSPARK_SUBMIT_ARGS", "")
    return "SPARK_DRIVER_MEMORY" in os.environ or "driver" in arguments


def _memory() -> str:
    """Memory for Java on this machine, as Spark writes it: the usual gigabyte is enough for one
    core."""
    wanted = min(max(1, default_jobs()) * _MEMORY_A_CORE, _memory_here() // 4)
    return f"{max(wanted, _MEMORY_A_CORE) >> 20}m"


def _memory_here() -> int:
    """What there is on this machine, or in this container; 0 where nobody says so."""
    if not hasattr(os, "sysconf"):
        return 0
    sizes = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    for limit in _LIMITS_OF_CONTAINERS:
        with suppress(OSError, ValueError):  # "max" is no number
            sizes.append(int(Path(limit).read_text()))
    return min(sizes)


def _read_row_by_row(spark: "SparkSession") -> None:
    """Set `_ROW_BY_ROW` where nobody has set it otherwise."""
    from pyspark.errors import PySparkAttributeError

    try:
        given = spark.sparkContext.getConf()
    except PySparkAttributeError:  # of a session elsewhere, by Spark Connect
        return
    for key, value in _ROW_BY_ROW.items():
        if not given.contains(key):
            spark.conf.set(key, value)


def use_this_python(spark: "SparkSession") -> "SparkSession":
    """Let the workers of a session on this machine run this Python, where nobody has said which:
    by itself Spark takes the `python3` of the PATH, which may know nothing of sitesieve."""
    from pyspark.errors import PySparkAttributeError

    try:
        context = spark.sparkContext
    except PySparkAttributeError:  # of a session elsewhere, by Spark Connect
        return spark
    named = "PYSPARK_PYTHON" in os.environ or context.getConf().contains("spark.pyspark.python")
    if (context.master or "").startswith("local") and not named:
        context.pythonExec = sys.executable
    return spark
