"""The types of pages."""

from collections.abc import Iterable
from enum import StrEnum

from sitesieve.errors import did_you_mean


class PageType(StrEnum):
    """What a page is for."""

    ARTICLE = "article"  # one text: news, a post, an essay, a guide
    LISTING = "listing"  # a list of other pages or things: a front page, a topic, results
    PRODUCT = "product"  # one thing for sale
    FORUM = "forum"  # a thread of posts, a question with answers
    DOCUMENTATION = "documentation"  # a manual, a reference
    SERVICE = "service"  # what somebody offers: a landing page, a programme
    COLLECTION = "collection"  # things for sale, side by side


def types_named(names: Iterable[str]) -> tuple[PageType, ...]:
    """Types by their names, several of which may stand in one text with commas between them.

    >>> types_named(["article, forum", "article"])
    (<PageType.ARTICLE: 'article'>, <PageType.FORUM: 'forum'>)
    """
    parts = [name.strip() for text in names for name in text.split(",") if name.strip()]
    for name in parts:
        if name not in tuple(PageType):
            hint = did_you_mean(name, PageType)
            raise ValueError(f"no type of page {name!r}; there are {', '.join(PageType)}{hint}")
    return tuple(PageType(name) for name in dict.fromkeys(parts))
