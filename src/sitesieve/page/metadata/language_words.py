"""Function words of languages that are told apart but have no stop words, and letters that tell
languages of one script apart."""

WORDS = {
    "sk": """a aby ako ale alebo ani bol bola boli bolo by byť čo do ešte ho iba ich je jeho jej keď
        ktorá ktoré ktorí ktorý len má medzi na nad nie než o od po pod podľa pre pred pri s sa
        si so sú svoj tak tento to toto u už v vo však z za ze že sme som ľudia sebe""",
    "sl": """ali bi bil bila bile bili bilo biti da do ga in iz jaz je jih jim ju ker ki kjer ko kot
        le med na nad naj ne nekaj ni njegov o ob od pa po pod pred pri s se sem si smo so sta
        svoj ta tako te ter to tudi v vse z za že""",
    "hr": """ali bi bio bila bili bilo biti da do ga i ih ili iz je jer kad kako kao koja koje koji
        kojeg mi mu na nad ne nego nije ni njegov o od oni po pod pred prema pri s sa samo se
        smo su sva sve svi svoj ta tako te to u uz već za što""",
    "ca": """a al als amb aquest aquesta així bé com de del dels des el els en encara entre era és
        està fer ha han hi i ja la les li llur meu més molt ni no nosaltres o on per perquè però
        pot quan què que qui sense ser seu seva si sobre són també té tot tots un una uns va
        vaig""",
    "gl": """a á ao aos as ás así ata co coa coas con da das de del dende dereitos do dos e é ela
        eles en entre era esta este está foi hai máis mais na nas non nos o os ou para pero pola
        polo por que se sen ser seus son sobre súa tamén ten un unha unhas uns""",
    "eu": """eta da du ez bat dira dute baina ere egin izan zen dago hau hori bere beste baino behar
        dela duen direla edo egiten horren ziren gure nahi oso guzti guztiak gizon batera""",
    "et": """aga ei ega et ja ka kas kes kui kuid kuidas kõik ma mille mis mida mitte nad need ning
        nii nüüd oli olid olla oma on ole pole pärast sa see seda selle siis sest sellest ta
        tema tuleb või võib välja üks üle""",
    "lv": """ar arī bet bija bez būt da diviem ir ja jau kā kad kas ko kopā kur lai līdz mēs man nav
        ne no nu pa par pēc pie pret savu tā tad tāpat tas tie tiek tikai to un uz vai var viņa
        viņi viņš visi""",
    "lt": """ar arba aš be bei bet buvo būti dar dėl gali ir iš į ja jai jau jei jis jie jo jos jų
        kad kai kaip kas ką kuri kurie kuris mes nei nes nėra nuo o pagal per po prie su tai
        tačiau tas ten tik to turi už visi yra žmonės""",
    "is": """á að af allir ekki eða eftir ég en er eru frá fyrir hann hefur hún hver í kemur með
        menn
        mér nú og okkur sem sér sig sín sinn svo til um upp var verið vera verða við það þá þau
        þegar þeir þeirra þess þessi þetta því""",
    "sq": """dhe të në një për me që është nga ka si nuk më janë kjo ky por ose edhe do ne u i e
        ishte kanë mund tij saj tyre gjithë këtë sepse kur ku""",
    "ms": """yang dan di dengan untuk pada ini itu adalah dalam tidak akan oleh juga atau daripada
        kepada telah boleh ialah kerana mereka beliau anda kita saya satu bagi dapat seperti
        semua hendaklah setiap ke lebih""",
    "tl": """ang ng sa na mga at ay ito para may hindi siya ko mo niya ka kung nang din rin lamang
        isang kanilang kanyang nila sila tayo lahat dapat pa po o""",
    "sw": """na ya wa kwa ni katika za la kama hii hiyo huo kuwa yake wake watu wote au bila cha vya
        lakini hata ambao ambayo pia sana kila yao wao mtu""",
    "af": """die en van het is nie in dat vir met om te hy was op sy word aan hulle ook as deur maar
        by kan wat ons daar sal ek of uit moet alle 'n hierdie jy toe""",
    "az": """və bu bir ilə üçün də ki olan olaraq daha çox onun kimi həm isə var hər öz edir olub
        sonra qədər yox amma bütün haqqında""",
    "bg": """и на да се от за в е са не по със като че си ще до при или това този тази тези към може
        който която които беше има няма само след още много най без чрез ги го му им""",
    "mr": """आणि आहे आहेत या व हे ते त्या तो ती मध्ये होते होता होती नाही केले झाले असे की पण साठी
        आपल्या त्यांच्या करण्यात सर्व""",
    "ne": """र छ छन् हो गर्न गरेको भएको यो त्यो मा को का ले लाई पनि हुन् थियो तर एक गर्ने भन्ने रहेको
        तथा सबै""",
}

# Letters that only one of the languages of a script has, or hardly another.
LETTERS = {
    **{"uk": "їєґ", "be": "ў", "sr": "јљњћђ", "mk": "ѓќѕ", "bg": "ъ", "ru": "ыэё"},
    **{"kk": "қңғұһ", "mn": "", "fa": "پچژگ", "ur": "ٹڈڑںے", "ar": "ةىي"},
}
