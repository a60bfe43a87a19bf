"""Rules in a file of JSON: read, changed by one process at a time, replaced only when complete.

A process that changes the file holds a lock while reading, changing and writing it. So when two add
rules at once, neither rule is lost: the second process reads the rule of the first and makes its
proposal again.

A file of rules holds `changes`, every step that led to them, and `undone`, the steps that were
undone. An export holds only `rules` and `cases`. Both have the same format name and version.
"""

import contextlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sitesieve._version import __version__
from sitesieve.atomic import atomic_write
from sitesieve.errors import ModelError, OutputError, RuleError
from sitesieve.locks import Stamp, locked, stamp_of
from sitesieve.rules.cases import Case
from sitesieve.rules.conditions import Condition, condition_data, condition_from, ordered
from sitesieve.rules.folders import folder_name
from sitesieve.rules.inference import Rule
from sitesieve.rules.rule_base import Change, RuleBase, category_names

FORMAT = "sitesieve rules"
VERSION = 2  # since 2 a step may move a folder; a file of version 1 is one without such steps
_HEADER = {"format": FORMAT, "version": VERSION, "written_by": f"sitesieve {__version__}"}


class RuleFile:
    """A file of rules; it is read again only after it has changed."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(os.path.realpath(path))  # symbolic links are kept, and share one lock
        self._kept: tuple[Stamp, RuleBase] | None = None

    def read(self) -> RuleBase:
        """The rules in the file; an empty base where there is no file yet."""
        stamp = self._stamp()
        if stamp is None:
            return RuleBase()
        if self._kept is None or self._kept[0] != stamp:
            self._kept = (stamp, load_rules(self.path))
        return self._kept[1]

    @contextlib.contextmanager
    def changing(self) -> Iterator[RuleBase]:
        """The rules, to be changed; they are saved unless an exception is raised."""
        if sys.platform == "win32":
            raise OutputError("rules cannot be changed on this system: it has no file locks")
        with locked(self.path):
            rules = self.read()
            steps = (rules.history, rules.undone)
            try:
                yield rules
                if (rules.history, rules.undone) != steps or not self.path.exists():
                    _write(self.path, with_history(rules))
                    stamp = self._stamp()
                    self._kept = None if stamp is None else (stamp, rules)
            except BaseException:
                self._kept = None  # the rules in memory may differ from the file
                raise

    def _stamp(self) -> Stamp | None:
        try:
            return stamp_of(self.path)
        except OSError as error:
            raise ModelError(f"cannot read {self.path}: {error.strerror}") from error


def load_rules(path: Path | str) -> RuleBase:
    """The rules in a file of rules or an export; `ModelError` when it is neither."""
    try:
        data = json.loads(Path(path).read_bytes())
    except FileNotFoundError:
        raise ModelError(f"no such file of rules: {path}") from None
    except OSError as error:
        raise ModelError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path} is not a file of rules: {error}") from error
    return rule_base_from(data, str(path))


def export_rules(rules: RuleBase, path: Path) -> None:
    """Write the rules and their cases, without the history."""
    _write(path, as_it_stands(rules))


def _write(path: Path, data: Mapping[str, Any]) -> None:
    with atomic_write(path) as file:
        file.write(to_text(data).encode())


def to_text(data: Mapping[str, Any]) -> str:
    """Data as JSON with one line for each entry of a list, so that line diffs are readable."""
    members = []
    for name, value in data.items():
        if isinstance(value, list) and value:
            written = "[\n" + ",\n".join(map(_compact, value)) + "\n]"
        else:
            written = _compact(value)
        members.append(f"{_compact(name)}: {written}")
    return "{" + ",\n".join(members) + "}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def with_history(rules: RuleBase) -> dict[str, Any]:
    """A rule base as its own file holds it."""
    return {
        **_HEADER,
        "changes": [_change_data(change) for change in rules.history],
        "undone": [_change_data(change) for change in rules.undone],
    }


def as_it_stands(rules: RuleBase) -> dict[str, Any]:
    """A rule base without its history."""
    return {
        **_HEADER,
        "rules": [_rule_data(rule) for rule in rules.rules.values()],
        "cases": [
            asdict(stored.case) | {"categories": list(stored.categories)}
            for stored in rules.cases.values()
        ],
    }


def rule_base_from(data: Any, name: str) -> RuleBase:
    """The rule base in some data; otherwise `ModelError` with the name of the file."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ModelError(f"{name} is not a file of rules")
    version = data.get("version")
    if isinstance(version, int) and version > VERSION:
        raise ModelError(
            f"{name} was written by {data.get('written_by', 'a newer version')}: "
            f"format {version}, and this version reads up to {VERSION}"
        )
    try:
        if version not in (1, VERSION) or isinstance(version, bool):
            raise ValueError(f"there is no version {version!r} of the format")
        if "changes" in data:
            undone = [_change_from(one) for one in _list(data.get("undone", []))]
            return RuleBase([_change_from(one) for one in _list(data["changes"])], undone)
        change = _snapshot_from(data)
        return RuleBase([change] if change.rules or change.cases else [])
    except (ValueError, RuleError) as error:
        raise ModelError(f"{name} is damaged: {error}") from error


