"""Document: what stays of a page, and why the rest does not."""

import copy
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.kind_selection import Choice
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.markdown import to_markdown
from sitesieve.cleaning.noise.page_kinds import PageKinds
from sitesieve.cleaning.output import OutputOptions
from sitesieve.cleaning.page_type import PageType, TypeGuess, guess_type
from sitesieve.page import Cut, Page, PageTree, safe_html
from sitesieve.page.html_output import Wanted, fragment
from sitesieve.page.metadata import Metadata
from sitesieve.page.plain import plain_text
from sitesieve.page.tables import leaves_in_tables

FIELDS = (  # of a document as data, in this order
    *("url", "source", "site", "title", "author", "date", "modified", "language", "site_name"),
    *("description", "canonical", "page_type", "page_type_confidence", "text", "comments"),
    *("words_before", "words_kept", "method", "encoding", "cuts"),
)

HIDDEN = "hidden from readers"
IN_TABLE = "in a table, and tables are not wanted"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page: where it is, its text, whether it stays, and the reason."""

    address: str  # XPath in the document a browser builds
    text: str
    keep: bool
    reason: str
    kind: Kind | None = None  # what it is, whether it stays or not; None for what has no text
    confidence: float | None = None  # that it is of this kind, from 0 to 1
    importance: float | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The block as plain data, with its evidence."""
        data = {f.name: getattr(self, f.name) for f in fields(self)}
        return data | {"evidence": dict(self.evidence)}


