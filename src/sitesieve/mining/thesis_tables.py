"""The tables of the thesis's chapter 5, as they are printed there.

N no cleaning, T template based, S site style tree, W structure-tree weights; 5,460 product
pages and 10,610 news pages. Printed averages of tables 5-5 to 5-16 are the means of their rows
but for .0001 of rounding here and there.
"""

from typing import NamedTuple

CASES = ("N", "T", "S", "W")

Pair = tuple[str, str]
Row = tuple[float, float, float, float]  # N, T, S, W


class RunCounts(NamedTuple):
    """A row of tables 5-3 and 5-4: the mean F of 800 runs of k-means, how many are where."""

    mean: float
    below: tuple[float, int]
    at_least: dict[float, int]


class ThesisTables(NamedTuple):
    """What the thesis reports of one set of pages."""

    sites: tuple[str, ...]
    pages: dict[str, tuple[int, ...]]  # of each class on each site: tables 5-1 and 5-2
    k_means: dict[str, RunCounts]  # tables 5-3 and 5-4
    f: dict[int, dict[Pair, Row]]  # by configuration: tables 5-5, 7, 9 and 5-11, 13, 15
    accuracy: dict[int, dict[Pair, Row]]  # tables 5-6, 8, 10 and 5-12, 14, 16


RUNS = 800


def _rows(text: str) -> dict[Pair, Row]:
    rows = {}
    for line in text.split("\n"):
        first, second, n, t, s, w = line.split()
        rows[first, second] = (float(n), float(t), float(s), float(w))
    return rows


def _runs(bound: float, *rows: tuple[float, int, int, int, int]) -> dict[str, RunCounts]:
    return {
        case: RunCounts(mean, (bound, below), {0.7: seven, 0.8: eight, 0.9: nine})
        for case, (mean, below, seven, eight, nine) in zip(CASES, rows, strict=True)
    }


PRODUCTS = ThesisTables(
    sites=("Amazon", "CNet", "J&R", "PCMag", "ZDnet"),
    pages={
        "notebook": (434, 480, 51, 144, 143),
        "camera": (402, 219, 80, 137, 151),
        "mobile": (45, 109, 9, 43, 97),
        "printer": (767, 500, 104, 107, 80),
        "tv": (719, 449, 199, 0, 0),
    },
    k_means=_runs(
        0.5,
        (0.506, 381, 4, 1, 0),
        (0.631, 85, 186, 62, 0),
        (0.751, 26, 625, 198, 94),
        (0.794, 13, 713, 294, 187),
    ),
    f={
        1: _rows(  # table 5-5
            """\
camera mobile .9829 .9681 .9568 .9839
camera notebook .9939 .9364 .9936 .9872
camera printer .9847 .9457 .9727 .9916
camera tv .9920 .9652 .9708 .9974
mobile notebook .9421 .8367 .7978 .9041
mobile printer .8240 .7912 .7377 .8705
mobile tv .8086 .6671 .6186 .8012
notebook printer .9787 .9809 .9508 .9631
notebook tv .9960 .7943 .9334 .9753
printer tv .9736 .9361 .9922 .9996"""
        ),
        2: _rows(  # table 5-7
            """\
camera mobile .8448 .8970 .9334 .9600
camera notebook .7685 .8035 .9514 .9697
camera printer .7166 .8664 .9428 .9777
camera tv .7798 .8565 .9694 .9911
mobile notebook .5046 .5451 .7092 .7705
mobile printer .5175 .6422 .7185 .7914
mobile tv .5856 .6664 .7788 .8739
notebook printer .7374 .7107 .9520 .9522
notebook tv .7754 .6537 .9632 .9666
printer tv .7352 .8410 .9716 .9779"""
        ),
        3: _rows(  # table 5-9
            """\
camera mobile .7527 .8632 .9312 .9589
camera notebook .6157 .7144 .9424 .9684
camera printer .5896 .7642 .9356 .9836
camera tv .6233 .8082 .9629 .9822
mobile notebook .3565 .4686 .6783 .7701
mobile printer .3985 .5710 .7205 .8254
mobile tv .5025 .6845 .7820 .8427
notebook printer .6023 .6305 .9305 .9432
notebook tv .5984 .5820 .9585 .9466
printer tv .5371 .7123 .9622 .9748"""
        ),
    },
    accuracy={
        1: _rows(  # table 5-6
            """\
camera mobile .9728 .9465 .9303 .9750
camera notebook .9947 .9432 .9945 .9888
camera printer .9877 .9573 .9787 .9935
camera tv .9927 .9709 .9741 .9975
mobile notebook .9812 .9421 .9375 .9638
mobile printer .9615 .9435 .9281 .9594
mobile tv .9508 .9132 .8821 .9263
notebook printer .9817 .9835 .9558 .9684
notebook tv .9959 .8457 .9338 .9759
printer tv .9685 .9376 .9916 .9995"""
        ),
        2: _rows(  # table 5-8
            """\
camera mobile .7863 .8488 .8964 .9367
camera notebook .8161 .8193 .9544 .9699
camera printer .7805 .9045 .9538 .9811
camera tv .8298 .8742 .9694 .9915
mobile notebook .7976 .8207 .8873 .9095
mobile printer .8108 .9082 .9182 .9328
mobile tv .8489 .8786 .9064 .9409
notebook printer .7714 .8053 .9567 .9588
notebook tv .8087 .7783 .9605 .9700
printer tv .7477 .8524 .9706 .9774"""
        ),
        3: _rows(  # table 5-10
            """\
camera mobile .6760 .8030 .8927 .9333
camera notebook .6438 .7169 .9416 .9669
camera printer .6349 .7913 .9403 .9840
camera tv .6644 .8110 .9654 .9804
mobile notebook .6257 .7381 .8653 .9027
mobile printer .6701 .8374 .9017 .9351
mobile tv .7304 .8695 .9147 .9296
notebook printer .6128 .6823 .9293 .9393
notebook tv .6178 .6595 .9572 .9402
printer tv .5372 .6880 .9530 .9677"""
        ),
    },
)

