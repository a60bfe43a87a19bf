"""Words that stand in bylines and are no part of a name, in several languages."""

import re

from sitesieve.page.metadata.month_names import folded

_WRITES = (
    r"editor|writer|reporter|correspondent|journalist(?:in)?|columnist|contributor|photographer"
    r"|redakteur\w*|redaktor\w*|journaliste|rédact\w+|periodista|redactora?|giornalista"
    r"|redattore|redattrice|jornalista|journalista|editora|dziennikarz|toimittaja"
)
_NOUNS = (
    rf"{_WRITES}|director|manager|officer|founder|co-founder|ceo|cto|cfo|president|professor"
    r"|expert|specialist|analyst|engineer|author|blogger|representative|consultant|strategist"
    r"|marketer|coordinator|producer|researcher|educator|critic|anchor|intern"
)
ROLE = re.compile(rf"\b(?:{_NOUNS}|staff|freelance|head of|vp of)\b", re.IGNORECASE)

# A role behind a name: of somebody who writes, or of any kind after a word that begins roles.
_RANK = (
    r"senior|junior|staff|contributing|chief|lead|managing|associate|assistant|executive|deputy"
    r"|freelance|guest|editorial|digital|features?|news|business|political|sports?|science|health"
    r"|tech|technology|community|content|marketing|product|commerce|head of|vp of"
)
ROLE_BEFORE = re.compile(
    rf"(?:(?:{_RANK})\s(?:[\w&'-]+\s){{0,3}}?(?:{_NOUNS})|(?:{_WRITES}))(?:$|[\s,])", re.IGNORECASE
)

NOBODY = frozenset(
    "admin administrator author authors anonymous guest unknown none null undefined editor staff "
    "webmaster user root writer team n/a na by wordpress default "
    "home menu search login register subscribe share post posts review reviews comment comments "
    "newsletter contact about profile advertisement sponsored blog news permalink reply topics "
    "all website email e-mail twitter facebook instagram linkedin youtube rss print skip more "
    "anonym anonyme anónimo gast invité invitado редакция админ гость 管理员 匿名 佚名 管理人 "
    "editorial redaktion rédaction redacción redazione".split()
) | {
    *("guest author", "guest post", "super user", "the author", "staff writer", "site admin"),
    *("sign in", "sign up", "log in", "read more", "learn more", "about us", "contact us"),
    *("share this", "skip to content", "view profile", "load more", "no comments", "name"),
}

# No name has these, and sentences without them are longer than names.
SENTENCE_WORDS = frozenset(
    "is are was were been being have has had would could should this that these those i'm i've "
    "i’m i’ve you we its their he she they how what when why which not don't ist sind war wurde "
    "wird haben dieser diese dieses nicht est sont cette vous nous avec sono questo questa "
    "está".split()
)

_WEEKDAYS = """
monday tuesday wednesday thursday friday saturday sunday
montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
lundi mardi mercredi jeudi vendredi samedi dimanche
lunes martes miércoles jueves viernes sábado domingo
lunedì martedì mercoledì giovedì venerdì sabato domenica
segunda-feira terça-feira quarta-feira quinta-feira sexta-feira
maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
måndag tisdag onsdag torsdag fredag lördag söndag mandag tirsdag lørdag søndag
poniedziałek wtorek środa czwartek piątek sobota niedziela
понедельник вторник среда четверг пятница суббота воскресенье
yesterday today gestern heute hier aujourd'hui ayer hoy ieri oggi вчера сегодня
"""
WEEKDAY = frozenset(map(folded, _WEEKDAYS.split())) - {"hier"}

WEEKDAY_SURNAMES = frozenset(
    "domingo sabato sabado freitag sonntag samstag montag sobota niedziela sroda piatek".split()
)

CLOCK = re.compile(  # a time of day, or how long ago: from there on
    r"(?:^|(?<!\s)\s++|,\s*+)(?:(?:at|um|à|alle|om|kl\.?)\s++)?(?:\d{1,2}[:.h]\d{2}(?!\d)|\d{1,2}\s?[ap]\.?m\b"
    r"|(?:an?|\d++)\s++(?:sec(?:ond)?|min(?:ute)?|hour|hr|day|week|month|year)s?\s++ago\b"
    r"|vor\s++\d++\s|il y a\s++\d++\s|hace\s++\d++\s|\d++\s++(?:ore|giorni|minuti)\s++fa\b"
    r"|\d++\s++(?:час|дн|мин|день)\w*\s++назад|\d++\s*+(?:小时|分钟|天|時間|分|日)前).*",
    re.IGNORECASE | re.DOTALL,
)