class Evidence(Mapping[str, Any]):
    """Evidence that is put together when somebody looks at it."""

    def __init__(self, make: Callable[[], dict[str, Any]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> dict[str, Any]:
        return self._make()

    def __getitem__(self, name: str) -> Any:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __repr__(self) -> str:
        return repr(self._made)

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        return dict, (self._made,)  # copies and what travels between processes are plain data


@dataclass(frozen=True, slots=True)
class Verdict:
    """A method's decision on one leaf."""

    keep: bool
    reason: str
    evidence: Mapping[str, Any] = field(default_factory=dict)
    words: Sequence[str] | None = None  # where not all words of a kept leaf stay
    importance: float | None = None


class Document:
    """A cleaned page. Text, HTML and Markdown are made when they are asked for."""

    def __init__(
        self,
        page: Page,
        verdicts: Sequence[Verdict],
        method: str,
        texts: Sequence[str] | None = None,
        fit: float | None = None,
        cut: Sequence[int] = (),
        textless: Sequence[Block] = (),
        keep: npt.NDArray[np.bool_] | None = None,
        aside: npt.NDArray[np.bool_] | None = None,
        kinds: PageKinds | None = None,
        cut_kind: Kind | None = None,
    ) -> None:
        self._page = page
        self._decided = verdicts  # by the method
        self.output = OutputOptions()
        self._changed = texts  # where a method changes the text inside a leaf
        self._known_keep = keep  # whether each verdict keeps, where that is known without them
        self._aside = aside  # what readers wrote, and does not stay
        self.method = method
        self._cut = cut  # nodes that go though they may have no text: images
        self._cut_kind = cut_kind  # what these are, if they are all of one kind
        self._judged = list(textless)  # what has no text, with its verdict
        self.kinds = PageKinds(page) if kinds is None else kinds  # of each leaf, when asked for
        self.fit = fit  # how much of the page its site's model recognises, if there is one

    def __repr__(self) -> str:
        return f"Document({self._page.label!r}, {self.words_kept} of {self.words_before} words)"

    def with_output(self, output: OutputOptions) -> "Document":
        """The same document with other things wanted of it."""
        other = copy.copy(self)
        for name in vars(self):
            if isinstance(getattr(type(self), name, None), cached_property):
                del other.__dict__[name]
        other.output = output
        return other

    @property
    def _tree(self) -> PageTree:
        return self._page.tree

    @cached_property
    def _verdicts(self) -> Sequence[Verdict]:
        """What the method decided, and the kinds asked for, without what nobody is shown."""
        verdicts = list(self._decided)
        if (choice := self._choice) is not None:
            for leaf in np.flatnonzero(choice.whole | choice.gone).tolist():
                stays, why = not choice.gone[leaf], choice.reason(leaf)
                verdicts[leaf] = replace(verdicts[leaf], keep=stays, reason=why, words=None)
        for leaves, reason in self._unwanted:
            for i in np.flatnonzero(leaves).tolist():
                verdicts[i] = replace(verdicts[i], keep=False, reason=reason)
        return verdicts

    @cached_property
    def _choice(self) -> Choice | None:
        """What kinds say, where somebody has chosen by them."""
        if not self.output.by_kind:
            return None
        return Choice(self.kinds, self.output, self._kept_by_method)

    @property
    def _kept_by_method(self) -> npt.NDArray[np.bool_]:
        if self._known_keep is not None:
            return self._known_keep
        return np.fromiter((v.keep for v in self._decided), np.bool_, len(self._decided))

    @cached_property
    def _texts(self) -> Sequence[str] | None:
        """The text of each leaf, where a method changes some."""
        if self._changed is None or self._choice is None:
            return self._changed
        both = zip(self._tree.texts, self._changed, self._choice.whole.tolist(), strict=True)
        return [own if whole else changed for own, changed, whole in both]

    @cached_property
    def _unwanted(self) -> list[tuple[npt.NDArray[np.bool_], str]]:
        """Leaves that go whatever the method decided, and why."""
        unwanted = []
        if not self.output.hidden:
            unwanted.append((self._tree.hidden_leaves, HIDDEN))
        if not self.output.tables:
            unwanted.append((leaves_in_tables(self._tree), IN_TABLE))
        return unwanted

    @cached_property
    def _keep(self) -> npt.NDArray[np.bool_]:
        keep = self._kept_by_method.copy() if self._choice is None else self._choice.keep
        for leaves, _ in self._unwanted:
            keep &= ~leaves
        return keep

    @property
    def url(self) -> str | None:
        return self._page.url

    @property
    def site(self) -> str:
        return self._page.site

    @property
    def metadata(self) -> Metadata:
        """What the page says of itself; found when it is first asked for."""
        return self._page.metadata

    @property
    def title(self) -> str:
        """The headline, without the site's name; empty where there is none."""
        return self.metadata.title

    @property
    def author(self) -> str | None:
        """Who wrote it; several names have a comma between them."""
        return self.metadata.author

    @property
    def date(self) -> str | None:
        """When it was published, as YYYY-MM-DD."""
        return self.metadata.date

    @property
    def modified(self) -> str | None:
        """When it was last changed, as YYYY-MM-DD, where the page says so."""
        return self.metadata.modified

    @property
    def site_name(self) -> str | None:
        """What the site calls itself."""
        return self.metadata.site_name

    @property
    def description(self) -> str | None:
        """What the page says it is about."""
        return self.metadata.description

    @property
    def canonical(self) -> str | None:
        """The address the page gives as its own."""
        return self.metadata.canonical

    @property
    def language(self) -> str | None:
        """What the page declares, or what its function words say, as a two-letter code."""
        return self.metadata.language

    @cached_property
    def type_guess(self) -> TypeGuess:
        """The types the page may have, with their probabilities."""
        return guess_type(self._page)

    @property
    def page_type(self) -> PageType:
        """What the page is for: article, listing, product, forum, documentation, service or
        collection. Of a listing or a collection, what stays is teasers."""
        return self.type_guess.type

    @property
    def page_type_confidence(self) -> float:
        """The probability of `page_type`."""
        return self.type_guess.confidence

    @property
    def encoding(self) -> str:
        return self._page.decoded.encoding

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """The caps that bit on this page: what is said to be cut is not in the result."""
        return self._tree.cuts

    @cached_property
    def text(self) -> str:
        """What stays, as plain text."""
        return plain_text(self._tree, self._keep, self._texts)

    @cached_property
    def comments(self) -> str:
        """What readers wrote and is not in `text`, where the method tells it apart."""
        if self._aside is None or not self._aside.any():
            return ""
        aside = self._aside & ~self._keep
        for leaves, _ in self._unwanted:
            aside &= ~leaves
        return plain_text(self._tree, aside)

    @cached_property
    def html(self) -> str:
        """What stays, as a page of HTML that is safe to show: structure, links and images."""
        return safe_html.document(self._fragment(), self._tree.title, self._tree.lang)

    @cached_property
    def markdown(self) -> str:
        """What stays, as Markdown."""
        return to_markdown(self._fragment(markdown=True))

    def _fragment(self, markdown: bool = False) -> str:
        tree, output = self._tree, self.output
        return fragment(
            tree,
            self._keep,
            self._texts,
            wanted=Wanted(output.links, output.images),
            cut=[*self._cut_nodes, *(() if output.hidden else tree.hidden_nodes)],
            markdown=markdown,
        )

    @property
    def _cut_nodes(self) -> Sequence[int]:
        """The nodes to cut, without those that stay because of their kind."""
        if self._choice is None:
            return self._cut
        if (decided := self._choice.on_item(False, self._cut_kind)) is not None and decided[0]:
            return []
        tree = self._tree
        return [
            node
            for node in self._cut
            if not self._keep[tree.leaf_start[node] : tree.leaf_start[tree.end[node]]].any()
        ]

    @cached_property
    def textless(self) -> list[Block]:
        """What was judged and has no text, with its verdict."""
        if self._choice is None:
            return self._judged
        blocks = []
        for block in self._judged:
            decided = self._choice.on_item(block.keep, block.kind)
            keep, reason = decided or (block.keep, block.reason)
            blocks.append(replace(block, keep=keep, reason=reason))
        return blocks

    @cached_property
    def once(self) -> list[tuple[Kind, str]]:
        """The texts that are for the site's card (`output.once`), by paragraph, with their
        kinds."""
        if not self.output.once:
            return []
        wanted = self.kinds.are(self.output.once)
        for leaves, _ in self._unwanted:
            wanted &= ~leaves
        texts: dict[tuple[int, Kind], list[str]] = {}
        for leaf in np.flatnonzero(wanted).tolist():
            of = (int(self.kinds.paragraph[leaf]), self.kinds.kind_of(leaf))
            texts.setdefault(of, []).append(self._tree.texts[leaf])
        return [(kind, " ".join(" ".join(t).split())) for (_, kind), t in texts.items()]

    @cached_property
    def words(self) -> Counter[str]:
        """What stays, as a bag of words."""
        tree = self._tree
        bag: Counter[str] = Counter()
        if self._known_keep is not None:  # then whole leaves stay
            for leaf in tree.leaves[self._keep].tolist():
                bag.update(tree.words_of(leaf))
            return bag
        for leaf, verdict in zip(tree.leaves.tolist(), self._verdicts, strict=True):
            if verdict.keep:
                bag.update(tree.words_of(leaf) if verdict.words is None else verdict.words)
        return bag

    @property
    def leaves_kept(self) -> npt.NDArray[np.bool_]:
        """For each text of the page, whether it stays."""
        return self._keep

    @property
    def leaf_words_kept(self) -> npt.NDArray[np.float64]:
        """For each text of the page, how many of its words stay."""
        whole = np.where(self._keep, self._tree.leaf_words, 0).astype(np.float64)
        if self._known_keep is not None:
            return whole
        for i, verdict in enumerate(self._verdicts):
            if verdict.keep and verdict.words is not None:
                whole[i] = len(verdict.words)
        return whole

    @property
    def words_before(self) -> int:
        """How many words the page had."""
        return len(self._tree.word_ids)

    @property
    def words_kept(self) -> int:
        """How many words stay."""
        return int(self.leaf_words_kept.sum())

    @cached_property
    def blocks(self) -> list[Block]:
        """Every piece of text of the page with its verdict and its kind."""
        tree, kinds = self._tree, self.kinds
        return [
            Block(
                address=tree.xpath(leaf),
                text=" ".join(text.split()),
                keep=verdict.keep,
                reason=verdict.reason,
                kind=kinds.kind_of(i),
                confidence=round(sure, 3),
                importance=verdict.importance,
                evidence=Evidence(partial(_all_evidence, verdict.evidence, kinds, i)),
            )
            for i, (leaf, text, verdict, sure) in enumerate(
                zip(
                    *(tree.leaves.tolist(), tree.texts, self._verdicts, kinds.confidence.tolist()),
                    strict=True,
                )
            )
        ]

    def to_dict(self) -> dict[str, Any]:
        """The document as plain data, as it is written to JSON Lines."""
        return {
            "url": self.url,
            "source": self._page.name,
            "site": self.site,
            **asdict(self.metadata),
            "page_type": str(self.page_type),
            "page_type_confidence": round(self.page_type_confidence, 3),
            "text": self.text,
            "comments": self.comments,
            "words_before": self.words_before,
            "words_kept": self.words_kept,
            "method": self.method,
            "encoding": self.encoding,
            "cuts": [str(cut) for cut in self.cuts],
            **self._page.extra,
        }


def _all_evidence(decision: Mapping[str, Any], kinds: PageKinds, leaf: int) -> dict[str, Any]:
    """What a decision was made by, and why the kind is what it is."""
    return {**decision, "kind": kinds.evidence(leaf)}
