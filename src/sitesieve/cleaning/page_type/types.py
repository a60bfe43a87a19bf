"""The types of pages."""

from enum import StrEnum


class PageType(StrEnum):
    """What a page is for."""

    ARTICLE = "article"  # one text: news, a post, an essay, a guide
    LISTING = "listing"  # a list of other pages or things: a front page, a topic, results
    PRODUCT = "product"  # one thing for sale
    FORUM = "forum"  # a thread of posts, a question with answers
    DOCUMENTATION = "documentation"  # a manual, a reference
    SERVICE = "service"  # what somebody offers: a landing page, a programme
    COLLECTION = "collection"  # things for sale, side by side
