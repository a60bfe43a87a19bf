"""Attributes of HTML elements that somebody here reads.

A page keeps these of every element and no others. To read another one, add its name to the
end of `READ`.
"""

# How an element looks: `styles` says what of these counts.
PRESENTATION = tuple(
    "class id style role hidden type align valign bgcolor background width height border "
    "cellpadding cellspacing face color size".split()
)
READ = (
    *"href src alt title name lang content property itemprop rel http-equiv datetime open".split(),
    *"start colspan rowspan srcset data-src data-lazy-src data-original data-lazy".split(),
    *"data-actualsrc data-srcset data-lazy-srcset data-language data-lang data-testid".split(),
    *"itemtype alttext encoding display checked disabled aria-hidden aria-label".split(),
    *"data-line-number autoplay controls".split(),
)
ATTRIBUTE_NAMES = (*PRESENTATION, *READ)
ATTRIBUTE_ID = {name: i for i, name in enumerate(ATTRIBUTE_NAMES)}