NEWS = ThesisTables(
    sites=("ABC", "BBC", "CBS", "CNN", "USAToday"),
    pages={
        "business": (502, 497, 0, 370, 503),
        "entertainment": (499, 500, 496, 495, 501),
        "health": (506, 502, 505, 495, 502),
        "politics": (505, 0, 0, 497, 252),
        "tech": (489, 493, 506, 503, 492),
    },
    k_means=_runs(
        0.6,
        (0.593, 416, 123, 50, 17),
        (0.731, 57, 362, 289, 13),
        (0.747, 45, 386, 293, 256),
        (0.753, 53, 394, 323, 282),
    ),
    f={
        1: _rows(  # table 5-11
            """\
business entertainment .9224 .9302 .9590 .9483
business health .9362 .9398 .9725 .9613
business politics .9227 .9406 .9602 .9407
business tech .7993 .7830 .7721 .8199
entertainment health .9602 .9759 .9856 .9734
entertainment politics .9828 .9786 .9891 .9831
entertainment tech .8631 .9174 .8960 .9299
health politics .9804 .9754 .9839 .9754
health tech .9336 .9294 .8807 .9276
politics tech .8849 .9072 .7958 .9101"""
        ),
        2: _rows(  # table 5-13
            """\
business entertainment .7778 .8914 .9099 .9242
business health .7481 .8734 .9285 .9298
business politics .7177 .8974 .9473 .9391
business tech .5982 .6944 .7146 .7778
entertainment health .8207 .9436 .9589 .9667
entertainment politics .8299 .9687 .9791 .9781
entertainment tech .7436 .8776 .8680 .9174
health politics .7985 .9586 .9766 .9725
health tech .7436 .8762 .8585 .9128
politics tech .6922 .8483 .8099 .8697"""
        ),
        3: _rows(  # table 5-15
            """\
business entertainment .6016 .8495 .9134 .9233
business health .5823 .8477 .9173 .9237
business politics .5475 .8682 .9281 .9311
business tech .4710 .6589 .7434 .7852
entertainment health .6568 .9208 .9555 .9661
entertainment politics .6972 .9640 .9816 .9826
entertainment tech .5964 .8427 .8656 .9076
health politics .6747 .9572 .9754 .9725
health tech .6150 .8482 .8602 .9045
politics tech .5829 .8685 .8497 .8949"""
        ),
    },
    accuracy={
        1: _rows(  # table 5-12
            """\
business entertainment .9395 .9434 .9661 .9574
business health .9504 .9525 .9775 .9683
business politics .9091 .9276 .9502 .9269
business tech .8352 .8144 .7546 .8447
entertainment health .9619 .9759 .9857 .9734
entertainment politics .9764 .9703 .9848 .9766
entertainment tech .8654 .9145 .8688 .9264
health politics .9725 .9655 .9771 .9653
health tech .9321 .9264 .8456 .9246
politics tech .9262 .9427 .7764 .9438"""
        ),
        2: _rows(  # table 5-14
            """\
business entertainment .8179 .9130 .9286 .9394
business health .8036 .9025 .9444 .9438
business politics .7515 .8900 .9392 .9257
business tech .6679 .7564 .7240 .8158
entertainment health .8371 .9442 .9599 .9664
entertainment politics .8245 .9582 .9718 .9698
entertainment tech .7598 .8779 .8397 .9138
health politics .7995 .9462 .9683 .9623
health tech .7503 .8770 .8360 .9118
politics tech .7245 .8982 .8376 .9244"""
        ),
        3: _rows(  # table 5-16
            """\
business entertainment .6819 .8806 .9324 .9393
business health .6746 .8850 .9367 .9394
business politics .5714 .8523 .9119 .9140
business tech .5726 .7366 .7722 .8281
entertainment health .6869 .9231 .9575 .9661
entertainment politics .6620 .9500 .9736 .9749
entertainment tech .6277 .8454 .8481 .9042
health politics .6465 .9412 .9647 .9604
health tech .6363 .8522 .8478 .9050
politics tech .6736 .9089 .8733 .9335"""
        ),
    },
)

THESIS = {"products": PRODUCTS, "news": NEWS}


def as_data() -> dict[str, object]:
    """All of it as plain data, for JSON."""
    return {
        name: {
            "pages_by_class_and_site": {
                label: dict(zip(tables.sites, counts, strict=True))
                for label, counts in tables.pages.items()
            },
            "k_means": {
                case: {"mean": row.mean, "below": [list(row.below)], "at_least": row.at_least}
                for case, row in tables.k_means.items()
            },
            "svm": {
                str(number): [
                    [*pair, *tables.f[number][pair], *tables.accuracy[number][pair]]
                    for pair in tables.f[number]
                ]
                for number in tables.f
            },
        }
        for name, tables in THESIS.items()
    }
