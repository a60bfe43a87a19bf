"""Jobs as people submit them."""

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from spark_material import command_line, read, sample_rows, written

from sitesieve.spark import __main__ as jobs

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.mark.usefixtures("spark")
def test_what_is_learned_and_then_cleaned_by_spark_submit_is_as_on_the_command_line(
    tmp_path: Path,
) -> None:
    pages, models = written(tmp_path / "pages.parquet", sample_rows()[:60]), tmp_path / "models"
    texts = tmp_path / "texts"
    learned = CliRunner().invoke(jobs.jobs, ["learn", str(pages), "-o", str(models)])
    assert learned.exit_code == 0, learned.output
    submit = [str(Path(sys.executable).parent / "spark-submit"), "--master", "local[2]"]
    arguments = ["clean", str(pages), "--models", str(models), "-o", str(texts), "--precision"]
    environment = os.environ | {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    subprocess.run(
        [*submit, jobs.__file__, *arguments], check=True, env=environment, capture_output=True
    )
    output = tmp_path / "texts.parquet"
    subprocess.run(command_line("clean", pages, "-q", "--precision", "-o", output), check=True)
    assert {url: row["text"] for url, row in read(texts).items()} == {
        url: row["text"] for url, row in read(output).items()
    }


def test_models_learned_on_another_day_are_merged_and_nothing_is_replaced_unasked(
    spark: "SparkSession", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (
        written(tmp_path / f"{n}.parquet", sample_rows()[start : start + 12])
        for n, start in enumerate((0, 12))
    )
    models, both = str(tmp_path / "models"), str(tmp_path / "both")
    runner = CliRunner()
    assert runner.invoke(jobs.jobs, ["learn", str(first), "-o", models]).exit_code == 0
    more = runner.invoke(jobs.jobs, ["learn", str(second), "--models", models, "-o", both])
    assert more.exit_code == 0, more.output
    assert [row["pages"] for row in spark.read.parquet(both).collect()] == [24]
    monkeypatch.setattr(sys, "argv", ["", "merge", models, models, "-o", both])
    with pytest.raises(SystemExit) as ended:
        jobs.main()
    assert ended.value.code == 1
    assert runner.invoke(jobs.jobs, ["merge", models, both, "-o", both]).exit_code != 0
    assert [row["pages"] for row in spark.read.parquet(both).collect()] == [24]
