"""Nepotistic links by a decision tree (Davison; thesis §3.1).

A link is nepotistic when it is there for another reason than the merit of what
it leads to: menus, breadcrumbs, services, partner sites, advertisements. The
text of such a link goes; links inside the text, headlines of lists and
recommendations of other pages stay.
"""

from sitesieve.cleaning.items import links
from sitesieve.cleaning.items.item import PageItem
from sitesieve.cleaning.methods.item_classifier import ItemClassifier
from sitesieve.page import Page


class NepotisticLinks(ItemClassifier):
    """Drops links that do not recommend content.

    Parameters
    ----------
    certainty : share of nepotistic links among training links alike from which one goes.
    """

    name = "nepotistic-links"
    features = links.FEATURES
    wordings = links.WORDINGS
    item_name = "link"

    def items(self, page: Page) -> list[PageItem]:
        return links.link_items(page)
