"""Learning and cleaning with Spark beside the command line, on pages of many sites.

    python bench/spark_scale.py FOLDER [--pages N] [--sites N] [--steps NAME ...] [--master M]

The steps, all of them unless some are named: `generate` makes the pages and writes them to FOLDER
as Parquet, sites as unequal as those of the web and mixed as in a crawl; `learn` and `clean` are
done with Spark, `command-line` by `sitesieve clean`, with two processes; `compare` compares their
texts. FOLDER/results.json has the numbers of all steps that were done, so a long run can be done in
parts. 10,000 pages take three minutes, a million some hours and 20 GB of disk.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from measured_run import measured, sitesieve

STEPS = ("generate", "learn", "clean", "command-line", "compare")
PARTS = 64
SKEW = 1.1  # of a power law: the size of the n-th site is as 1 / n ** SKEW
SENTENCES = 4000
WORDS = (
    "harbour market council river school library garden winter summer bridge train village museum "
    "weather engine kitchen letter teacher doctor farmer builder painter history science music "
    "football station airport forest island mountain valley coast ocean bakery brewery orchard "
    "opened closed painted repaired planted measured visited described explained discovered lost "
    "found carried brought kept left began ended moved turned grew fell rose slow quick old new "
    "small large quiet loud bright dark early late green red blue wooden iron glass stone the a "
    "its their every another under over near beyond behind before after during without with and "
    "but because while although where when which who said asked wrote read sold bought built"
).split()


def sizes(sites: int, pages: int) -> list[int]:
    """How many pages each site has: by a power law, at least one."""
    weights = [1 / (number + 1) ** SKEW for number in range(sites)]
    share = (pages - sites) / sum(weights)
    counts = [1 + int(weight * share) for weight in weights]
    counts[0] += pages - sum(counts)
    return counts


def sentences() -> list[str]:
    """What all pages are written of."""
    choose = random.Random(1)
    made = (" ".join(choose.choices(WORDS, k=choose.randint(7, 22))) for _ in range(SENTENCES))
    return [f"{sentence.capitalize()}." for sentence in made]


def words(choose: random.Random, number: int) -> str:
    return " ".join(choose.choices(WORDS, k=number))


class Furniture:
    """What the pages of a site share: markup, menus, boxes, a footer."""

    def __init__(self, site: int, prose: list[str]) -> None:
        choose = random.Random(site)
        self.host = f"www.site{site}.example"
        self.name = f"{choose.choice(WORDS).title()} {choose.choice(WORDS).title()} {site}"
        tag = choose.choice(("div", "main", "article", "section"))
        self.names = [f"{choose.choice(WORDS)}-{choose.randint(1, 99)}" for _ in range(8)]
        a, b, c, d, e, f, g, h = self.names
        menu = "".join(
            f'<li><a href="/{choose.choice(WORDS)}/">{words(choose, 2)}</a></li>'
            for _ in range(choose.randint(5, 14))
        )
        boxes = "".join(
            f'<div class="{g}"><h3>{words(choose, 3)}</h3>'
            f'<p>{choose.choice(prose)}</p><a href="/{choose.choice(WORDS)}">more</a></div>'
            for _ in range(choose.randint(1, 5))
        )
        footer = f"© {self.name}. {choose.choice(prose)} {choose.choice(prose)}"
        self.before = (
            f'<body class="{a}"><header class="{b}"><a href="/">{self.name}</a><ul class="{c}">'
            f'{menu}</ul></header><{tag} class="{d}">'
        )
        self.after = (
            f'</{tag}><aside class="{e}">{boxes}</aside><footer class="{f}"><p>{footer}</p>'
            f'<p class="{h}"><a href="/terms">Terms</a> <a href="/privacy">Privacy</a></p></footer>'
            "</body></html>"
        )

    def page(self, number: int, prose: list[str], choose: random.Random) -> tuple[str, str]:
        """An article, at its address."""
        title, name = words(choose, 5).capitalize(), self.names
        paragraphs = (choose.choices(prose, k=choose.randint(2, 5)) for _ in range(12))
        text = "".join(
            f'<p class="{name[3]}-p">{" ".join(paragraph)}</p>'
            for paragraph in list(paragraphs)[: choose.randint(3, 12)]
        )
        written = f"2024-0{choose.randint(1, 9)}-1{choose.randint(0, 9)}"
        related = "".join(
            f'<li><a href="/{choose.choice(WORDS)}/{choose.randint(1, 9999)}">'
            f"{words(choose, 5)}</a></li>"
            for _ in range(4)
        )
        html = (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            f"<title>{title} - {self.name}</title></head>{self.before}<h1>{title}</h1>"
            f'<p class="{name[7]}-by">By {choose.choice(WORDS).title()}, {written}</p>{text}'
            f'<h2>Read on</h2><ul class="{name[6]}-rel">{related}</ul>{self.after}'
        )
        return f"https://{self.host}/{choose.choice(WORDS)}/{number}", html


def generate(folder: Path, pages: int, sites: int) -> dict[str, Any]:
    """The pages, mixed, in files of equal size."""
    shutil.rmtree(folder / "pages", ignore_errors=True)
    (folder / "pages").mkdir(parents=True)
    order = [site for site, size in enumerate(sizes(sites, pages)) for _ in range(size)]
    random.Random(0).shuffle(order)
    parts = [(folder / "pages" / f"part-{n:02}.parquet", n, order[n::PARTS]) for n in range(PARTS)]
    with ProcessPoolExecutor(2) as pool:
        bytes_of_html = sum(pool.map(write_part, parts))
    files = sum(path.stat().st_size for path in (folder / "pages").iterdir())
    largest = sizes(sites, pages)[0]
    return {"pages": pages, "sites": sites, "largest": largest} | {
        "html_bytes": bytes_of_html,
        "file_bytes": files,
    }


def write_part(part: tuple[Path, int, list[int]]) -> int:
    """A file of pages; how many bytes of HTML they have."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path, number, order = part
    prose, choose = sentences(), random.Random(number)
    furniture: dict[int, Furniture] = {}
    total = 0
    schema = pa.schema({"url": pa.string(), "html": pa.binary()})
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for start in range(0, len(order), 1000):
            rows = []
            for place, site in enumerate(order[start : start + 1000], start):
                if site not in furniture:
                    furniture[site] = Furniture(site, prose)
                url, html = furniture[site].page(place * PARTS + number, prose, choose)
                rows.append({"url": url, "html": html.encode()})
                total += len(html)
            writer.write_table(pa.Table.from_pylist(rows, schema))
    return total


