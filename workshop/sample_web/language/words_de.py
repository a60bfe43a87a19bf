"""German words by topic.

Things are plural nouns written nominative or nominative/dative, tools carry
their gender, verbs come as infinitive/participle/third person, adjectives are
stems that take endings without change, and roles are feminine, to go with
the names under `woman`.
"""

from sample_web.language.lists import vocabulary

TOPIC_NAMES = {
    "gardening": "Garten",
    "astronomy": "Sterne",
    "sailing": "Segeln",
    "baking": "Backen",
    "cycling": "Radfahren",
}

GARDENING = vocabulary(
    things="Rosen; Tomaten; Himbeeren; Hecken; Stauden; Dahlien; Bohnen; Tulpen; Gurken; "
    "Kräuter/Kräutern; Erdbeeren; Apfelbäume/Apfelbäumen; Setzlinge/Setzlingen; "
    "Kürbisse/Kürbissen",
    verb="gießen/gegossen/gießt; schneiden/geschnitten/schneidet; düngen/gedüngt/düngt; "
    "pflanzen/gepflanzt/pflanzt; mulchen/gemulcht/mulcht; ernten/geerntet/erntet; "
    "vermehren/vermehrt/vermehrt; pflegen/gepflegt/pflegt",
    tool="m Spaten; f Gießkanne; f Rosenschere; f Harke; f Schubkarre; n Frühbeet; "
    "m Pflanzstab; f Hacke; m Komposter; n Hochbeet",
    material="Kompost; Hornmehl; Rindenmulch; Blumenerde; Laub; Pferdemist; Sand; Gründünger",
    place="im Gewächshaus; im Beet; auf der Terrasse; am Zaun; im Obstgarten; "
    "unter den Bäumen; an der Südwand; im Schrebergarten",
    problem="Mehltau; Frost; Trockenheit; Schneckenfraß; Unkraut; Staunässe; Wurzelfäule",
    moment="im Frühjahr; nach dem Frost; vor der Blüte; bei abnehmendem Mond; im Herbst; "
    "nach der Ernte; am frühen Morgen",
    role="Gärtnermeisterin; Kleingärtnerin; Botanikerin; Landschaftsgärtnerin",
    adj="winterhart; duftend; alt; kräftig; reif; robust; immergrün; üppig",
    craft="Gartenarbeit; Obstbaumschnitt; Aussaat; Kompostpflege",
    event="Pflanzentausch; Tag der offenen Gärten; Schnittkurs; Apfelfest; Saatgutbörse",
    fact="Wurzeln suchen Wasser, und {material} hält es im Boden.; "
    "Im Garten wächst vor allem die Geduld.; Die Bienen kamen zurück, sobald alles blühte.; "
    "Lehmiger Boden verzeiht vieles, nur keine schweren Stiefel.",
)

ASTRONOMY = vocabulary(
    things="Planeten; Kometen; Galaxien; Doppelsterne/Doppelsternen; Sternhaufen; Krater/Kratern; "
    "Nebelflecken; Sonnenflecken; Meteore/Meteoren; Sternbilder/Sternbildern; "
    "Asteroiden; Monde/Monden; Finsternisse/Finsternissen; Sternschnuppen",
    verb="beobachten/beobachtet/beobachtet; fotografieren/fotografiert/fotografiert; "
    "zeichnen/gezeichnet/zeichnet; vermessen/vermessen/vermisst; verfolgen/verfolgt/verfolgt; "
    "bestimmen/bestimmt/bestimmt; suchen/gesucht/sucht; zählen/gezählt/zählt",
    tool="n Fernrohr; n Teleskop; f Sternkarte; n Fernglas; n Okular; f Montierung; "
    "n Spektroskop; f Rotlichtlampe; m Farbfilter; n Stativ",
    material="Sternenlicht; Mondlicht; Dunkelheit; Himmelsruhe; Nachtluft; Sonnenwind; "
    "Sternenstaub",
    place="in der Sternwarte; am Nordhimmel; in der Kuppel; im Sternbild Leier; "
    "in der Milchstraße; nahe dem Zenit; über dem Horizont",
    problem="Streulicht; Luftunruhe; Tau; Dämmerung; Bewölkung; Vollmond; Lichtverschmutzung",
    moment="nach Mitternacht; bei Neumond; während der Finsternis; vor der Dämmerung; "
    "zur Sonnenwende; in klaren Nächten; bei Vollmond",
    role="Astronomin; Kometenjägerin; Physikerin; Linsenschleiferin",
    adj="fern; lichtschwach; hell; leuchtend; sichtbar; schwach; rätselhaft; weit entfernt",
    craft="Himmelsbeobachtung; Astrofotografie; Sternkunde; Spiegelschliff",
    event="Sternenabend; Kuppelführung; Mondnacht; Teleskoptreffen; Sternschnuppennacht",
    fact="Das Licht war länger unterwegs, als es Fernrohre gibt.; "
    "Am Rand der Milchstraße wird es still.; Eine Umlaufbahn ist ein Fall ohne Ende.; "
    "Die Kuppel war kalt, der Himmel klar.",
)

