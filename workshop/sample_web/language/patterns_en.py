"""English sentence patterns. A slot is `{category}` or `{form category}`."""

from collections.abc import Mapping

from sample_web.language.lists import words

HEADLINE = words(
    "How to {base verb} {things} without {problem}; {ing verb} {adj} {things} {moment}; "
    "The case for {a tool} {place}; Why {things} suffer from {problem}; "
    "{count} ways to {base verb} {adj} {things}; A year of {craft} in {town}; "
    "What {problem} taught {a role} from {town}; {things} and {problem} {place}; "
    "Rethinking {craft} {moment}; In praise of {material}; {first} {last} on {craft} {place}; "
    "The {adj} {things} of {town}; When {things} meet {problem}; "
    "{material} or {material}, and why it matters for {things}; Small lessons in {craft} {place}; "
    "{town} learns to {base verb} its {things}"
)

SENTENCE = words(
    "{first} {last} {past verb} the {adj} {things} {place} and kept {a tool} within reach.; "
    "{moment}, most {things} need little more than {material} and some {trait}.; "
    ""
    "The {role} from {town} has {past verb} {things} for {count} years and still fears {problem}.; "
    "If you {base verb} {things} {moment}, {problem} is far less likely.; "
    "{ing verb} {things} is slow work, and {a tool} only makes it slower at first.; "
    "For {adj} {things} the usual advice is {material}, applied sparingly.; "
    "{problem} ruined {count} of the {things} {place}.; "
    "We compared {things} {place} with others from {town} and found the {measure} much alike.; "
    "Nobody in {town} had {past verb} {things} quite like that before.; "
    "There is no need to {base verb} everything at once, since {adj} {things} can wait.; "
    "A good {role} notices {problem} long before the {things} show it.; "
    "{first} keeps {a tool} and some {material} in the shed for exactly this.; "
    "Good {craft} depends on {measure}, on {material} and on not giving up {moment}.; "
    "The old {role} {past verb} them by feel, the young one trusts {a tool}.; "
    "{moment} the {things} {place} often look {adj}.; "
    "Without {material} even the best {things} will show signs of {problem}.; "
    "Try to {base verb} the {things} {place} first, and leave the rest until {day}.; "
    "{count} of the {adj} {things} had to be {past verb} again because of {problem}.; "
    "In {town} they swear by {material}, in {town} by {a tool}.; "
    "{craft} {moment} asks for {trait}, and then for more {trait}.; "
    "Records kept by {first} {last} show how {measure} changed in {month}.; "
    "The difference between {adj} {things} and the others is mostly {measure}.; "
    "She {past verb} {things} on a {day}, wrote down the {measure}, and went home.; "
    "Whoever sells you {a tool} should also explain {problem}.; "
    "By {month} the {things} {place} were {adj} again."
)

# Sentences any topic might hold: they make the topics harder to tell apart.
PLAIN = words(
    "It took {count} attempts and rather more {trait} than planned.; "
    "The weather in {town} did the rest.; Not everyone agreed, of course.; "
    "That was in {month}, and much has changed since.; "
    "The costs were modest and the {trait} was free.; "
    "A second visit on {day} confirmed the impression.; "
    "Neighbours in {town} still talk about it.; Some of it can be learned from books.; "
    "The wind dropped, the light went, and {first} packed up.; "
    "Ask around before spending money on it.; The rest is habit.; "
    "For once the forecast had been right, and the night stayed dry."
)

QUOTE = words(
    "I never understood {craft} until {problem} took my first {things}.; "
    "You can buy {a tool}, but you cannot buy {trait}.; "
    "People come for the {things} and stay for the {craft}.; "
    "Give me {material} and an hour {place}, and I am happy.; "
    "My grandmother {past verb} {things} all her life and never owned {a tool}."
)

HEADING = words(
    "What you need; Before you start; Choosing {things}; Dealing with {problem}; "
    "The question of {measure}; Step by step; {craft} {moment}; Notes from {town}; "
    "Common mistakes; Why {material}"
)

