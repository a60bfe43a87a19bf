"""Document: a cleaned page, in every form that people want it in."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.block import Block
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.noise.page_kinds import PageKinds
from sitesieve.cleaning.output import OutputOptions
from sitesieve.cleaning.page_blocks import ItemBlocks, TextBlocks
from sitesieve.cleaning.page_type import PageType, TypeGuess, guess_type
from sitesieve.cleaning.posts import PagePart, Post, Posts
from sitesieve.cleaning.selection import Selection
from sitesieve.cleaning.verdicts import ItemVerdict, Leaves, Verdict, Verdicts
from sitesieve.page import Cut, Page, PageTree
from sitesieve.page.late import Late
from sitesieve.page.metadata import Metadata
from sitesieve.page.writing.plain import plain_text

if TYPE_CHECKING:  # plain text is had without the writers of markup
    from sitesieve.notebook import Part
    from sitesieve.page.writing.markup_output import Wanted

FIELDS = (  # of a document as data, in this order
    *("url", "source", "site", "title", "author", "date", "modified", "language", "site_name"),
    *("description", "canonical", "page_type", "page_type_confidence", "text", "comments"),
    *("words_before", "words_kept", "method", "encoding", "cuts"),
)

_MOST_SHOWN = 50  # blocks that go, in a notebook
_LONGEST = 100  # characters of each


class Document:
    """A cleaned page. Text, HTML and Markdown are made when they are asked for.

    >>> import sitesieve
    >>> html = "<title>Tea</title><h1>Tea</h1><p>Boil the water, then wait a minute.</p>"
    >>> doc = sitesieve.clean(html)
    >>> doc.title, doc.words_kept, doc.blocks[1].keep
    ('Tea', 8, True)

    Parameters
    ----------
    verdicts : the method's decision on each text of the page.
    method : its name.
    kinds : what the texts are, where the method knows more than the page shows.
    items : its decisions on images or links.
    fit : tells how much of the page its site's model recognises, if there is one.
    metadata : what the page says of itself, where its site has taught something of that.
    output : what is wanted of the page.
    """

    def __init__(
        self,
        page: Page,
        verdicts: Sequence[Verdict],
        method: str,
        *,
        kinds: PageKinds | None = None,
        items: Sequence[ItemVerdict] = (),
        fit: Late[float] | None = None,
        metadata: Late[Metadata] | None = None,
        output: OutputOptions | None = None,
    ) -> None:
        self._page = page
        self._verdicts = Verdicts.of(verdicts)
        self._items = items
        self.method = method
        self.kinds = kinds or PageKinds(page)
        self._fit = fit
        self._metadata = metadata
        self.output = output or OutputOptions()
        self._selection = Selection(self.tree, self._verdicts, self.kinds, self.output)

    def __repr__(self) -> str:
        words = f"{self.words_kept:,} of {self.words_before:,} words"
        return f"<Document {self.title or self._page.label!r}: {', '.join((*self._facts, words))}>"

    @property
    def _facts(self) -> list[str]:
        """What is known of the page, in a few words."""
        facts = (self.url, str(self.page_type), self.author, self.date, self.language)
        return [fact for fact in facts if fact]

    def _repr_html_(self) -> str:
        """For notebooks: what stays, without images, which would be loaded; and what goes."""
        from sitesieve.notebook import as_html
        from sitesieve.page.writing import markup_output, safe_html

        fragment = safe_html.sanitized(markup_output.html_fragment(*self._kept(images=False)))
        return as_html(*self._view, fragment)

    def _repr_markdown_(self) -> str:
        from sitesieve.notebook import as_markdown
        from sitesieve.page.writing import markup_output

        return as_markdown(*self._view, markup_output.markdown(*self._kept(images=False)))

    @property
    def _view(self) -> tuple[str, list[str], list["Part"]]:
        """Title, facts, and what goes, for notebooks."""
        from sitesieve.notebook import Table

        goes = [(str(b.kind), b.reason, b.text) for b in self.blocks if not b.keep and b.text]
        alike = [list(blocks) for _, blocks in groupby(goes, lambda block: block[:2])]
        rows = [
            (*blocks[0][:2], _shortened(" · ".join(text for _, _, text in blocks)))
            for blocks in alike[:_MOST_SHOWN]
        ]
        more = f", the first {_MOST_SHOWN} of {len(alike):,}" if len(alike) > _MOST_SHOWN else ""
        facts = [*self._facts, f"{self.words_kept:,} of {self.words_before:,} words stay"]
        table = Table(f"what goes{more}", ("kind", "why", "text"), rows)
        return self.title or self._page.label, facts, [table] if rows else []

    def with_output(self, output: OutputOptions) -> "Document":
        """The same document with other things wanted of it."""
        return Document(
            *(self._page, self._verdicts, self.method),
            kinds=self.kinds,
            items=self._items,
            fit=self._fit,
            metadata=self._metadata,
            output=output,
        )

    @property
    def fit(self) -> float | None:
        """How much of the page its site's model recognises, in [0, 1]; None without a model."""
        return None if self._fit is None else self._fit()

    @property
    def tree(self) -> PageTree:
        """The page as it was parsed."""
        return self._page.tree

    @property
    def url(self) -> str | None:
        return self._page.url

    @property
    def site(self) -> str:
        return self._page.site

    @property
    def metadata(self) -> Metadata:
        """What the page says of itself; found when it is first asked for."""
        return self._page.metadata if self._metadata is None else self._metadata()

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
        """What the page declares, unless its text is long and clearly in another; where it declares
        nothing, what its text is in. A two-letter code."""
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
        return self.tree.cuts

    @cached_property
    def text(self) -> str:
        """What stays, as plain text."""
        return plain_text(self.tree, self.leaves_kept, self._selection.texts)

    @cached_property
    def comments(self) -> str:
        """What readers wrote and is not in `text`, where the method tells it apart."""
        comments = self.kinds.told(Kind.COMMENTS) & ~self.leaves_kept
        return plain_text(self.tree, self._selection.wanted(comments)) if comments.any() else ""

    @cached_property
    def html(self) -> str:
        """What stays, as a page of HTML that is safe to show: structure, links and images."""
        from sitesieve.page.writing import markup_output, safe_html

        if self._kept_posts.all:
            fragment = self._kept_posts.html_fragment()
        else:
            fragment = markup_output.html_fragment(*self._kept())
        return safe_html.document(fragment, self.title or self.tree.title, self.tree.lang)

    @cached_property
    def markdown(self) -> str:
        """What stays, as Markdown."""
        from sitesieve.page.writing import markup_output

        if self._kept_posts.all:
            return self._kept_posts.markdown()
        return markup_output.markdown(*self._kept())

    @cached_property
    def posts(self) -> list[Post]:
        """The posts of a thread, a tree of comments or a timeline, those of `comments` too: each
        with its author, date and number where the page has them. None where there is one."""
        comments = self.kinds.told(Kind.COMMENTS) & ~self.leaves_kept
        if not comments.any():
            return self._kept_posts.all
        tree, keep, texts, wanted, cut = self._kept()
        keep = keep | self._selection.wanted(comments)
        return Posts(PagePart(tree, keep, texts, wanted, cut)).all

    @cached_property
    def _kept_posts(self) -> Posts:
        return Posts(PagePart(*self._kept()))

    def _kept(
        self, images: bool = True
    ) -> tuple[PageTree, Leaves, list[str] | None, "Wanted", list[int]]:
        """What stays, as writers of markup take it."""
        from sitesieve.page.writing.markup_output import Wanted

        wanted = Wanted(self.output.links, self.output.images and images)
        texts, cut = self._selection.texts, self._selection.cut(self._items)
        return self.tree, self.leaves_kept, texts, wanted, cut

    @cached_property
    def once(self) -> list[tuple[Kind, str]]:
        """The texts that are for the site's card (`output.once`), by paragraph, with their
        kinds."""
        if not self.output.once:
            return []
        leaves = self._selection.wanted(self.kinds.are(self.output.once))
        texts: dict[tuple[int, Kind], list[str]] = {}
        for leaf in np.flatnonzero(leaves).tolist():
            of = (int(self.kinds.paragraph[leaf]), self.kinds.kind_of(leaf))
            texts.setdefault(of, []).append(self.tree.texts[leaf])
        return [(kind, " ".join(" ".join(t).split())) for (_, kind), t in texts.items()]

    @cached_property
    def words(self) -> Counter[str]:
        """What stays, as a bag of words."""
        return self._selection.words()

    @property
    def leaves_kept(self) -> Leaves:
        """For each text of the page, whether it stays."""
        return self._selection.keep

    @property
    def leaf_words_kept(self) -> npt.NDArray[np.float64]:
        """For each text of the page, how many of its words stay."""
        return self._selection.leaf_words()

    @property
    def words_before(self) -> int:
        """How many words the page had."""
        return len(self.tree.word_ids)

    @property
    def words_kept(self) -> int:
        """How many words stay."""
        return int(self.leaf_words_kept.sum())

    @cached_property
    def blocks(self) -> list[Block]:
        """Every piece of text of the page with its verdict and its kind."""
        texts = TextBlocks(self.tree, self._verdicts, self._selection, self.kinds)
        return [Block(texts, leaf) for leaf in range(len(self.tree.leaves))]

    @cached_property
    def textless(self) -> list[Block]:
        """The images and links that were judged and have no text."""
        tree = self.tree
        start, end = tree.leaf_start, tree.end
        items = [item for item in self._items if start[item.block] == start[end[item.block]]]
        source = ItemBlocks(tree, items, self._selection)
        return [Block(source, number) for number in range(len(items))]

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


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
