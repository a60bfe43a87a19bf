"""HTML elements by what they mean for the text of a page."""

# Known elements get small numbers that are the same everywhere; all others
# (custom elements, typos) share OTHER and are told apart by their presentation.
TAG_NAMES = (
    "#other #text a abbr acronym address applet area article aside audio b base basefont bdi bdo "
    "big blockquote body br button canvas caption center cite code col colgroup data datalist dd "
    "del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form "
    "frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd label legend li "
    "main map mark marquee math menu meter nav nobr object ol optgroup option output p param "
    "picture pre progress q rp rt ruby s samp search section select small source span strike "
    "strong sub summary sup svg table tbody td textarea tfoot th thead time tr track tt u ul var "
    "video wbr xmp"
).split()
TAG_ID = {name: i for i, name in enumerate(TAG_NAMES)}
OTHER = TAG_ID["#other"]
TEXT = TAG_ID["#text"]

# Nothing of these is on the page: neither element nor content becomes a node.
UNSEEN = frozenset(
    "script style template noscript noembed noframes head title meta link base basefont "
    "annotation annotation-xml".split()
)

# With numbers for those of them that have none yet: the first are those of TAG_NAMES.
ALL_TAG_NAMES = (*TAG_NAMES, *sorted(UNSEEN - set(TAG_NAMES)))

# These are on the page as one thing: a node without content. What stands inside
# is drawn, played, or shown only where the element does not work.
OPAQUE = frozenset("svg iframe canvas audio video".split())

# Elements that start and end a line of text. Cells and options too: their
# texts are apart on screen.
BLOCK_LEVEL = frozenset(
    "address article aside blockquote body button caption center dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li "
    "main menu nav ol optgroup option p pre search section select summary table tbody td textarea "
    "tfoot th thead tr ul xmp".split()
)
