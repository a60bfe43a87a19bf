"""English words by topic.

Things are plural, materials are mass nouns, places carry their preposition,
and verbs come as base/past/ing, so that every pattern fits every word.
"""

from sample_web.language.lists import vocabulary

TOPIC_NAMES = {
    "gardening": "Gardening",
    "astronomy": "Astronomy",
    "sailing": "Sailing",
    "baking": "Baking",
    "cycling": "Cycling",
}

GARDENING = vocabulary(
    things="climbing roses; tomato seedlings; lavender bushes; box hedges; raspberry canes; "
    "dahlia tubers; runner beans; apple espaliers; hellebores; salad leaves; tulip bulbs; "
    "courgette plants; clematis vines; espaliered pears; foxgloves; winter cabbages",
    verb="prune/pruned/pruning; water/watered/watering; mulch/mulched/mulching; "
    "transplant/transplanted/transplanting; stake/staked/staking; feed/fed/feeding; "
    "thin/thinned/thinning; trim/trimmed/trimming; "
    "propagate/propagated/propagating; shelter/sheltered/sheltering",
    tool="hand trowel; garden fork; pair of secateurs; watering can; dibber; wheelbarrow; "
    "spade; cold frame; hoe; soil thermometer; pruning saw; seed tray",
    material="leaf mould; garden compost; bone meal; horticultural grit; well-rotted manure; "
    "bark mulch; potting soil; seaweed feed",
    place="in the greenhouse; along the south wall; on the allotment; in the walled garden; "
    "beside the compost heap; in the raised beds; under the orchard trees; on the rockery",
    problem="blackspot; slug damage; late frost; powdery mildew; blight; waterlogged soil; "
    "bindweed; "
    "root rot; greenfly; drought",
    moment="after the last frost; in early spring; once the buds break; when the leaves fall; "
    "at the waning moon; before the ground freezes; when the soil warms; at sowing time",
    role="head gardener; allotment holder; plant breeder; nurserywoman; orchard keeper; botanist",
    adj="hardy; leggy; frost-tender; root-bound; fragrant; late-flowering; evergreen; overgrown",
    craft="pruning; composting; grafting; sowing; mulching; propagation",
    measure="growth; bloom count; soil moisture; root depth; yield",
    event="plant swap; seed exchange; open garden day; grafting course; compost clinic; "
    "apple day; weeding morning; tulip walk",
    fact="A border needs {material} more than it needs {a tool}.; "
    "Roots follow moisture, and {material} keeps the moisture where the roots can find it.; "
    "Nobody weeds {place} twice without learning to mulch.; "
    "The bees came back to the flower beds as soon as the {adj} {things} opened.; "
    "Clay soil forgives a late sowing, but it never forgives heavy boots.; "
    "What the hedge loses in height, the {things} gain in light.",
)

ASTRONOMY = vocabulary(
    things="double stars; spiral galaxies; globular clusters; lunar craters; sunspots; comets; "
    "variable stars; planetary nebulae; Galilean moons; meteors; exoplanet transits; "
    "dark nebulae; open clusters; ringed planets; asteroids; supernova remnants",
    verb="observe/observed/observing; sketch/sketched/sketching; "
    "photograph/photographed/photographing; track/tracked/tracking; "
    "catalogue/catalogued/cataloguing; measure/measured/measuring; locate/located/locating; "
    "image/imaged/imaging; record/recorded/recording; time/timed/timing",
    tool="refractor; Dobsonian reflector; star chart; pair of binoculars; equatorial mount; "
    "narrowband filter; red torch; spectrograph; eyepiece; guide camera; dew heater; planisphere",
    material="starlight; moonlight; interstellar dust; hydrogen gas; sky glow; solar wind; "
    "airglow; zodiacal light",
    place="at the observatory; under a dark sky; near the zenith; along the ecliptic; "
    "in the constellation of Lyra; above the southern horizon; inside the dome; "
    "at the edge of the Milky Way",
    problem="light pollution; dew; poor seeing; thin cloud; tracking error; a bright moon; "
    "stray light; twilight; a warm mirror; bad collimation",
    moment="at opposition; after midnight; at new moon; during the eclipse; before dawn; "
    "at culmination; on the night of the solstice; when the constellation rises",
    role="observatory keeper; comet hunter; astrophysicist; telescope maker; eclipse chaser; "
    "planetarium lecturer",
    adj="faint; distant; telescopic; far-off; barely visible; ninth-magnitude; elusive; luminous",
    craft="stargazing; astrophotography; mirror grinding; collimation; photometry; star hopping",
    measure="magnitude; declination; angular size; orbital period; redshift",
    event="star party; meteor watch; eclipse evening; dome tour; mirror grinding course; "
    "lunar walk; planetarium show; occultation night",
    fact="Averted vision shows what {a tool} alone cannot.; "
    "The light left those {things} long before anyone ground a lens.; "
    "{material} fills the frame sooner than most beginners expect.; "
    "An orbit is a fall that keeps missing, and the {things} have been falling for ages.; "
    "The dome was cold, the sky was clear, and the {adj} {things} stood still in the field.; "
    "Every planet wanders, which is how it came by its name.",
)

