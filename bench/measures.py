"""The measures that results are compared by: those of the data folder's own `metrics.py`."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pyarrow.parquet


def load_measures(data: Path) -> ModuleType:
    """The module `metrics.py` in the folder `bench` beside the data folder."""
    path = data.resolve().parent / "bench" / "metrics.py"
    spec = importlib.util.spec_from_file_location("metrics", path) if path.exists() else None
    if spec is None or spec.loader is None:
        sys.exit(f"{path} is missing: the measures come with the data")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read_rows(data: Path, name: str) -> list[dict[str, str]]:
    """The rows of one Parquet file of the data folder."""
    path = data / name
    if not path.exists():
        sys.exit(f"{path} is missing: name the folder that holds it")
    rows: list[dict[str, str]] = pyarrow.parquet.read_table(path).to_pylist()
    return rows


def high_water(process: str) -> int:
    """The most memory a process has had, in bytes. (ru_maxrss would count its parent's too.)"""
    status = Path("/proc", process, "status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024