TIP = words(
    "{base verb} the {things} {moment}; Keep {a tool} close by; Use {material} with care; "
    "Watch for {problem}; Write down the {measure} every {day}; Ask {a role} before you begin; "
    "Leave {adj} {things} alone; Start {place}; Never trust {problem} to go away"
)

PRODUCT = words(
    "{town} {tool}; {adj} {tool} for {craft}; {tool} with {material}; "
    "Compact {tool} no. {number}; "
    "{last} {tool}; Travel {tool} for the {role}; Classic {tool} {number}"
)

PRODUCT_LINE = words(
    "Made in {town} for anyone who has to {base verb} {things} {moment}.; "
    "It helps against {problem} and lasts for years.; "
    "Comes with a bag of {material} and a short guide to {craft}.; "
    "Our {role} used it {place} for {count} months and would not give it back.; "
    "It asks for some {trait} at first, as one customer in {town} put it.; "
    "Light enough to carry, strong enough for {adj} {things}.; "
    "Suitable for {things}, less so for {things}.; Spare parts are sold in {town}."
)

SPEC = words("Weight; Length; Colour; Goes with; Made in; Guarantee; Best for; Order number")

THREAD = words(
    "Help, {problem} on my {things}!; Which {tool} for {adj} {things}?; "
    "{material} or {material}?; Do you {base verb} {things} {moment}?; First time {place}; "
    "{a tool} worth the money?; {things} {place}, show yours; "
    "Anyone from {town} into {craft}?; My {measure} is all wrong"
)

QUESTION = words(
    "Hi all, I {past verb} my {things} last {day} and now I see {problem}. What did I do wrong?; "
    "New here, from {town}. Is {a tool} enough for {things}, or do I need more?; "
    "Last {day} I tried {material} {place} for the first time. The {things} look {adj} now.; "
    "Does anyone {base verb} {things} {moment}? My {measure} seems off.; "
    "I inherited {a tool} and {count} {adj} {things}. Where do I start with {craft}?"
)

ANSWER = words(
    "Same here with {problem}. In the end {material} fixed it.; Put {a tool} on your wish list.; "
    "I would {base verb} them {moment} and not worry about the {measure}.; "
    "No idea about {things}, but {craft} {place} taught me {trait}.; "
    "Thanks, that helped. The {adj} ones are fine again.; Can you post the {measure}?; "
    "Our {role} says {problem} comes from too much {material}.; "
    "Have you looked at the {things} {place}? Mine did that too."
)

COMMENT = words(
    "Lovely piece, my {things} agree.; I tried {material} once and got {problem}.; "
    "You forgot to mention {a tool}!; Greetings from {town}, where {things} are all {adj}.; "
    "Never {base verb} anything {moment}, I say.; "
    "Thank you {first}, I learned a lot about {craft}.; "
    "Does this work {place} as well?; Please write more about {problem}.; First!; "
    "The picture is nice but the {measure} cannot be right."
)

EVENT = words(
    "Bring {a tool} and some {material}, we {base verb} {things} together.; "
    "{first} {last} speaks about {craft} and {problem}.; "
    "Meeting point in {town}, open to every {role} and to beginners.; "
    "A morning for {adj} {things} {place}, with tea."
)

ADVERT = words(
    "{tool} sale|Save {number} % on every {tool} this week.|Shop now; "
    "{material} delivered|The finest {material} for your {things}.|Order today; "
    "Tired of {problem}?|One simple {tool} ends {problem} for good.|Learn more; "
    "Holiday in {town}|{craft} weeks from {number} pounds a night.|Book a room; "
    "Insure your {things}|Cover against {problem} in two minutes.|Get a quote; "
    "Cheaper power|Switch your supplier and save {number} pounds a year.|Compare"
)

PATTERNS: Mapping[str, tuple[str, ...]] = {
    "headline": HEADLINE,
    "sentence": SENTENCE,
    "plain": PLAIN,
    "quote": QUOTE,
    "heading": HEADING,
    "tip": TIP,
    "product": PRODUCT,
    "product_line": PRODUCT_LINE,
    "spec": SPEC,
    "thread": THREAD,
    "question": QUESTION,
    "answer": ANSWER,
    "comment": COMMENT,
    "event": EVENT,
    "advert": ADVERT,
}