SAILING = vocabulary(
    things="mainsails; jib sheets; halyards; mooring lines; anchor chains; winches; shrouds; "
    "fenders; reefing lines; spinnakers; rudder bearings; bilge pumps; navigation lights; "
    "genoas; backstays; deck cleats",
    verb="rig/rigged/rigging; trim/trimmed/trimming; stow/stowed/stowing; "
    "inspect/inspected/inspecting; tension/tensioned/tensioning; splice/spliced/splicing; "
    "replace/replaced/replacing; grease/greased/greasing; check/checked/checking; "
    "secure/secured/securing",
    tool="sextant; bosun's chair; marlinspike; tiller; hand-bearing compass; boat hook; "
    "depth sounder; storm jib; life raft; wind vane; tide table; dinghy",
    material="antifouling paint; teak oil; marine varnish; sailcloth; salt spray; epoxy filler; "
    "bilge water; shock cord",
    place="on the foredeck; in the cockpit; off the headland; at the marina; in the estuary; "
    "on the leeward shore; beyond the harbour wall; along the fairway",
    problem="weather helm; a lee shore; fog; chafe; a rising gale; seasickness; osmosis; "
    "a fouled propeller; ebb tide; a broken shackle",
    moment="at slack water; before casting off; on the ebb; during the night watch; "
    "when the wind backs; on a beam reach; after the gale; at high tide",
    role="skipper; harbour master; sailmaker; boatbuilder; helmswoman; rigger",
    adj="seaworthy; salt-stained; well-trimmed; chafed; storm-tested; slack; stowable; wind-worn",
    craft="reefing; tacking; navigation; splicing; anchoring; gybing",
    measure="draught; boat speed; heel; tidal range; heading",
    event="club regatta; knot evening; man-overboard drill; harbour supper; dinghy race; "
    "chart course; fitting-out day; estuary cruise",
    fact="A crew that reefs early eats supper warm.; "
    "The tide does not wait for {a tool}, and neither did the harbour master.; "
    "Salt finds its way into the {things} and stays there.; "
    "Steer by a star if the compass light fails, and the course will hold.; "
    "A hull grows weed as surely as a garden does.; "
    "The keel gives the boat her manners and the sails give her opinions.",
)

BAKING = vocabulary(
    things="rye loaves; sourdough boules; croissants; brioche buns; almond biscuits; plum tarts; "
    "cinnamon rolls; oat crackers; choux puffs; baguettes; seeded rolls; shortbread fingers; "
    "lemon cakes; flatbreads; puff pastry shells; ginger cookies",
    verb="bake/baked/baking; knead/kneaded/kneading; shape/shaped/shaping; "
    "glaze/glazed/glazing; prove/proved/proving; score/scored/scoring; chill/chilled/chilling; "
    "dust/dusted/dusting; fill/filled/filling; cool/cooled/cooling",
    tool="dough scraper; proving basket; rolling pin; loaf tin; stand mixer; baking stone; "
    "piping bag; pastry brush; oven thermometer; kitchen scale; wire rack; bread knife",
    material="strong flour; unsalted butter; fresh yeast; sourdough starter; icing sugar; "
    "vanilla custard; ground almonds; egg wash",
    place="in the bakehouse; on the middle shelf; in a steamy oven; on the marble slab; "
    "in the test kitchen; behind the counter; on the proving rack; beside the wood-fired oven",
    problem="a dense crumb; a soggy bottom; overproving; a pale crust; split custard; "
    "burnt sugar; "
    "weak gluten; melted butter; a cold kitchen; a torn dough",
    moment="after the second rise; before the oven is hot; once the butter is soft; "
    "when the crust sings; overnight in the fridge; on baking day; while the dough rests; "
    "as soon as the timer rings",
    role="master baker; pastry chef; miller; home baker; confectioner; bakery owner",
    adj="golden; crumbly; well-risen; buttery; sticky; flaky; sweet; crusty",
    craft="laminating; kneading; proving; tempering; piping; scoring",
    measure="hydration; oven heat; crumb; dough weight; rise",
    event="bread morning; sourdough course; cake contest; mill visit; pastry evening; "
    "starter swap; pie supper; oven lighting",
    fact="Dough keeps its own time, and {a tool} will not hurry it.; "
    "{material} forgives a great deal except impatience.; "
    "The smell of {adj} {things} reached the street before the door was open.; "
    "Weigh everything twice, and the recipe will thank you.; "
    "Steam in the first ten minutes makes the crust, the rest is patience.; "
    "Sugar hides mistakes and salt reveals them.",
)