SAILING = vocabulary(
    things="Segel/Segeln; Schoten; Fallen; Leinen; Fender/Fendern; Winschen; Ankerketten; "
    "Wanten; Boote/Booten; Jollen; Yachten; Klampen; Seekarten; Rettungswesten",
    verb="prüfen/geprüft/prüft; ersetzen/ersetzt/ersetzt; reparieren/repariert/repariert; "
    "sichern/gesichert/sichert; ordnen/geordnet/ordnet; pflegen/gepflegt/pflegt; "
    "trocknen/getrocknet/trocknet; verstauen/verstaut/verstaut",
    tool="m Kompass; n Beiboot; f Sturmfock; m Bootshaken; n Echolot; f Rettungsinsel; "
    "m Windmesser; n Steuerrad; m Anker; f Lenzpumpe",
    material="Bootslack; Antifouling; Segeltuch; Tauwerk; Teaköl; Seewasser; Takelgarn",
    place="an Deck; im Hafen; auf der Förde; vor der Küste; in der Marina; im Cockpit; "
    "an der Mole; auf hoher See",
    problem="Sturm; Nebel; Seegang; Strömung; Salzfraß; Flaute; Seekrankheit",
    moment="bei Flut; vor dem Ablegen; bei Ebbe; während der Nachtwache; nach dem Sturm; "
    "auf Halbwindkurs; vor der Regatta",
    role="Skipperin; Hafenmeisterin; Segelmacherin; Bootsbauerin",
    adj="seetüchtig; salzig; wetterfest; nass; neu; gespannt; leicht; haltbar",
    craft="Seemannschaft; Navigation; Segeltrimm; Bootspflege",
    event="Regatta; Knotenabend; Hafenfest; Ansegeln; Funkkurs",
    fact="Wer früh refft, isst abends warm.; Die Tide wartet auf niemanden an Bord.; "
    "Der Kiel gibt dem Boot die Ruhe, das Ruder die Richtung.; "
    "Fällt das Licht am Kompass aus, steuert man nach einem Stern.",
)

BAKING = vocabulary(
    things="Brötchen; Brote/Broten; Kekse/Keksen; Torten; Hefezöpfe/Hefezöpfen; Brezeln; "
    "Plätzchen; Kuchen; Waffeln; Zimtschnecken; Croissants; Stollen; Fladen; Krapfen",
    verb="backen/gebacken/backt; formen/geformt/formt; füllen/gefüllt/füllt; "
    "glasieren/glasiert/glasiert; bestäuben/bestäubt/bestäubt; verzieren/verziert/verziert; "
    "kühlen/gekühlt/kühlt; bestreichen/bestrichen/bestreicht",
    tool="n Nudelholz; f Teigkarte; n Backblech; m Gärkorb; f Küchenwaage; f Rührschüssel; "
    "m Spritzbeutel; n Brotmesser; f Kastenform; m Schneebesen",
    material="Mehl; Butter; Hefe; Sauerteig; Puderzucker; Vanillecreme; Roggenschrot; Mandelmehl",
    place="in der Backstube; im Ofen; auf dem Backblech; in der Küche; auf der mittleren Schiene; "
    "hinter der Theke; am Holzofen",
    problem="Übergare; Zugluft; zu viel Zucker; zu wenig Salz; Ungeduld; zu viel Hitze",
    moment="nach der Gare; über Nacht; vor dem Frühstück; am Backtag; bei milder Hitze; "
    "nach dem Kneten; zu Weihnachten",
    role="Bäckermeisterin; Konditorin; Müllerin; Hobbybäckerin",
    adj="knusprig; goldbraun; süß; saftig; fluffig; frisch; warm; würzig",
    craft="Brotbacken; Teigruhe; Konditorei; Sauerteigführung",
    event="Brotkurs; Kuchenfest; Mühlenbesuch; Plätzchenabend; Backtag",
    fact="Der Teig hat seine eigene Zeit, und die Hefe bestimmt sie.; "
    "Dampf macht die Kruste, der Rest ist Geduld.; Zucker verdeckt Fehler, Salz zeigt sie.; "
    "Der Duft aus dem Ofen war schon auf der Straße zu riechen.",
)

