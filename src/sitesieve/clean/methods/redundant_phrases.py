"""Redundant phrases (Kang-Kim §III.C.3): what pages of one URL path repeat is noise.

A phrase is the text between two tags: one leaf of the page. After the tag
filter, phrases that stand on more than one page of the path are dropped.
"""

from sitesieve.clean.document import Document, Verdict
from sitesieve.clean.methods.by_path import RedundancyFilter
from sitesieve.clean.methods.tag_filter import NEGATIVE
from sitesieve.page import Page, PageTree
from sitesieve.page.styles import stable_id
from sitesieve.site.redundancy import PhraseGroups

_LONGEST = 120  # characters of a phrase that are kept; longer ones are known by a digest


class RedundantPhrases(RedundancyFilter):
    """Drops the phrases that pages of the same URL path have in common."""

    name = "redundant-phrases"
    group_type = PhraseGroups

    def counts(self, page: Page) -> dict[str, int]:
        gone = self.tag_filter.negative_leaves(page.tree)
        return {p: 1 for p, g in zip(phrases(page.tree), gone, strict=True) if not g}

    def clean_page(self, page: Page) -> Document:
        tree = page.tree
        found = self.groups.find(page.site, page.path)
        path, group = found or ("", None)
        verdicts = []
        negative = self.tag_filter.negative_leaves(tree)
        positive = self.tag_filter.positive_leaves(tree)
        for phrase, gone, stays in zip(phrases(tree), negative, positive, strict=True):
            pages = group.counts.get(phrase, 0) if group is not None else 0
            if gone:
                verdicts.append(NEGATIVE)
            elif stays:
                verdicts.append(Verdict(True, "under a positive tag"))
            elif group is None:
                verdicts.append(Verdict(True, "nothing is known of this path"))
            elif pages > 1:
                reason = f"stands on {pages} of {group.pages} pages of {path}"
                evidence = {"pages": pages, "of": group.pages, "path": path}
                verdicts.append(Verdict(False, reason, evidence))
            else:
                verdicts.append(Verdict(True, f"on no other page of {path}", {"path": path}))
        return Document(page, verdicts, self.name)


def phrases(tree: PageTree) -> list[str]:
    """The phrases of a page, one for each leaf; long ones shortened to a digest."""
    found = []
    for text in tree.texts:
        phrase = " ".join(text.split())
        if len(phrase) > _LONGEST:
            phrase = f"{phrase[: _LONGEST - 20]}… {stable_id(phrase):016x}"
        found.append(phrase)
    return found
