"""Jobs as people submit them."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from spark_material import command_line, read, sample_rows, written

from sitesieve import learn
from sitesieve.spark import __main__ as jobs

PATH_SHOWN = r'"((?:pages|today)\.parquet|models(?:-today)?|texts)"'
DOCUMENT = Path(__file__).parents[2] / "docs" / "spark.md"

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.xdist_group("spark")  # one cluster is enough


@pytest.mark.usefixtures("spark")
def test_what_is_learned_and_then_cleaned_by_spark_submit_is_as_on_the_command_line(
    tmp_path: Path,
) -> None:
    pages, models = written(tmp_path / "pages.parquet", sample_rows()[:60]), tmp_path / "models"
    texts = tmp_path / "texts"
    learned = CliRunner().invoke(jobs.jobs, ["learn", str(pages), "-o", str(models)])
    assert learned.exit_code == 0, learned.output
    submit = [str(Path(sys.executable).parent / "spark-submit"), "--master", "local[2]"]
    submit += ["--driver-java-options", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"]
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


def test_inputs_of_several_formats_are_refused_and_folders_known_by_their_files(
    tmp_path: Path,
) -> None:
    archives = tmp_path / "crawl" / "monday"
    archives.mkdir(parents=True)
    (archives / "a.warc.gz").touch()
    assert jobs._format_of(str(tmp_path / "crawl")) == "warc"
    done = CliRunner().invoke(jobs.jobs, ["learn", "a.parquet", "b.jsonl", "-o", "models"])
    assert done.exit_code == 2
    assert "several formats, json and parquet" in done.output


def test_a_job_says_how_many_pages_it_cleaned_and_why_not_the_others(
    spark: "SparkSession", tmp_path: Path
) -> None:
    bad = {"url": "https://a.example/", "html": b""}
    pages = written(tmp_path / "pages.parquet", [*sample_rows()[:20], bad, bad])
    arguments = ["clean", str(pages), "-o", str(tmp_path / "texts"), "--only", "article,forum"]
    done = CliRunner().invoke(jobs.jobs, arguments)
    assert done.exit_code == 0, done.output
    types = [row["page_type"] for row in read(tmp_path / "texts").values() if not row["reason"]]
    assert {"article"} <= set(types) <= {"article", "forum"}
    assert f"{len(types)} pages cleaned, {22 - len(types)} not" in done.output
    assert "2 empty" in done.output
    assert spark is not None


def test_what_the_document_shows_runs(spark: "SparkSession", tmp_path: Path) -> None:
    written(tmp_path / "pages.parquet", sample_rows()[:20])
    written(tmp_path / "today.parquet", sample_rows()[20:30])
    examples = re.findall(r"^```python\n(.*?)^```", DOCUMENT.read_text("utf-8"), re.M | re.S)
    names: dict[str, object] = {}
    for example in examples:
        exec(re.sub(PATH_SHOWN, rf'"{tmp_path}/\1"', example), names)
    assert names["spark"] is spark
    assert len(read(tmp_path / "texts")) == 20
    assert [row["pages"] for row in spark.read.parquet(f"{tmp_path}/models-today").collect()] == [
        30
    ]


def test_nothing_is_replaced_unasked_and_the_error_is_a_line(
    spark: "SparkSession",
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    model = learn((row["url"], row["html"]) for row in sample_rows()[:5])
    model.save(tmp_path / "a.sieve")
    output = str(tmp_path / "models")
    for exit_code, message in ((None, ""), (1, "error: [PATH_ALREADY_EXISTS]")):
        monkeypatch.setattr(sys, "argv", ["", "merge", str(tmp_path / "a.sieve"), "-o", output])
        if exit_code is None:
            jobs.main()
        else:
            with pytest.raises(SystemExit) as ended:
                jobs.main()
            assert ended.value.code == exit_code
        assert capsys.readouterr().err.startswith(message)
    assert [row["pages"] for row in spark.read.parquet(output).collect()] == [5]
