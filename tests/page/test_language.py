"""The language of a page by its text, and by what it declares."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page import Page

# Article 1 of the Universal Declaration of Human Rights.
TEXTS = {
    "en": "All human beings are born free and equal in dignity and rights. They are endowed "
    "with reason and conscience and should act towards one another in a spirit of "
    "brotherhood.",
    "de": "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit "
    "Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit "
    "begegnen.",
    "fr": "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont "
    "doués de raison et de conscience et doivent agir les uns envers les autres dans un "
    "esprit de fraternité.",
    "es": "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados "
    "como están de razón y conciencia, deben comportarse fraternalmente los unos con los "
    "otros.",
    "it": "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono "
    "dotati di ragione e di coscienza e devono agire gli uni verso gli altri in spirito "
    "di fratellanza.",
    "pt": "Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de "
    "razão e de consciência, devem agir uns para com os outros em espírito de "
    "fraternidade.",
    "nl": "Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn "
    "begiftigd met verstand en geweten, en behoren zich jegens elkander in een geest van "
    "broederschap te gedragen.",
    "sv": "Alla människor är födda fria och lika i värde och rättigheter. De har utrustats med "
    "förnuft och samvete och bör handla gentemot varandra i en anda av gemenskap.",
    "da": "Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med "
    "fornuft og samvittighed, og de bør handle mod hverandre i en broderskabets ånd.",
    "no": "Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter. De er "
    "utstyrt med fornuft og samvittighet og bør handle mot hverandre i brorskapets ånd.",
    "fi": "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille "
    "on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden "
    "hengessä.",
    "pl": "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są "
    "oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu "
    "braterstwa.",
    "cs": "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni "
    "rozumem a svědomím a mají spolu jednat v duchu bratrství.",
    "sk": "Všetci ľudia sa rodia slobodní a sebe rovní, čo sa týka ich dôstojnosti a práv. Sú "
    "obdarení rozumom a majú navzájom jednať v bratskom duchu.",
    "hr": "Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Ona su "
    "obdarena razumom i sviješću i trebaju jedno prema drugome postupati u duhu bratstva.",
    "sl": "Vsi ljudje se rodijo svobodni in imajo enako dostojanstvo in enake pravice. "
    "Obdarjeni so z razumom in vestjo in bi morali ravnati drug z drugim kakor bratje.",
    "ca": "Tots els éssers humans neixen lliures i iguals en dignitat i en drets. Són dotats de "
    "raó i de consciència, i els cal mantenir-se entre ells amb esperit de fraternitat.",
    "et": "Kõik inimesed sünnivad vabadena ja võrdsetena oma väärikuselt ja õigustelt. Neile on "
    "antud mõistus ja südametunnistus ja nende suhtumist üksteisesse peab kandma vendluse "
    "vaim.",
    "lt": "Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir "
    "sąžinė ir jie turi elgtis vienas kito atžvilgiu kaip broliai.",
    "lv": "Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās. Viņi ir "
    "apveltīti ar saprātu un sirdsapziņu, un viņiem jāizturas citam pret citu brālības "
    "garā.",
    "hu": "Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, "
    "ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy "
    "viseltessenek.",
    "ro": "Toate ființele umane se nasc libere și egale în demnitate și în drepturi. Ele sunt "
    "înzestrate cu rațiune și conștiință și trebuie să se comporte unele față de altele "
    "în spiritul fraternității.",
    "tr": "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana "
    "sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler. Bu "
    "çok daha iyi olur.",
    "is": "Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Menn eru gæddir "
    "vitsmunum og samvisku, og ber þeim að breyta bróðurlega hverjum við annan.",
    "vi": "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền. Mọi con "
    "người đều được tạo hóa ban cho lý trí và lương tâm và cần phải đối xử với nhau trong "
    "tình anh em.",
    "id": "Semua orang dilahirkan merdeka dan mempunyai martabat dan hak-hak yang sama. Mereka "
    "dikaruniai akal dan hati nurani dan hendaknya bergaul satu sama lain dalam semangat "
    "persaudaraan, dan ini tidak bisa karena sudah ada untuk kami.",
    "ru": "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены "
    "разумом и совестью и должны поступать в отношении друг друга в духе братства. Это мы "
    "и вы.",
    "uk": "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені "
    "розумом і совістю і повинні діяти у відношенні один до одного в дусі братерства, і "
    "це її право.",
    "bg": "Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с "
    "разум и съвест и следва да се отнасят помежду си в дух на братство. Това е за да не "
    "бъдат сами.",
    "sr": "Сва људска бића рађају се слободна и једнака у достојанству и правима. Она су "
    "обдарена разумом и свешћу и треба једни према другима да поступају у духу братства.",
    "el": "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
    "he": "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון.",
    "ar": "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن "
    "يعامل بعضهم بعضا بروح الإخاء.",
    "fa": "تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق با هم برابرند. همه دارای "
    "عقل و وجدان هستند و باید نسبت به یکدیگر با روح برادری رفتار کنند.",
    "ur": "تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔ انہیں ضمیر اور عقل "
    "ودیعت ہوئی ہے۔",
    "hi": "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।",
    "bn": "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে।",
    "ta": "மனிதப் பிறிவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்.",
    "th": "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
    "ka": "ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით.",
    "hy": "Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց արժանապատվությամբ ու իրավունքներով:",
    "zh": "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
    "ja": "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
    "ko": "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
}


def language(text: str, declared: str = "") -> str | None:
    html = f"<html lang='{declared}'>" if declared else "<html>"
    return Page(None, f"{html}<body><p>{text}").metadata.language


@pytest.mark.parametrize("code", TEXTS)
def test_a_text_without_a_declaration_has_the_language_it_is_written_in(code: str) -> None:
    assert language(TEXTS[code]) == code


@pytest.mark.parametrize("code", ["zh", "ja", "ru", "ko", "he"])
def test_names_in_latin_letters_do_not_change_that(code: str) -> None:
    assert language(f"{TEXTS[code]} Windows XP, https://www.example.com") == code


@pytest.mark.parametrize("text", ["", "12 34", "xyzzy plugh", "404"])
def test_too_little_text_has_none(text: str) -> None:
    assert language(text) is None


@pytest.mark.parametrize("code", ["de", "fr", "es", "pl", "tr", "ru", "zh", "ar"])
def test_a_long_text_overrules_a_declaration_that_contradicts_it(code: str) -> None:
    assert language(TEXTS[code] * 15, declared="en") == code


@pytest.mark.parametrize("code", ["zh", "ja", "ko"])
def test_less_is_enough_where_each_letter_says_more(code: str) -> None:
    assert language(TEXTS[code] * 3, declared="en") == code


@pytest.mark.parametrize("code", ["de", "ru", "zh"])
def test_a_short_one_does_not(code: str) -> None:
    assert language(TEXTS[code][:60], declared="en") == "en"


@pytest.mark.parametrize(
    ("code", "declared"),
    [("no", "da"), ("da", "no"), ("ru", "bg"), ("en", "mi"), ("ru", "tg")],
)
def test_neither_does_one_that_is_not_clearly_another(code: str, declared: str) -> None:
    assert language(TEXTS[code] * 15, declared) == declared


@given(st.text(max_size=300), st.sampled_from(["", "en", "zh", "xx"]))
def test_any_text_has_a_language_or_none(text: str, declared: str) -> None:
    code = language(text.replace("<", ""), declared)
    assert code is None or 2 <= len(code) <= 3