class Watch:
    """What this process and all that it started take, looked at while something runs: the memory
    of the largest Java process, of the largest Python worker and of all together, and CPU time."""

    def __enter__(self) -> "Watch":
        self._largest = dict.fromkeys(("java_mb", "python_mb", "all_mb"), 0.0)
        self._cpu: dict[tuple[str, int], float] = {}  # of each process, when it was last seen
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def numbers(self) -> dict[str, float]:
        cpu = {f"{kind}_cpu": 0.0 for kind in ("java", "python")}
        for (kind, _), seconds in self._cpu.items():
            cpu[f"{kind}_cpu"] += seconds
        return self._largest | cpu

    def _watch(self) -> None:
        import psutil

        here = psutil.Process()
        while not self._done.wait(1.0):
            together = 0.0
            for process in here.children(recursive=True):
                try:
                    kind = "java" if "java" in process.name() else "python"
                    size = process.memory_info().rss / 1e6
                    times = process.cpu_times()
                except psutil.Error:
                    continue
                self._cpu[kind, process.pid] = times.user + times.system
                self._largest[f"{kind}_mb"] = max(self._largest[f"{kind}_mb"], size)
                together += size
            self._largest["all_mb"] = max(self._largest["all_mb"], together)


def with_spark(
    folder: Path, master: str, name: str, work: Callable[[Any], None]
) -> dict[str, float]:
    """What a step takes in a session of its own."""
    import sitesieve.spark

    events = folder / "events"
    shutil.rmtree(events, ignore_errors=True)
    events.mkdir()
    settings = {
        "spark.ui.enabled": "false",
        "spark.log.level": "ERROR",
        "spark.ui.showConsoleProgress": "false",
        "spark.eventLog.enabled": "true",
        "spark.eventLog.compress": "false",
        "spark.eventLog.rolling.enabled": "false",
        "spark.eventLog.dir": events.absolute().as_uri(),
        "spark.local.dir": str(folder / "scratch"),
    }
    spark = sitesieve.spark.session(f"sitesieve {name}", master, settings)
    start = time.perf_counter()
    with Watch() as watch:
        work(spark)
    seconds = time.perf_counter() - start
    spark.stop()
    return {"seconds": seconds, **from_events(events), **watch.numbers()}