def _snapshot_from(data: dict[str, Any]) -> Change:
    cases = _list(data.get("cases", []))
    return Change(
        at=_text(data.get("at", "")),
        said="imported",
        rules=tuple(_rule_from(one) for one in _list(data.get("rules"))),
        cases=tuple(_case_from(one) for one in cases),
        filed={_case_from(one).id: _categories(one.get("categories", [])) for one in cases},
    )


def _change_data(change: Change) -> dict[str, Any]:
    parts = {
        "rules": [_rule_data(rule) for rule in change.rules],
        "removed": list(change.removed),
        "cases": [asdict(case) for case in change.cases],
        "filed": {name: list(categories) for name, categories in change.filed.items()},
        "moved": list(change.moved or ()),
    }
    return {"at": change.at, "said": change.said} | {k: v for k, v in parts.items() if v}


def _change_from(data: Any) -> Change:
    data = _object(data)
    return Change(
        at=_text(data.get("at")),
        said=_text(data.get("said")),
        rules=tuple(_rule_from(one) for one in _list(data.get("rules", []))),
        removed=tuple(_number(one) for one in _list(data.get("removed", []))),
        cases=tuple(_case_from(one) for one in _list(data.get("cases", []))),
        filed={_text(n): _categories(c) for n, c in _object(data.get("filed", {})).items()},
        moved=_moved(_list(data.get("moved", []))),
    )


def _moved(data: list[Any]) -> tuple[str, str] | None:
    if not data:
        return None
    if len(data) != 2:
        raise ValueError(f"the names of a folder before and after were expected: {_short(data)}")
    old, new = (folder_name(_text(name)) for name in data)
    return old, new


def _rule_data(rule: Rule) -> dict[str, Any]:
    data: dict[str, Any] = {"id": rule.id}
    if rule.parent is not None:
        data["under"] = rule.parent
    data["if"] = [condition_data(one) for one in rule.conditions]
    data["then"] = list(rule.categories)
    if rule.cornerstone is not None:
        data["cornerstone"] = rule.cornerstone
    return data


def _rule_from(data: Any) -> Rule:
    data = _object(data)
    under, cornerstone = data.get("under"), data.get("cornerstone")
    return Rule(
        id=_number(data.get("id")),
        conditions=ordered(_condition_from(one) for one in _list(data.get("if"))),
        categories=_categories(data.get("then")),
        parent=None if under is None else _number(under),
        cornerstone=None if cornerstone is None else _text(cornerstone),
    )


def _condition_from(data: Any) -> Condition:
    made = condition_from(data)
    _text(made.value)
    return made


def _case_from(data: Any) -> Case:
    data = _object(data)
    name, url = _text(data.get("id")), data.get("url")
    if not name:
        raise ValueError("a case has no id")
    return Case(
        id=name,
        url=None if url is None else _text(url),
        title=_text(data.get("title", "")),
        text=_text(data.get("text", "")),
    )


def _categories(data: Any) -> tuple[str, ...]:
    return category_names(_text(name) for name in _list(data))


def _object(data: Any) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise ValueError(f"an object was expected, not {_short(data)}")
    return data


def _list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise ValueError(f"a list was expected, not {_short(data)}")
    return data


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise ValueError(f"a text was expected, not {_short(data)}")
    try:
        data.encode()
    except UnicodeEncodeError:
        raise ValueError(f"a text has a lone surrogate: {_short(data)}") from None
    return data


def _number(data: Any) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or data < 1:
        raise ValueError(f"the number of a rule was expected, not {_short(data)}")
    return data


def _short(data: Any) -> str:
    shown = ascii(data)
    return shown if len(shown) <= 60 else shown[:59] + "…"
