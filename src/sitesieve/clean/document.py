"""Document: what stays of a page, and why the rest does not."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.clean.kinds import Kind
from sitesieve.errors import MissingExtra
from sitesieve.page import Cut, Page, PageTree, render
from sitesieve.page.features import language_of

FIELDS = (  # of a document as data, in this order
    *("url", "source", "site", "title", "language", "text", "words_before", "words_kept"),
    *("method", "encoding", "cuts"),
)


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page: where it is, its text, whether it stays, and the reason."""

    address: str  # XPath in the document a browser builds
    text: str
    keep: bool
    reason: str
    kind: Kind | None = None  # None where the method does not tell kinds apart
    importance: float | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)


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
    kind: Kind | None = None  # where the method tells kinds apart


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
    ) -> None:
        self._page = page
        self._verdicts = verdicts
        self._texts = texts  # where a method changes the text inside a leaf
        self._known_keep = keep  # whether each verdict keeps, where that is known without them
        self.method = method
        self._cut = cut  # nodes that go though they may have no text: images
        self.textless = list(textless)  # what was judged and has no text, with its verdict
        self.fit = fit  # how much of the page its site's model recognises, if there is one

    def __repr__(self) -> str:
        return f"Document({self._page.label!r}, {self.words_kept} of {self.words_before} words)"

    @property
    def _tree(self) -> PageTree:
        return self._page.tree

    @cached_property
    def _keep(self) -> npt.NDArray[np.bool_]:
        if self._known_keep is not None:
            return self._known_keep
        return np.fromiter((v.keep for v in self._verdicts), np.bool_, len(self._verdicts))

    @property
    def url(self) -> str | None:
        return self._page.url

    @property
    def site(self) -> str:
        return self._page.site

    @property
    def title(self) -> str:
        return self._tree.title

    @cached_property
    def language(self) -> str | None:
        return language_of(self._tree)

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
        return render.text(self._tree, self._keep, self._texts)

    @cached_property
    def comments(self) -> str:
        """What readers wrote and is not in `text`, where the method tells it apart."""
        aside = [v.kind == Kind.COMMENTS and not v.keep for v in self._verdicts]
        return render.text(self._tree, np.array(aside, np.bool_))

    @cached_property
    def html(self) -> str:
        """The page as HTML with what does not stay cut out, and without script elements.

        It is the page's own markup otherwise: not made safe to show.
        """
        tree, texts = self._tree, self._texts or self._tree.texts
        leaves = zip(tree.leaves.tolist(), self._keep, tree.texts, texts, strict=True)
        replaced = {leaf: new for leaf, kept, old, new in leaves if kept and new != old}
        cut = tree.outermost([*tree.fully_dropped(self._keep), *self._cut])
        return render.html(tree, cut, replaced, scripts=False)

    @cached_property
    def markdown(self) -> str:
        """What stays, as Markdown."""
        try:
            from html_to_markdown import ConversionOptions, convert
        except ImportError:
            raise MissingExtra("Markdown output", "markdown") from None
        options = ConversionOptions(extract_metadata=False, skip_images=True)
        return str(convert(self.html, options).content or "").strip()

    @cached_property
    def words(self) -> Counter[str]:
        """What stays, as a bag of words."""
        tree = self._tree
        bag: Counter[str] = Counter()
        for leaf, verdict in zip(tree.leaves.tolist(), self._verdicts, strict=True):
            if verdict.keep:
                bag.update(tree.words_of(leaf) if verdict.words is None else verdict.words)
        return bag

    @property
    def leaf_words_kept(self) -> npt.NDArray[np.float64]:
        """For each text of the page, how many of its words stay."""
        whole = np.where(self._keep, self._tree.leaf_words, 0).astype(np.float64)
        for i, verdict in enumerate(self._verdicts):
            if verdict.keep and verdict.words is not None:
                whole[i] = len(verdict.words)
        return whole

    @property
    def words_before(self) -> int:
        """How many words the page had."""
        return len(self._tree.words)

    @property
    def words_kept(self) -> int:
        """How many words stay."""
        return self.words.total()

    @cached_property
    def blocks(self) -> list[Block]:
        """Every piece of text of the page with its verdict."""
        tree = self._tree
        return [
            Block(
                address=tree.xpath(leaf),
                text=" ".join(text.split()),
                keep=verdict.keep,
                reason=verdict.reason,
                kind=verdict.kind,
                importance=verdict.importance,
                evidence=verdict.evidence,  # put together when somebody looks at it
            )
            for leaf, text, verdict in zip(
                tree.leaves.tolist(), tree.texts, self._verdicts, strict=True
            )
        ]

    def to_dict(self) -> dict[str, Any]:
        """The document as plain data, as it is written to JSON Lines."""
        return {
            "url": self.url,
            "source": self._page.name,
            "site": self.site,
            "title": self.title,
            "language": self.language,
            "text": self.text,
            "words_before": self.words_before,
            "words_kept": self.words_kept,
            "method": self.method,
            "encoding": self.encoding,
            "cuts": [str(cut) for cut in self.cuts],
            **self._page.extra,
        }