def from_events(folder: Path) -> dict[str, float]:
    """What Spark's own log says: bytes and rows shuffled, bytes spilled, time of tasks."""
    totals = dict.fromkeys(("shuffle_bytes", "shuffle_rows", "spilled_bytes", "task_seconds"), 0.0)
    for path in folder.iterdir():
        for line in path.open():
            event = json.loads(line)
            metrics = event.get("Task Metrics")
            if event["Event"] != "SparkListenerTaskEnd" or not metrics:
                continue
            written = metrics["Shuffle Write Metrics"]
            totals["shuffle_bytes"] += written["Shuffle Bytes Written"]
            totals["shuffle_rows"] += written["Shuffle Records Written"]
            totals["spilled_bytes"] += metrics["Disk Bytes Spilled"]
            totals["task_seconds"] += metrics["Executor Run Time"] / 1000
    return totals


def learn(folder: Path, master: str) -> dict[str, float]:
    import sitesieve.spark

    def work(spark: Any) -> None:
        pages = spark.read.parquet(str(folder / "pages"))
        models = sitesieve.spark.learn(pages)
        models.write.mode("overwrite").parquet(str(folder / "models"))

    numbers = with_spark(folder, master, "learn", work)
    return numbers | {"models_bytes": float(size_of(folder / "models"))}


def clean(folder: Path, master: str) -> dict[str, float]:
    import sitesieve.spark

    def work(spark: Any) -> None:
        pages = spark.read.parquet(str(folder / "pages"))
        models = spark.read.parquet(str(folder / "models"))
        texts = sitesieve.spark.clean(pages, models)
        texts.write.mode("overwrite").parquet(str(folder / "texts"))

    return with_spark(folder, master, "clean", work)


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*.parquet"))


def by_command_line(folder: Path) -> dict[str, float]:
    output = folder / "command-line.parquet"
    output.unlink(missing_ok=True)
    parts = sorted((folder / "pages").iterdir())
    run = measured([*sitesieve("clean", "-j", 2, "-q", "-o", output), *parts])
    return {"seconds": run.seconds, "cpu": run.cpu, "largest_mb": run.peak}


def texts_of(paths: Iterator[Path]) -> Iterator[tuple[str, bytes]]:
    """Addresses, and digests of texts."""
    import pyarrow.parquet as pq

    for path in paths:
        for batch in pq.ParquetFile(path).iter_batches(1000, columns=["url", "text"]):
            for url, text in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                yield url, hashlib.blake2b((text or "").encode(), digest_size=8).digest()


def compare(folder: Path) -> dict[str, int]:
    """How many texts are the same, byte for byte."""
    theirs = dict(texts_of(iter([folder / "command-line.parquet"])))
    texts = same = 0
    for url, text in texts_of(iter(sorted((folder / "texts").glob("*.parquet")))):
        texts += 1
        same += theirs.get(url) == text
    return {"texts": texts, "of_command_line": len(theirs), "same": same}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--sites", type=int, help="one for fifty pages, unless it is said")
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=list(STEPS))
    parser.add_argument("--master", default="local-cluster[2,1,2048]")
    options = parser.parse_args()
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    results = folder / "results.json"
    numbers = json.loads(results.read_text()) if results.exists() else {}
    steps: dict[str, Callable[[], dict[str, Any]]] = {
        "generate": lambda: generate(folder, options.pages, options.sites or options.pages // 50),
        "learn": lambda: learn(folder, options.master) | {"master": options.master},
        "clean": lambda: clean(folder, options.master) | {"master": options.master},
        "command-line": lambda: by_command_line(folder),
        "compare": lambda: compare(folder),
    }
    for step in options.steps:
        print(time.strftime("%H:%M:%S"), step, flush=True)
        numbers[step] = steps[step]() | {"load": os.getloadavg()}
        results.write_text(json.dumps(numbers, indent=2) + "\n")
        print(json.dumps(numbers[step]), flush=True)
    print(time.strftime("%H:%M:%S"), "done", flush=True)


if __name__ == "__main__":
    main()
