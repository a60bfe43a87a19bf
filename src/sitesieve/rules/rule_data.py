"""Rule bases as plain data: with their history, or as they stand now.

A file of rules holds `changes`, every step that led to them, and `undone`, the steps that were
undone. An export holds only `rules` and `cases`. Both have the same format name and version.
"""

from collections.abc import Mapping
from typing import Any

from sitesieve._version import __version__
from sitesieve.errors import ModelError, RuleError
from sitesieve.rules.cases import Case
from sitesieve.rules.conditions import condition_data, condition_from, ordered
from sitesieve.rules.inference import Rule
from sitesieve.rules.rule_base import Change, RuleBase, category_names

FORMAT = "sitesieve rules"
VERSION = 1
_HEADER = {"format": FORMAT, "version": VERSION, "written_by": f"sitesieve {__version__}"}


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
            _case_data(stored.case) | {"categories": list(stored.categories)}
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
        if version != VERSION or isinstance(version, bool):
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
        "cases": [_case_data(case) for case in change.cases],
        "filed": {name: list(categories) for name, categories in change.filed.items()},
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
        filed={n: _categories(c) for n, c in _object(data.get("filed", {})).items()},
    )


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
        conditions=ordered(condition_from(one) for one in _list(data.get("if"))),
        categories=_categories(data.get("then")),
        parent=None if under is None else _number(under),
        cornerstone=None if cornerstone is None else _text(cornerstone),
    )


def _case_data(case: Case) -> dict[str, Any]:
    return {"id": case.id, "url": case.url, "title": case.title, "text": case.text}


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
