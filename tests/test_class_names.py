"""Who searches for a class finds one."""

import ast
from collections import Counter
from pathlib import Path

import sitesieve


def test_no_two_classes_share_a_name() -> None:
    names: Counter[str] = Counter()
    for path in Path(sitesieve.__file__).parent.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        names.update(node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    assert names["Document"] == 1
    shared = {name for name, number in names.items() if number > 1}
    assert shared == set()