CYCLING = vocabulary(
    things="brake pads; derailleurs; tubeless tyres; spokes; drive chains; wheel rims; "
    "bottom brackets; handlebars; inner tubes; cassettes; saddles; gear cables; chainrings; "
    "panniers; disc rotors; hub bearings",
    verb="adjust/adjusted/adjusting; clean/cleaned/cleaning; replace/replaced/replacing; "
    "fit/fitted/fitting; tune/tuned/tuning; lubricate/lubricated/lubricating; "
    "align/aligned/aligning; swap/swapped/swapping; tighten/tightened/tightening; "
    "upgrade/upgraded/upgrading",
    tool="chain whip; torque wrench; track pump; truing stand; multitool; tyre lever; "
    "power meter; bike computer; spoke key; repair stand; helmet; puncture kit",
    material="chain lube; tyre sealant; bar tape; carbon paste; bearing grease; degreaser; "
    "rim tape; brake fluid",
    place="on the climb; at the velodrome; along the towpath; on the gravel descent; "
    "in the peloton; on the commute; at the feed station; over the mountain pass",
    problem="a puncture; a crosswind; a saddle sore; a slipping gear; knee pain; a deep pothole; "
    "a squealing brake; chain wear; the bonk; a broken spoke",
    moment="before the sprint; after a wet ride; on the final lap; at the foot of the climb; "
    "during base training; in a headwind; when the gradient bites; on rest day",
    role="bike mechanic; domestique; frame builder; randonneur; cycle courier; time trialist",
    adj="lightweight; squeaky; aerodynamic; carbon; mud-caked; worn-out; race-ready; stiff",
    craft="climbing; drafting; wheelbuilding; bikepacking; cornering; sprinting",
    measure="cadence; tyre pressure; heart rate; gradient; wattage",
    event="club ride; gravel race; wheelbuilding course; hill climb; night ride; "
    "repair evening; audax; criterium",
    fact="A clean drivetrain is worth a gear on any climb.; "
    "Legs tire, but {adj} {things} complain first.; "
    "The rider who eats before she is hungry passes the others in the last hour.; "
    "{material} is cheap, and walking home with {problem} is not.; "
    "Tyre pressure decides more descents than courage does.; "
    "Nobody remembers the flat kilometres.",
)

TOPICS = {
    "gardening": GARDENING,
    "astronomy": ASTRONOMY,
    "sailing": SAILING,
    "baking": BAKING,
    "cycling": CYCLING,
}

NAMES = vocabulary(
    first="Ada; Marcus; Priya; Owen; Lena; Tobias; Grace; Idris; Nora; Felix; Yusuf; Clara; "
    "Rowan; Imogen; Hugh; Sadie; Callum; Beatrix; Noel; Maeve",
    last="Thornbury; Okafor; Lindqvist; Penhale; Marsh; Castellan; Whitlow; Adeyemi; Groves; "
    "Halloran; Sandford; Kettering; Bhatt; Winslade; Orme; Fairley; Dunmore; Vance",
    town="Marlow Quay; Esterham; Little Fenwick; Port Callow; Brackenhurst; Overwater; "
    "Saltmere; Winterby; Tarn Bridge; Coldharbour; Lower Assing; Hexleigh",
    month="January; February; March; April; May; June; July; August; September; October; "
    "November; December",
    day="Monday; Tuesday; Wednesday; Thursday; Friday; Saturday; Sunday",
    nick="quietfox; marlow_77; tin_kettle; northlight; oldboots; halfpast9; redgate; mossandrust; "
    "d_orme; patchwork; longshadow; wren42; slowlane; bellweather; copperpot; two_left_hands",
    count="two; three; four; five; six; seven; eight; nine; ten; a dozen; twenty",
    trait="patience; practice; care; luck; nerve; attention; steadiness; good humour",
)
