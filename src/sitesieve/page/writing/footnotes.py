"""Footnotes: marks in the text, and the notes that they lead to.

A mark is a short link (`1`, `[2]`, `*`) to an element further down, raised, in brackets, or named
like one; the element, or the smallest block it begins, is the note. Where the mark is only in
brackets, the note leads back to it, repeats it, or one of them is named so: a list of contents
looks the same. Side notes stand in the middle of the text they belong to. A note that is not
shown, as where a script would show it in a bubble, is one all the same. Marks without notes, and
notes without marks, are left as they are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitesieve.page.columns import Strings
from sitesieve.page.tags import BLOCK_LEVEL, TAG_ID
from sitesieve.page.tree import Ints, PageTree

_MARK = re.compile(r"[\[(]?\s*((?:note )?\d{1,3}|[a-z]{1,2}|[*†‡§¶#]{1,4})\s*[\])]?", re.IGNORECASE)
_BRACKETS = re.compile(r"[\[(].*[\])]")
_NAMED_SO = re.compile(
    r"foot-?note|end-?note|note-?ref|(?<![a-z])(?:fn|en|sdn|ftn|cite_note|note)(?![a-z])"
)
_SIDE_NOTE = re.compile(rb"^(?:span|small) class=(?:[^ ]*,)?(?:sidenote|marginnote)(?=[, ]|$)")
_SIDE_NOTES_NAMED_SO = (b"sidenote", b"marginnote")
_BACK = re.compile(
    r"[\s↩↑^⤴⏎⇑⬆︎️]+|jump up(?: to)?:?|back(?: to (?:text|top|content))?|return", re.IGNORECASE
)
_NUMBER_END = re.compile(r"[\]).:]++\s*+|\s++|$")  # what follows the number of a note
_BACK_LINKS = re.compile(
    rb" class=(?:[^ ]*,)?(?:mw-cite-backlink|footnote-backref|reversefootnote)(?=[, ]|$)"
)
_IS_BLOCK = np.zeros(256, np.bool_)
_IS_BLOCK[[TAG_ID[name] for name in BLOCK_LEVEL]] = True
_HEADINGS = [TAG_ID[f"h{level}"] for level in range(1, 7)]
_NO_NOTE = frozenset(TAG_ID[name] for name in "body main article table nav".split())
_LONGEST = 600  # words of a note
_MOST_TEXTS = 3_000  # of a note: signs are no words, and notes can stand inside one another
_MOST_LINKS = 20  # at the start and at the end of a note, that may lead back
_AROUND = 3  # elements around a mark that a note may lead back to


class _Mark(NamedTuple):
    """A link that may be the mark of a note."""

    link: int
    sign: str  # what it says, without brackets
    target: str  # the id that it leads to
    is_raised: bool
    in_brackets: bool


@dataclass(slots=True)
class Footnotes:
    """The footnotes of what is kept of a page."""

    marks: dict[int, str] = field(default_factory=dict)  # labels, by leaf
    unwritten: set[int] = field(default_factory=set)  # leaves: the rest of marks, links back
    links: set[int] = field(default_factory=set)  # the links that are marks
    notes: dict[int, str] = field(default_factory=dict)  # labels, by element
    lists: set[int] = field(default_factory=set)  # of notes
    asides: dict[int, tuple[str, str]] = field(default_factory=dict)  # label and text, by element
    unseen: list[tuple[str, str]] = field(default_factory=list)  # label and text of hidden notes
    alone: dict[int, str] = field(default_factory=dict)  # raised marks without a note, by leaf
    starts: dict[int, str] = field(default_factory=dict)  # first texts of notes, without the number


def footnotes_of(tree: PageTree, keep: npt.NDArray[np.bool_], texts: Strings) -> Footnotes:
    """The footnotes of a page that have a mark to keep."""
    footnotes = Footnotes()
    marks = list(_marks(tree, keep, texts))
    places = _places(tree, {mark.target for mark in marks}) if marks else {}
    headings, links = tree.tagged(*_HEADINGS), tree.tagged(TAG_ID["a"])
    labels: dict[int, str] = {}
    taken: set[str] = set()
    back: dict[int, set[str]] = {}
    for mark in marks:
        place = places.get(mark.target, -1)
        note = _note(tree, headings, mark.link, place)
        hidden = note >= 0 and not _some(tree, keep, note)
        if (
            note < 0
            or (hidden and not _all_hidden(tree, note))
            or not _is_marked(tree, texts, mark, place, note)
        ):
            if mark.is_raised and not mark.in_brackets:
                footnotes.alone[int(tree.leaf_start[mark.link])] = mark.sign
            continue
        label = labels.get(note) or _label(mark.sign, taken)
        labels[note] = label
        taken.add(label)
        _put_mark(tree, keep, footnotes, links, mark.link, label)
        back.setdefault(note, set()).update(_ids_around(tree, mark.link))
        if not hidden:
            footnotes.notes[note] = label
    if labels:
        _tidy_notes(tree, keep, texts, footnotes, labels, back)
    for node in tree.outermost(tree.looking_like(_SIDE_NOTE, words=_SIDE_NOTES_NAMED_SO).tolist()):
        if _some(tree, keep, node):
            label = _label("*", taken)
            taken.add(label)
            footnotes.asides[node] = label, tree.text_of(node)
    return footnotes


def notes_of(tree: PageTree, keep: npt.NDArray[np.bool_]) -> list[int]:
    """The elements that are shown as notes of raised marks to keep, be they to keep or not."""
    if not tree.tag_counts[TAG_ID["sup"]]:
        return []
    marks = [mark for mark in _marks(tree, keep, tree.leaf_texts) if mark.is_raised]
    places = _places(tree, {mark.target for mark in marks}) if marks else {}
    headings = tree.tagged(*_HEADINGS) if places else np.empty(0, np.int32)
    notes = {_note(tree, headings, mark.link, places.get(mark.target, -1)) for mark in marks}
    return [note for note in sorted(notes - {-1}) if not _all_hidden(tree, note)]


def _marks(tree: PageTree, keep: npt.NDArray[np.bool_], texts: Strings) -> Iterator[_Mark]:
    """Short links to the page itself that may be marks."""
    nodes, targets = tree.targets
    if b"#" not in targets.utf8:
        return
    first, last = tree.leaf_start[nodes], tree.leaf_start[tree.end[nodes]]
    page = (tree.url or "").partition("#")[0].encode()
    short = (last > first) & (texts.start[last] - texts.start[first] < 16)
    short &= np.append(keep, False)[first] | np.append(False, keep)[last]
    if not page or page + b"#" not in targets.utf8:
        short &= np.frombuffer(targets.utf8, np.uint8)[targets.start[:-1]] == ord("#")
    candidates = np.flatnonzero(short).tolist()
    raised = tree.below(TAG_ID["sup"]) if candidates else np.empty(0, np.bool_)
    for number in candidates:
        address, sign, target = targets[number].strip().partition("#")
        if not sign or not target or (address and address.encode() != page):
            continue
        node = int(nodes[number])
        wording = " ".join("".join(texts[i] for i in range(first[number], last[number])).split())
        mark = _MARK.fullmatch(wording)
        if mark is None or not keep[first[number] : last[number]].any():
            continue
        is_raised = raised[node] or (tree.tag[node : tree.end[node]] == TAG_ID["sup"]).any()
        in_brackets = _BRACKETS.fullmatch(wording) is not None
        if is_raised or in_brackets or not mark[1].isalpha():  # letters alone are an index
            yield _Mark(node, mark[1], target, bool(is_raised), in_brackets)


def _places(tree: PageTree, wanted: set[str]) -> dict[str, int]:
    """The elements by id or name, those that are asked for; the first of each."""
    names, ids = tree.attributes("name"), tree.attributes("id")
    places = {
        name: node
        for node, name in reversed([*names.items()])
        if name in wanted and tree.tag[node] == TAG_ID["a"]
    }
    return places | {name: node for node, name in reversed([*ids.items()]) if name in wanted}


def _note(tree: PageTree, headings: Ints, link: int, place: int) -> int:
    """The element that is the note at a place; -1 where it is none."""
    if place <= link:  # notes come after what they belong to
        return -1
    note = place
    while not _IS_BLOCK[tree.tag[note]] or tree.leaf_start[note] == tree.leaf_start[tree.end[note]]:
        note = int(tree.parent[note])
        if note <= 0 or note <= link < tree.end[note]:
            return -1
    if tree.leaf_start[note] < tree.leaf_start[place] - 1 or int(tree.tag[note]) in _NO_NOTE:
        return -1
    if np.searchsorted(headings, note) < np.searchsorted(headings, tree.end[note]):
        return -1  # a part of the page
    words = tree.word_start[tree.end[note]] - tree.word_start[note]
    texts = tree.leaf_start[tree.end[note]] - tree.leaf_start[note]
    return note if 0 < words <= _LONGEST and texts <= _MOST_TEXTS else -1


def _is_marked(tree: PageTree, texts: Strings, mark: _Mark, place: int, note: int) -> bool:
    """Whether a link is the mark of what it leads to, and not a line of a list of contents."""
    if mark.is_raised or _is_named(tree, mark.link, place):
        return True
    if not mark.in_brackets:
        return False
    first = texts[int(tree.leaf_start[note])]
    if _without_number(first, mark.sign) != first:
        return True
    nodes, targets = tree.targets
    inside = range(*np.searchsorted(nodes, (note, tree.end[note])).tolist())
    back = _ids_around(tree, mark.link) if inside else set()
    ends = (*inside[:_MOST_LINKS], *inside[-_MOST_LINKS:])
    return any(targets[number].strip().partition("#")[2] in back for number in ends)


def _is_named(tree: PageTree, link: int, place: int) -> bool:
    """Whether a link or what it leads to is named like a note."""
    if tree.tag[place] == TAG_ID["aside"]:
        return True
    for node in (link, place):
        attributes = tree.attributes_of(node)
        names = " ".join(attributes.get(name, "") for name in ("class", "id", "role", "rel"))
        if _NAMED_SO.search(names.lower()):
            return True
    return False


def _some(tree: PageTree, keep: npt.NDArray[np.bool_], node: int) -> bool:
    return bool(keep[tree.leaf_start[node] : tree.leaf_start[tree.end[node]]].any())


def _all_hidden(tree: PageTree, node: int) -> bool:
    return bool(tree.hidden_leaves[tree.leaf_start[node] : tree.leaf_start[tree.end[node]]].all())


def _label(sign: str, taken: set[str]) -> str:
    """What the page calls a note, or the next number that none has."""
    label = sign.lower().split()[-1]
    if label.isalnum() and label.isascii() and label not in taken:
        return label
    number = len(taken) + 1
    while str(number) in taken:
        number += 1
    return str(number)


def _put_mark(
    tree: PageTree,
    keep: npt.NDArray[np.bool_],
    footnotes: Footnotes,
    links: Ints,
    link: int,
    label: str,
) -> None:
    around, outer = link, int(tree.parent[link])
    if tree.tag[outer] == TAG_ID["sup"]:
        first, last = np.searchsorted(links, (outer, tree.end[outer])).tolist()
        if last - first == 1:  # with its brackets
            around = outer
    first, last = int(tree.leaf_start[around]), int(tree.leaf_start[tree.end[around]])
    here = first + int(np.argmax(keep[first:last]))
    footnotes.marks[here] = label
    footnotes.unwritten |= set(range(first, last)) - {here}
    footnotes.links.add(link)


def _ids_around(tree: PageTree, link: int) -> set[str]:
    """Where a note may lead back to: a mark, or what is right around it."""
    ids = tree.attributes("id")
    places, node = set(), link
    for _ in range(_AROUND):
        if node > 0 and node in ids:
            places.add(ids[node])
        node = int(tree.parent[node]) if node > 0 else 0
    inner = range(link + 1, int(tree.end[link]))
    return places | {ids[node] for node in inner if node in ids}


def _tidy_notes(
    tree: PageTree,
    keep: npt.NDArray[np.bool_],
    texts: Strings,
    footnotes: Footnotes,
    labels: dict[int, str],
    back: dict[int, set[str]],
) -> None:
    """Find what of the notes is not theirs: links back to the text, and their numbers."""
    nodes, targets = tree.targets
    named = tree.looking_like(_BACK_LINKS)
    empty: set[str] = set()  # labels of notes that are nothing but links
    for note, label in labels.items():
        first, last = int(tree.leaf_start[note]), int(tree.leaf_start[tree.end[note]])
        leads_back = named[slice(*np.searchsorted(named, (note, tree.end[note])))].tolist()
        for number in range(*np.searchsorted(nodes, (note, tree.end[note])).tolist()):
            target = targets[number].strip().partition("#")[2]
            if target and target in back[note]:
                leads_back.append(int(nodes[number]))
        aside = {leaf for node in leads_back for leaf in _leaves_of(tree, node)}
        aside |= {
            leaf for leaf in range(first, last) if _BACK.fullmatch(texts[leaf].strip() or "-")
        }
        own = [leaf for leaf in range(first, last) if leaf not in aside]
        if note not in footnotes.notes:
            wording = " ".join("".join(texts[leaf] for leaf in own).split())
            footnotes.unseen.append((label, _without_number(wording, label)))
            continue
        footnotes.unwritten |= aside
        kept = [leaf for leaf in own if keep[leaf]]
        if not kept:  # it is nothing but links
            del footnotes.notes[note]
            empty.add(label)
            footnotes.unwritten -= aside
            continue
        footnotes.starts[kept[0]] = _without_number(texts[kept[0]], label)
        around = int(tree.parent[note])
        if tree.tag[note] == TAG_ID["li"]:
            footnotes.lists.add(around)
    footnotes.marks = {leaf: label for leaf, label in footnotes.marks.items() if label not in empty}


def _leaves_of(tree: PageTree, node: int) -> range:
    return range(int(tree.leaf_start[node]), int(tree.leaf_start[tree.end[node]]))


def _without_number(text: str, label: str) -> str:
    """The text of a note without the mark it repeats."""
    bare = text.lstrip()
    bare = bare[1:] if bare.startswith(("[", "(")) and bare[1:].startswith(label) else bare
    number = _NUMBER_END.match(bare, len(label)) if bare.startswith(label) else None
    return bare[number.end() :] if number else text
