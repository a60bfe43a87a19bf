"""A person files cases one by one, and rules are added.

The session shows a case, its categories and the rules that gave them. The person agrees, or enters
the right categories and picks the conditions of a rule from the difference list; sees which stored
cases the rule would file differently; and adds it or not. Every step is saved at once, so that
leaving loses nothing. Cases judged before are skipped, unless they are not yet filed as agreed.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from sitesieve.errors import RuleError
from sitesieve.rules.acquisition import Contrast, Difference, Need, contrast, differences, needs
from sitesieve.rules.cases import Case
from sitesieve.rules.conditions import Condition, Field, address_conditions, condition
from sitesieve.rules.effects import Proposal, change_lines, filing_lines
from sitesieve.rules.folders import SEPARATOR, parents
from sitesieve.rules.inference import Filing
from sitesieve.rules.rule_base import Change, RuleBase, category_names
from sitesieve.rules.rule_file import RuleFile

Ask = Callable[[str], str | None]  # a question -> the answer; None at the end of the input
Tell = Callable[[str, str], None]  # a line and its style, one of STYLES

STYLES = ("title", "plain", "faint", "good", "bad")
MEANWHILE = "somebody else has changed the rules meanwhile"
HELP = """\
  Enter          the rules are right: keep the case as it is filed
  name, name     what it should be: one or several categories
  name/name      a category inside of another
  -              it should be in no category
  t              the whole text
  s              skip it for now
  u, r           undo the last step; redo it
  q              leave; everything is kept
  =name          a category with a name like one of these"""
WORD_HELP = """\
  1 3            by their numbers in the list
  word           a word of your own; "two words" or several in quotes: a phrase
  -word          that it must not have
  title:word     in the title
  /news/         in the address; a.example/news, host:a.example
  c              cancel the rule; q to leave; word:c for the word"""
_LIST = 12  # differences shown
_CASES = 8  # changed cases shown
_ALIKE = 0.8  # similarity of names from which one may be a typing error
_START = 320  # characters of a text shown
_COMMA = re.compile("[,，、]")
_QUOTE = '"'
_QUOTES = str.maketrans("“”„«»「」", _QUOTE * 7)
_PIECE = re.compile(r'(?:"[^"]*"|[^"\s])+')  # spaces in quotes do not end it: title:"two words"


class _Leave(Exception):
    """The person leaves the session."""


class _Cancel(Exception):
    """The person cancels the rule."""


@dataclass(slots=True)
class Session:
    """The dialogue between a person and a file of rules."""

    file: RuleFile
    ask: Ask
    tell: Tell
    judged: list[Case] = field(default_factory=list)
    known: int = 0  # cases that were judged in earlier sessions
    added: int = 0  # rules
    _last: tuple[Change, ...] = ()  # the last step when the case was shown

    def run(self, cases: Iterable[Case]) -> None:
        """Go through cases until they end or the person leaves."""
        try:
            for case in cases:
                if self.file.read().settled(case):
                    self.known += 1
                else:
                    self._judge(case)
        except _Leave:
            pass

    def _judge(self, case: Case) -> None:
        waiting, shown = [case], None
        while waiting:
            current = waiting[-1]
            rules = self.file.read()
            self._last = rules.history[-1:]
            filing = rules.classify(current)
            if shown != (current, filing):  # not again after a request for help
                self._show(current, filing, rules)
                shown = (current, filing)
            answer = self._answer("right? (Enter, a category, ? for help) ")
            try:
                done, back = self._act(current, filing, answer)
            except RuleError as error:
                self.tell(str(error), "bad")
                continue
            if done:
                waiting.pop()
            waiting += back

    def _act(self, case: Case, filing: Filing, answer: str) -> tuple[bool, list[Case]]:
        """Whether the case is done, and cases to go back to."""
        match answer.lower():
            case "" | "y" | "yes":
                self._accept(case, filing.categories)
                return True, []
            case "n" | "no":
                self.tell("What should it be? A category, several with commas, - for none.", "bad")
            case "s":
                return True, []
            case "t":
                self.tell(case.text, "plain")
            case "?" | "h" | "help":
                self.tell(HELP, "faint")
            case "u":
                return False, self._undo()
            case "r":
                with self.file.changing() as rules:
                    change = rules.redo()
                self.tell(f"redone: {change.said}", "good")
            case _:
                return self._correct(case, picked_categories(answer)), []
        return False, []

    def _accept(self, case: Case, seen: Sequence[str]) -> None:
        """Store a case with the categories that the person has seen."""
        with self.file.changing() as rules:
            if rules.classify(case).categories != tuple(seen):
                raise RuleError(f"{MEANWHILE}. Look again.")
            rules.accept(case)
        self.judged.append(case)

    def _undo(self) -> list[Case]:
        """Undo the last step; the case it was about is shown again."""
        with self.file.changing() as rules:
            if rules.history[-1:] != self._last:
                last_step = "; ".join(change.said for change in rules.history[-1:]) or "nothing"
                raise RuleError(f"{MEANWHILE}: u now undoes {last_step}")
            last = rules.name_of(self.judged[-1]) if self.judged else None
            change = rules.undo()
        self.tell(f"undone: {change.said}", "good")
        return [self.judged.pop()] if last in change.filed else []

    def _correct(self, case: Case, should: Sequence[str]) -> bool:
        """Make the rules that are missing; whether the case is now filed correctly."""
        should = category_names(self._meant(name) for name in should)
        while missing := needs(self.file.read(), case, should):
            try:
                self._make_rule(case, missing[0], should)
            except _Cancel:
                self.tell("the rule was not added", "faint")
                return False
        self._accept(case, should)
        return True

    def _meant(self, name: str) -> str:
        """A category; if its name is new but similar to another, the one the person chooses."""
        existing = self.file.read().folders
        alike = [] if name in existing else _like(name, existing)
        if not alike:
            return name
        while True:
            answer = self._answer(f"{name} is new. Enter for {alike[0]}, n for a new category ")
            match answer.lower():
                case "n" | "no" | "new":
                    return name
                case "" | "y" | "yes":
                    return alike[0]

    def _make_rule(self, case: Case, need: Need, should: Sequence[str]) -> None:
        self.tell(self._heading(need), "title")
        chosen: list[Condition] = []
        while True:
            rules = self.file.read()
            stored = contrast(rules, case, need, chosen)
            offered = differences(rules, case, need, chosen, _LIST)
            self._show_differences(offered, stored, bool(chosen))
            chosen = self._chosen(case, chosen, offered)
            proposal = rules.propose(chosen, need.categories, case, need.under)
            self.tell(f"rule: {proposal.rule}", "title")
            if proposal.own is not None:
                will = ", ".join(proposal.own.after) or "no category"
                self.tell(f"  this case will be in {will}", "good")
            for line in change_lines(proposal.changes, _CASES):
                self.tell(line, "bad")
            if self._agreed(proposal):
                break
        try:
            with self.file.changing() as rules:
                rule = rules.add(proposal, proposal.does_as, should)
        except RuleError as error:  # another process has changed the rules
            self.tell(f"{error}. Look again.", "bad")
            return
        self.added += 1
        self.tell(f"added as rule {rule.id}", "good")

    def _heading(self, need: Need) -> str:
        then = ", ".join(need.categories)
        if need.under is None:
            return f"A rule for {then}: which words make it so?"
        parent = self.file.read().rule(need.under)
        what = f"{then} instead" if then else "not here"
        return f"An exception of rule {parent.id} ({parent}): {what}. Which words make it so?"

    def _chosen(
        self, case: Case, before: list[Condition], offered: list[Difference]
    ) -> list[Condition]:
        """The conditions so far and those picked now; asks until they are valid."""
        first = "Enter for the first" if offered else "c to cancel"
        while True:
            answer = self._answer(f"words? (numbers or words, {first}, ? for help) ")
            if answer.lower() in ("c", "cancel"):
                raise _Cancel
            if answer in ("?", "h", "help"):
                self.tell(WORD_HELP, "faint")
                continue
            try:
                picked = picked_conditions(answer or ("1" if offered else ""), offered)
                for one in picked:
                    if not one.holds(case):
                        raise RuleError(f"the case does not meet it: {one}")
                return list(dict.fromkeys((*before, *picked)))
            except RuleError as error:
                self.tell(str(error), "bad")

    def _agreed(self, proposal: Proposal) -> bool:
        """Whether to add a rule; if not, more conditions are picked."""
        clash = bool(proposal.changes)
        asked = "add it all the same? (y" if clash else "add it? (Enter"
        while True:
            answer = self._answer(f"{asked}, n for more words, c to cancel) ")
            match answer.lower():
                case "c" | "cancel":
                    raise _Cancel
                case "n" | "no":
                    return False
                case "y" | "yes":
                    return True
                case "" if not clash:
                    return True

    def _show(self, case: Case, filing: Filing, rules: RuleBase) -> None:
        self.tell("", "plain")
        self.tell(case.title or case.id, "title")
        if case.url:
            self.tell(case.url, "faint")
        start = " ".join(case.text[: 2 * _START].split())
        start = start.removeprefix(" ".join(case.title.split())).lstrip()
        self.tell(start if len(start) <= _START else start[: _START - 1] + "…", "plain")
        for line in filing_lines(filing):
            self.tell(line, "plain")
        agreed = rules.agreed(case)
        if agreed is not None and agreed != filing.categories:
            self.tell(f"  it was to be in {', '.join(agreed) or 'no category'}", "bad")

    def _show_differences(self, offered: list[Difference], stored: Contrast, more: bool) -> None:
        others, friends = len(stored.others), len(stored.friends)
        if others or friends:
            still = "still " if more else ""
            cases = "case" if others == 1 else "cases"
            line = f"{others} stored {cases} {still}to tell it from, {friends} like it"
            self.tell(line, "faint")
        width = max((len(str(one.condition)) for one in offered), default=0)
        if not offered:
            self.tell("it has no words that could tell it apart", "bad")
        for number, one in enumerate(offered, 1):
            counts = [f"{one.others} of {others} others"] if others else []
            counts += [f"{one.friends} of {friends} like it"] if friends else []
            line = f"{number:3}  {one.condition!s:{width}}  {', '.join(counts)}"
            self.tell(line.rstrip(), "plain")

    def _answer(self, question: str) -> str:
        answer = self.ask(question)
        if answer is None:
            raise _Leave
        answer = answer.strip()
        if answer.lower() in ("q", "quit"):
            raise _Leave
        return answer


def _like(name: str, folders: Sequence[str]) -> list[str]:
    """Folders that may be meant by a name that is none: inside of another but called so, or in
    the same place and called nearly so."""
    place, _, last = name.rpartition(SEPARATOR)
    if not place and (inside := [one for one in folders if one.endswith(SEPARATOR + last)]):
        return inside
    beside = {one.rpartition(SEPARATOR)[2]: one for one in folders if parents(one)[-1:] == [place]}
    if beside:  # what the folders around are called would make all that is inside alike
        return [beside[match] for match in get_close_matches(last, beside, 1, _ALIKE)]
    return get_close_matches(name, folders, 1, _ALIKE)


def picked_conditions(answer: str, offered: Sequence[Difference] = ()) -> list[Condition]:
    """The conditions that a person typed: numbers of the offered list, words, phrases, addresses.

    >>> [str(one) for one in picked_conditions('sail -engine "white boat" title:race /news/')]
    ['sail', 'no engine', '“white boat”', '“race” in the title', '/news/ in the address']
    """
    answer = answer.translate(_QUOTES)
    if answer.count(_QUOTE) % 2:
        raise RuleError(f"a quotation mark is missing: {answer}")
    conditions: list[Condition] = []
    for piece in _PIECE.findall(_COMMA.sub(" ", answer)):
        conditions += _offered(piece, offered) if piece.isdecimal() else _typed(piece)
    if not conditions:
        raise RuleError("no word was picked")
    return conditions


def picked_categories(answer: str) -> tuple[str, ...]:
    """The categories that a person typed: none for `-`, else one or several.

    >>> picked_categories("boats, races"), picked_categories("=q"), picked_categories("-")
    (('boats', 'races'), ('q',), ())
    """
    if answer == "-":
        return ()
    names = [name for name in _COMMA.split(answer.removeprefix("=")) if name.strip()]
    if not names:
        raise RuleError("no category was named; - is for none")
    return category_names(names)


def _offered(number: str, offered: Sequence[Difference]) -> list[Condition]:
    for place, one in enumerate(offered, 1):
        if str(place) == number:
            return [one.condition]
    raise RuleError(f"there is no {number} in the list; word:{number} is the word")


def _typed(piece: str) -> list[Condition]:
    absent = piece.startswith("-")
    text = piece.removeprefix("-").replace(_QUOTE, "")
    name, colon, value = text.partition(":")
    if colon and name in tuple(Field):
        return [condition(Field(name), value, absent)]
    if "/" in text:
        return address_conditions(text, absent)
    return [condition(Field.WORD, text, absent)]