CYCLING = vocabulary(
    things="Reifen; Ketten; Bremsbeläge/Bremsbelägen; Speichen; Felgen; Schläuche/Schläuchen; "
    "Sättel/Sätteln; Pedale/Pedalen; Lenker/Lenkern; Naben; Laufräder/Laufrädern; "
    "Schaltzüge/Schaltzügen; Ritzel/Ritzeln; Packtaschen",
    verb="wechseln/gewechselt/wechselt; reinigen/gereinigt/reinigt; ölen/geölt/ölt; "
    "montieren/montiert/montiert; prüfen/geprüft/prüft; reparieren/repariert/repariert; "
    "tauschen/getauscht/tauscht; justieren/justiert/justiert",
    tool="f Luftpumpe; m Reifenheber; m Drehmomentschlüssel; n Flickzeug; m Fahrradhelm; "
    "m Montageständer; f Kettenpeitsche; m Fahrradcomputer; m Speichenschlüssel; n Schloss",
    material="Kettenöl; Dichtmilch; Lenkerband; Kettenfett; Bremsflüssigkeit; Montagepaste",
    place="am Berg; auf dem Radweg; im Peloton; auf der Passstraße; auf Schotter; "
    "auf der Radrennbahn; im Gegenwind; am Kanal",
    problem="Gegenwind; Kettenverschleiß; Rost; Knieschmerz; Seitenwind; Plattfuß",
    moment="vor der Tour; nach der Regenfahrt; im Wintertraining; vor dem Anstieg; "
    "auf der letzten Runde; am Ruhetag; nach der Abfahrt",
    role="Fahrradmechanikerin; Rahmenbauerin; Kurierfahrerin; Zeitfahrerin",
    adj="schnell; verschlissen; leicht; steif; verschmutzt; neu; rostig; renntauglich",
    craft="Radsport; Laufradbau; Bergfahren; Fahrtechnik",
    event="Ausfahrt; Bergzeitfahren; Schrauberabend; Nachtfahrt; Radrennen",
    fact="Wer vor dem Hunger isst, fährt am Ende vorn.; "
    "Ein sauberer Antrieb spart Kraft am Berg.; "
    "An flache Kilometer erinnert sich niemand.; Der Reifendruck entscheidet mehr als der Mut.",
)

TOPICS = {
    "gardening": GARDENING,
    "astronomy": ASTRONOMY,
    "sailing": SAILING,
    "baking": BAKING,
    "cycling": CYCLING,
}

NAMES = vocabulary(
    first="Anna; Jonas; Katrin; Emil; Lotte; Henrik; Svenja; Matthias; Paula; Arne; Greta; "
    "Ruben; Hanna; Oskar; Frieda; Till",
    woman="Anna; Katrin; Lotte; Svenja; Paula; Greta; Hanna; Frieda",
    last="Brandt; Petersen; Vogelsang; Achterberg; Lindner; Okonski; Reuter; Holm; Sattler; "
    "Wiesinger; Kranich; Maurer; Thalbach; Diekmann",
    town="Altenfurt; Brunsbeck; Seehausen; Lindenrode; Oberwasser; Steinbrück; Hagenau am See; "
    "Kleinkirchen; Norderhof; Waldesch",
    month="Januar; Februar; März; April; Mai; Juni; Juli; August; September; Oktober; "
    "November; Dezember",
    day="Montag; Dienstag; Mittwoch; Donnerstag; Freitag; Samstag; Sonntag",
    nick="nordlicht; blaumeise; kalle_b; tante_emma; rostlaube; fuchsbau; wolke7; linde44; "
    "der_holm; spaetzuender; moosgruen; kaffeetante",
    count="zwei; drei; vier; fünf; sechs; sieben; acht; neun; zehn; zwölf",
    trait="Geduld; Übung; Sorgfalt; Zeit; Glück; Ausdauer; Ruhe",
)
