"""What pages say of their site's places, judged as late as possible."""

import pickle

from sitesieve import Page
from sitesieve.cleaning.methods import Sieve
from sitesieve.cleaning.sieve import late_judging
from sitesieve.cleaning.sieve.late_judging import LateJudging
from sitesieve.page.tree import PageTree
from sitesieve.site.place_odds import PAGES, PlaceOdds, SmallestDigests

SITE = [
    Page(f"https://a.example/{n}", f"<nav>home news</nav><p>{n} stories of {n * n} boats</p>")
    for n in range(90)
]


class Judge:
    def __init__(self) -> None:
        self.asked: list[int] = []

    def __call__(self, tree: PageTree) -> PlaceOdds:
        self.asked.append(tree.digest)
        return PlaceOdds()


def test_only_the_pages_with_the_smallest_digests_are_judged() -> None:
    method, judge = Sieve(), Judge()
    method._places = LateJudging(judge)
    method.learn(SITE)
    assert judge.asked == []
    assert method.sites["a.example"].pages == len(SITE)
    assert judge.asked == sorted(page.tree.digest for page in SITE)[:PAGES]


def test_what_travels_has_been_judged() -> None:
    method, judge = Sieve(), Judge()
    method._places = LateJudging(judge)
    observation = method.observe(SITE[0])
    sent = pickle.loads(pickle.dumps(observation))
    assert judge.asked == [SITE[0].tree.digest]
    assert isinstance(sent.kept.odds, PlaceOdds)


def test_few_pages_wait_and_of_these_none_that_others_have_replaced() -> None:
    judge = Judge()
    judging = LateJudging(judge)
    sites = late_judging._MOST_WAITING
    for n in range(sites + 1):  # each the only page of its site
        judging.of(Page(f"https://{n}.example/", "<p>word"))
    assert 0 < len(judge.asked) <= sites
    judge.asked.clear()
    of_one_site = LateJudging(judge)
    late = [of_one_site.of(page) for page in SITE]
    of_one_site._make_room()
    assert judge.asked == []
    told = [one for one in late if one is not None and one._tree is not None]
    assert len(told) == PAGES


def test_the_same_is_learned_where_sites_are_forgotten_meanwhile() -> None:
    pages = [
        Page(f"https://{site}.example/{n}", f"<nav>home news</nav><p>{n} stories of {n * n} {site}")
        for n in range(60)
        for site in "abcd"
    ]
    whole, forgetful = Sieve(sample=30).learn(pages), Sieve(sample=30)
    forgetful._places._smallest = SmallestDigests(most_held=50)
    forgetful.models._smallest = SmallestDigests(30, most_held=50)
    forgetful.learn(pages)
    assert forgetful.digest() == whole.digest()
    assert forgetful.models.left_out == whole.models.left_out


def test_what_was_said_of_a_page_stays_when_its_site_learns_more() -> None:
    method = Sieve().learn(SITE[:6])
    before = method.clean(SITE[0])
    after = method.clean(SITE[0])
    blocks = [block.to_dict() for block in before.blocks]
    fit = before.fit
    method.update([Page(f"https://a.example/x{n}", f"<div>{n} other</div>") for n in range(9)])
    assert [block.to_dict() for block in after.blocks] == blocks
    assert after.fit == fit


def test_a_page_that_cannot_be_in_the_sample_is_not_kept() -> None:
    method = Sieve(sample=5)
    observed = [method.observe(page) for page in SITE]
    smallest = sorted(page.tree.digest for page in SITE)[:5]
    assert {one.digest for one in observed if one.kept is not None} >= set(smallest)
    assert sum(one.kept is None for one in observed) > len(SITE) / 2
    for one in observed:
        method.absorb(one)
    assert method.models.pages_of("a.example") == set(smallest)
    assert method.models.left_out == len(SITE) - 5
