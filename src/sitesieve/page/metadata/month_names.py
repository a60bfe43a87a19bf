"""The months by name, in the languages that write dates with names.

Names are kept without accents and case, each language's months in order, the
forms of one month joined by a stroke: nominative, genitive, abbreviations. The
languages agree wherever they share a word, so no language needs to be known.
"""

import unicodedata

_MONTHS = """
january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sept|sep october|oct november|nov december|dec
januar|janner|jaenner februar marz|maerz|mrz april mai juni juli august september oktober|okt november dezember|dez
janvier|janv fevrier|fevr|fev mars avril|avr mai juin juillet|juil aout septembre octobre novembre decembre
enero|ene febrero marzo abril|abr mayo junio julio agosto|ago septiembre|setiembre|set octubre noviembre diciembre|dic
gennaio|genn|gen febbraio|febbr marzo aprile maggio|mag giugno|giu luglio|lug agosto settembre|sett ottobre|ott novembre dicembre
janeiro fevereiro marco abril maio|mai junho julho agosto setembro outubro|out novembro dezembro
januari februari maart|mrt april mei juni juli augustus september oktober november december
januari februari mars april maj juni juli augusti september oktober november december
januar|jan. februar mars|marts april maj|mai juni juli august september oktober november desember|des
tammikuuta|tammikuu helmikuuta|helmikuu maaliskuuta|maaliskuu huhtikuuta|huhtikuu toukokuuta|toukokuu kesakuuta|kesakuu heinakuuta|heinakuu elokuuta|elokuu syyskuuta|syyskuu lokakuuta|lokakuu marraskuuta|marraskuu joulukuuta|joulukuu
stycznia|styczen|sty lutego|luty|lut marca|marzec kwietnia|kwiecien|kwi maja|maj czerwca|czerwiec|cze lipca|lipiec|lip sierpnia|sierpien|sie wrzesnia|wrzesien|wrz pazdziernika|pazdziernik|paz listopada|listopad|lis grudnia|grudzien|gru
ledna|leden unora|unor brezna|brezen dubna|duben kvetna|kveten cervna|cerven cervence|cervenec srpna|srpen zari rijna|rijen listopadu|listopad prosince|prosinec
января|январь|янв февраля|февраль|фев марта|март|мар апреля|апрель|апр мая|маи июня|июнь|июн июля|июль|июл августа|август|авг сентября|сентябрь|сен|сент октября|октябрь|окт ноября|ноябрь|ноя декабря|декабрь|дек
січня|січень лютого|лютии березня|березень квітня|квітень травня|травень червня|червень липня|липень серпня|серпень вересня|вересень жовтня|жовтень листопада|листопад грудня|грудень
ocak|oca subat|sub mart nisan|nis mayıs|mayis haziran|haz temmuz|tem agustos|agu eylul|eyl ekim|eki kasım|kasim|kas aralık|aralik|ara
ιανουαριου|ιανουαριος φεβρουαριου|φεβρουαριος μαρτιου|μαρτιος απριλιου|απριλιος μαιου|μαιος ιουνιου|ιουνιος ιουλιου|ιουλιος αυγουστου|αυγουστος σεπτεμβριου|σεπτεμβριος οκτωβριου|οκτωβριος νοεμβριου|νοεμβριος δεκεμβριου|δεκεμβριος
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
januar februar marcius|marc aprilis majus junius julius augusztus szeptember|szept oktober november december
januari februari maret april mei juni juli agustus september oktober november desember
"""  # noqa: E501


def folded(word: str) -> str:
    """A word without case and accents.

    >>> folded("Février"), folded("März")
    ('fevrier', 'marz')
    """
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


MONTH_OF = {
    folded(form): number
    for language in _MONTHS.strip().splitlines()
    for number, forms in enumerate(language.split(), 1)
    for form in forms.rstrip(".").split("|")
}
