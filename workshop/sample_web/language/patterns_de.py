"""German sentence patterns.

Things are plural and verbs transitive, so that the accusative plural (which
equals the nominative) and weak adjectives always fit.
"""

from collections.abc import Mapping

from sample_web.language.lists import words

PATTERNS: Mapping[str, tuple[str, ...]] = {
    "headline": words(
        "Wie man {things} {moment} richtig {tut verb}; {things} {inf verb} ohne {problem}; "
        "Warum {adj}e {things} viel {material} brauchen; {craft} {place}; "
        "{count} Wege zu besseren {dat things}; Was gegen {problem} hilft; "
        "{first} {last} und die {adj}en {things}; {craft} lernen in {town}; "
        "Ein Jahr {craft} in {town}; Lob auf {den tool}; {material} oder {material}?; "
        "Kleine Schule: {craft} {moment}; {things}, {material} und {problem}; "
        "{adj}e {things} {inf verb}: ein Besuch in {town}"
    ),
    "sentence": words(
        "{first} {last} hat die {adj}en {things} {place} {part verb} und {den tool} "
        "bereitgelegt.; "
        "Wer {things} {inf verb} will, braucht {material} und etwas {trait}.; "
        "{moment} brauchen {adj}e {things} vor allem {material}.; "
        "Gegen {problem} hilft nur {trait}.; "
        "In {town} werden {things} seit {count} Jahren so {part verb}.; "
        "Man kann die {things} auch {moment} {inf verb}, dann droht aber {problem}.; "
        "Ohne {material} sind die {things} bald nicht mehr {adj}.; "
        "{count} der {adj}en {things} waren durch {problem} verloren.; "
        "Mit {dem tool} lassen sich {things} leichter {inf verb}.; "
        "{woman} {last}, {role} aus {town}, hat {things} schon {moment} {part verb}.; "
        "Gute {things} erkennt man daran, dass sie {adj} sind.; "
        "Nur selten werden {things} {place} {part verb}, obwohl es sich lohnt.; "
        "{craft} verlangt {trait}, {material} und {einen tool}.; "
        "Die {adj}en {things} aus {town} haben uns überrascht.; "
        "Am Ende wurden die {things} {moment} noch einmal {part verb}.; "
        "Viele fürchten {problem}, doch {adj}e {things} halten mehr aus.; "
        "Im {month} haben wir {things} {place} {part verb} und {material} genutzt.; "
        "{problem} zeigt sich zuerst {place}.; "
        "Wir wollten {things} {inf verb}, aber {ein tool} fehlte.; "
        "Ob {material} oder {material}, darüber streitet man in {town} gern.; "
        "{first} {last} schreibt seit {count} Jahren auf, wie {adj} die {things} sind.; "
        "Neue {things} sollte man {moment} {inf verb}.; "
        "Zwischen {dat things} und {dat things} liegt oft nur etwas {material}.; "
        "Für {craft} genügen {material} und {ein tool} aus {town}."
    ),
    "plain": words(
        "Das dauert länger, als man denkt.; In {town} sieht man das anders.; "
        "Der Wind ließ nach, und {first} ging nach Hause.; Nicht jeder war überzeugt.; "
        "Das war im {month}, seitdem ist viel geschehen.; Der Rest ist Gewohnheit.; "
        "Am {day} kamen wir noch einmal wieder.; Ganz billig ist das nicht.; "
        "Die Nachbarn in {town} reden noch heute davon.; Man braucht dafür {trait}."
    ),
    "quote": words(
        "Ich habe {craft} erst verstanden, als {problem} kam.; "
        "Man kann {den tool} kaufen, aber keine Erfahrung.; "
        "Meine Großmutter hat {things} ihr Leben lang so {part verb}.; "
        "Ohne {material} fange ich gar nicht erst an."
    ),
    "heading": words(
        "Was man braucht; Vor dem Anfang; Die richtigen {things}; Schutz gegen {problem}; "
        "Schritt für Schritt; {craft} {moment}; Ein Besuch in {town}; Häufige Fehler; "
        "Warum {material}?"
    ),
    "tip": words(
        "Die {things} {moment} {inf verb}; {den tool} bereithalten; {material} sparsam verwenden; "
        "Auf {problem} achten; {adj}e {things} in Ruhe lassen; {place} beginnen; "
        "Im {month} noch einmal prüfen"
    ),
    "product": words(
        "{blank tool} aus {town}; {blank tool} Modell {number}; {blank tool} {last}; "
        "{blank tool} für {things}; {blank tool} Klassik {number}; {blank tool} Kompakt {number}"
    ),
    "product_line": words(
        "Gefertigt in {town} für alle, die {things} {moment} {inf verb} wollen.; "
        "Hilft gegen {problem} und hält viele Jahre.; Wird mit {material} geliefert.; "
        "Getestet {place} von {woman} {last}, {role} aus {town}.; "
        "Besonders geeignet für {adj}e {things}.; Ersatzteile gibt es in {town}.; "
        "Leicht genug für unterwegs und stark genug für {things}."
    ),
    "spec": words(
        "Gewicht; Länge; Farbe; Passt zu; Herkunft; Garantie; Geeignet für; Bestellnummer"
    ),
    "thread": words(
        "Hilfe, {problem} und {things}!; {ein tool} für {things}?; {material} oder {material}?; "
        "{things} {moment} {inf verb}?; Zum ersten Mal {place}; "
        "Wer kennt sich mit {material} aus?; "
        "Neu hier: {craft} in {town}; Wie {adj} sind eure {things}?"
    ),
    "question": words(
        "Hallo zusammen, ich habe meine {things} {moment} {part verb}, und jetzt macht {problem} "
        "mir Sorgen. Was tun?; "
        "Bin neu hier und komme aus {town}. Genügt {ein tool} für {things}?; "
        "Am {day} habe ich {things} zum ersten Mal {place} {part verb}. Sind sie {adj} genug?; "
        "Ich habe {einen tool} geerbt. Wie fange ich mit {dat things} an?"
    ),
    "answer": words(
        "Bei mir war auch {problem} schuld. Geholfen hat {material}.; "
        "Ich würde die {things} {moment} {inf verb}.; Kauf dir {einen tool}, das lohnt sich.; "
        "Danke, jetzt sind sie wieder {adj}.; Frag doch mal in {town} nach.; "
        "Von {dat things} verstehe ich wenig, aber {craft} braucht {trait}.; "
        "Schau dir {things} {place} an, da sieht man es gut."
    ),
    "comment": words(
        "Schöner Beitrag, meine {things} sehen das auch so.; Und was ist mit {problem}?; "
        "Grüße aus {town}, hier sind alle {things} {adj}.; {den tool} habt ihr vergessen!; "
        "Danke {first}, viel über {craft} gelernt.; Klappt das auch {place}?; "
        "Bitte mehr über {material}.; Erster!"
    ),
    "event": words(
        "Bitte {einen tool} mitbringen, wir wollen {things} {inf verb}.; "
        "{first} {last} spricht über {craft} und {problem}.; "
        "Treffpunkt ist {town}, Anfänger sind willkommen.; "
        "Ein Vormittag für {adj}e {things} {place}, mit Kaffee."
    ),
    "advert": words(
        "{blank tool} im Angebot|Nur diese Woche {number} % günstiger.|Jetzt kaufen; "
        "{material} frei Haus|Das Beste für Ihre {things}.|Bestellen; "
        "Ärger durch {problem}?|{ein tool} schafft Abhilfe.|Mehr erfahren; "
        "Urlaub in {town}|{craft} für {number} Euro die Nacht.|Zimmer buchen; "
        "Strom wechseln|Bis zu {number} Euro im Jahr sparen.|Vergleichen"
    ),
}
