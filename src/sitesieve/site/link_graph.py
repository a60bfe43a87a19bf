"""What template detection asks of links: their addresses as keys, and components."""

import numpy as np

from sitesieve.page.addresses import normal_form
from sitesieve.page.hashing import stable_id
from sitesieve.page.page import Page
from sitesieve.site.keyed_table import Keys, Rows


def address_key(url: str | None) -> int:
    """The same for addresses of one page, as `normal_form` has it; 0 for none.

    >>> address_key("http://A.example/x#top") == address_key("https://a.example/x")
    True
    """
    address = normal_form(url)
    return stable_id(address) if address else 0


def link_keys(page: Page) -> Keys:
    """The addresses a page links to, each once; none where its own is not known."""
    if not page.url:
        return np.empty(0, np.uint64)
    found = {address_key(link.address) for link in page.tree.links}
    return np.array(sorted(found - {0}), np.uint64)


def components(size: int, a: Rows, b: Rows) -> Rows:
    """For each of `size` things, the smallest of those it is connected with by pairs a–b."""
    label = np.arange(size)
    while True:  # labels spread along pairs, and jump: a logarithmic number of rounds
        smaller = np.minimum(label[a], label[b])
        new = label.copy()
        np.minimum.at(new, a, smaller)
        np.minimum.at(new, b, smaller)
        np.minimum.at(new, label[a], smaller)
        np.minimum.at(new, label[b], smaller)
        new = new[new]
        if (new == label).all():
            return label
        label = new
