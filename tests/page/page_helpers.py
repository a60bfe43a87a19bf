"""What the tests of this room share: texts in many languages, pages made of them, a clock."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from sample_web import generate

# Properties are judged by what they say, not by how busy the machine is.
PATIENT = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

# Times what is expected: clocks here are about hanging, not about speed. `make sanitize` is slow.
_PATIENCE = 50 if "asan" in os.environ.get("LD_PRELOAD", "") else 10

PARAGRAPHS: dict[str, tuple[str, ...]] = {
    "en": (
        "The ferry left the harbour before sunrise, and nobody on the upper deck said a word "
        "until the lights of the town had gone. It was the first crossing of the year.",
        "When we came back in the evening the old keeper was still there, mending the same net "
        "that he had been mending in the morning, and he did not look up.",
        "There is not much to buy on the island: bread, lamp oil, stamps, and what the "
        "gardeners have left over. Those who need more than that must wait for the boat.",
    ),
    "de": (
        "Im Frühjahr müssen die Bäume geschnitten werden, bevor die Säfte steigen. Wer zu spät "
        "kommt, der hört es tropfen, und die Wunde schließt sich nur langsam.",
        "Die größten Äste nimmt man zuerst heraus, damit das Licht in die Krone fällt. Für "
        "dünne Zweige genügt eine Schere, für dickere braucht man die Säge.",
        "Übrigens lohnt es sich, die Schnittflächen nicht zu verschließen: Der Baum weiß "
        "selbst am besten, wie er sich schützt, und das hat er schon immer getan.",
    ),
    "fr": (
        "La boulangère ouvre sa boutique avant l’aube, quand la rue est encore à elle. Elle "
        "pétrit la pâte dès quatre heures et chauffe le four où cuiront les pains.",
        "À midi, il ne reste déjà plus grand-chose sur les étagères : quelques brioches, un "
        "gâteau aux pommes et ce pain d’épices que personne n’achète, sauf à Noël.",
        "Les élèves passent après l’école et se disputent les derniers éclairs. C’est là que "
        "l’on apprend, dit-elle, à compter la monnaie et à attendre son tour.",
    ),
    "es": (
        "El tranvía que sube hasta el mirador lleva más de un siglo haciendo el mismo camino, "
        "y los vecinos dicen que también las mismas paradas imprevistas.",
        "Cada mañana el conductor saluda a la señora de la panadería, que le guarda un café, y "
        "los niños corren detrás porque saben que en la cuesta va muy despacio.",
        "Cuando llueve no sale, así que entonces hay que subir andando por la calle pequeña "
        "que está detrás de la fuente, donde crecen las higueras.",
    ),
    "ru": (
        "Осенью в нашем саду убирают яблоки, и вся семья приезжает помогать. Дети собирают "
        "паданцы в корзины, а взрослые снимают с верхних веток то, что ещё держится.",
        "Самые крепкие плоды кладут в ящики с опилками и уносят в погреб: там они лежат до "
        "весны и почти не портятся. Из остальных варят варенье и делают сок.",
        "Дедушка говорит, что раньше яблоки были слаще, но он говорит так каждый год. Мы не "
        "спорим с ним, потому что без него никто не знал бы, какое дерево когда обрезать.",
    ),
    "pl": (
        "W małym miasteczku nad rzeką działa jeszcze młyn, który miele żyto i pszenicę tak "
        "samo jak przed stu laty. Młynarz twierdzi, że koło wodne jest wieczne.",
        "W soboty przyjeżdżają tu ludzie z całej okolicy, żeby kupić mąkę prosto z worka i "
        "porozmawiać o tym, co się wydarzyło przez tydzień. Czasem ktoś gra na skrzypcach.",
        "Jeśli nie pada, dzieci łapią ryby poniżej śluzy, ale nie wolno im podchodzić do koła, "
        "bo prąd jest tam bardzo silny i już niejeden but odpłynął aż do morza.",
    ),
    "el": (
        "Το μικρό λιμάνι ξυπνά πριν από τον ήλιο, όταν οι ψαράδες γυρίζουν με τα δίχτυα τους "
        "και οι γάτες περιμένουν ήδη στην προβλήτα.",
        "Στην πλατεία ο καφετζής βγάζει τις καρέκλες και σκουπίζει τα φύλλα της μουριάς. "
        "Είναι η ώρα που το χωριό μυρίζει καφέ και θάλασσα μαζί.",
        "Το μεσημέρι δεν κυκλοφορεί κανείς, γιατί η ζέστη είναι μεγάλη και τα παντζούρια "
        "μένουν κλειστά μέχρι να πέσει ο ήλιος πίσω από το βουνό.",
    ),
    "tr": (
        "İstanbul’da sabah vapuru kalkmadan önce iskelede çay içmek eski bir alışkanlıktır ve "
        "bu alışkanlık hiç değişmedi.",
        "Martılar geminin arkasından uçar, çocuklar onlara simit atar, yaşlılar ise gazetesini "
        "okur ama yine de her şeyi görür.",
        "Karşı kıyıya varınca herkes acele eder, çünkü işe geç kalmak için çok güzel bir hava "
        "vardır ve kimse bunu patronuna anlatamaz.",
    ),
    "ja": (
        "山あいの小さな村では、春になると田んぼに水が引かれます。朝早くから農家の人たちが集まり、"
        "苗の育ち具合を確かめながら、その日の段取りを話し合います。",
        "水路の掃除は村の全員で行う大切な仕事です。落ち葉や泥を取り除かないと、下流の田まで水が"
        "届きません。子どもたちもバケツを持って手伝います。",
        "秋の収穫が終わると、神社で祭りが開かれます。新しい米で作った餅やお酒が並び、太鼓の音が"
        "夜遅くまで響きます。旅行者も歓迎されるので、ぜひ一度訪ねてみてください。",
    ),
    "zh": (
        "这家书店开在老街的尽头，门口有一棵很大的桂花树。每到秋天，香气会飘进店里，读者坐在窗边"
        "看书，常常忘记了时间。",
        "店主以前是中学的历史老师，退休以后把自己的藏书都搬到了这里。他说书放在家里只有一个人"
        "读，放在店里就可以有很多人读。",
        "周末的下午，孩子们会来听故事。讲故事的人有时候是店主，有时候是住在附近的医生或者木匠，"
        "每个人都可以把自己的经历说给大家听。",
    ),
    "zh-tw": (
        "這家書店開在老街的盡頭，門口有一棵很大的桂花樹。每到秋天，香氣會飄進店裡，讀者坐在窗邊"
        "看書，常常忘記了時間。",
        "店主以前是中學的歷史老師，退休以後把自己的藏書都搬到了這裡。他說書放在家裡只有一個人"
        "讀，放在店裡就可以有很多人讀。",
        "週末的下午，孩子們會來聽故事。講故事的人有時候是店主，有時候是住在附近的醫生或者木匠，"
        "每個人都可以把自己的經歷說給大家聽。",
    ),
    "ko": (
        "마을 도서관은 강가의 오래된 창고를 고쳐서 만들었습니다. 아침이면 아이들이 먼저 들어와 "
        "창가 자리를 차지하고, 어른들은 신문을 펼칩니다.",
        "사서는 책을 빌려 주는 일보다 이야기를 들어 주는 일을 더 많이 한다고 말합니다. 그래서 "
        "이곳에는 책을 읽지 않는 사람도 자주 찾아옵니다.",
        "겨울에는 난로 옆에서 낭독회가 열립니다. 누구나 자기가 쓴 글을 읽을 수 있고, 끝나면 함께 "
        "고구마를 구워 먹습니다. 그리고 다음 모임의 날짜를 정합니다.",
    ),
}


def page_of(language: str, meta: str = "", title: str | None = None) -> str:
    """A page of ordinary size and build: a menu, a heading, the paragraphs, a footer."""
    paragraphs = PARAGRAPHS[language]
    heading = title if title is not None else paragraphs[0][:12]
    body = "\n".join(f'<p class="text">{paragraph}</p>' for paragraph in paragraphs)
    return f"""<!DOCTYPE html>
<html>
<head>{meta}
<title>{heading}</title>
<style>.text {{ margin: 0 auto; }} .menu li {{ float: left; }}</style>
<script>var started = new Date(); if (1 < 2) {{ window.ready = true; }}</script>
</head>
<body>
<ul class="menu"><li><a href="/">{paragraphs[1][:6]}</a></li>
<li><a href="/about">{paragraphs[2][:6]}</a></li></ul>
<div id="main" class="content wide"><h1>{heading}</h1>
{body}
</div>
<div class="footer"><a href="/contact">{paragraphs[2][-10:]}</a></div>
</body>
</html>
"""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fails when the block takes very much more processor time than expected."""
    start = time.process_time()
    yield
    taken = time.process_time() - start
    assert taken <= _PATIENCE * seconds, f"took {taken:.2f} s of processor time"


def collapse(text: str) -> str:
    """The text with its white space collapsed."""
    return " ".join(text.split())


@cache
def sample_pages() -> dict[str, str]:
    """One page of every design and template of the sample web."""
    return {
        f"{site.name} {page.design} {page.template}": page.html
        for site in generate(size=0)
        for page in site.pages
    }


_TAGS = "div p span b i a ul li table tr td h1 br img pre form select option x-card svg title body"
_OPENING = [f"<{tag}>" for tag in _TAGS.split()]
_CLOSING = [f"</{tag}>" for tag in _TAGS.split()]
_ATTRIBUTES = [
    '<a href="/x">',
    "<a href='b c' class=k>",
    "<a href>",
    "<img src=i.png alt='an image'>",
    '<div class="one two" id=x style="top:1px" data-a=">">',
    "<p class=a class=b>",
    "<td width=5%>",
    "<html lang=de>",
    "<body class=x>",
    "<iframe src=f.html>",
]
_BROKEN = ["<", ">", "</", "<!", "<!-", "<!--", "-->", "<p", '<p a="', "&", "&amp", "&#x;", "<?x?>"]
_BROKEN += ["</ p>", "<1>", "<>", "</>", "]]>", "<![CDATA[", "\0", "<plaintext>", "<frameset>"]
_UNSEEN = [
    "<!-- remark -->",
    "<script>if (a < b) c('<p>');</script>",
    "<style>p { top: 0 }</style>",
    "<template><p>later</p></template>",
    "<noscript>no <b>scripts</b></noscript>",
    "<svg><text>drawn</text></svg>",
    "<script type='math/tex; mode=display'>x^2</script>",
    "<video><source src=v.mp4></video>",
    "<math><mi>x</mi><annotation encoding=application/x-tex>x</annotation></math>",
    "<textarea>typed <b></textarea>",
]
_TEXT = ["word", " two words ", "\n", " ", "\xa0", "語", "かな", "é", "x\ty", "&lt;b&gt;", "1.5"]


def soup() -> st.SearchStrategy[str]:
    """Pages as nobody should write them."""
    pieces = st.one_of(
        st.sampled_from(_TEXT),
        st.sampled_from(_OPENING),
        st.sampled_from(_CLOSING),
        st.sampled_from(_ATTRIBUTES),
        st.sampled_from(_UNSEEN),
        st.sampled_from(_BROKEN),
        st.text(max_size=5),
    )
    return st.lists(pieces, max_size=60).map("".join)


@st.composite
def mutated_pages(draw: st.DrawFn) -> str:
    """Sample pages with pieces cut out, doubled, moved or overwritten."""
    page = draw(st.sampled_from(list(sample_pages().values())))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(page)))
        end = start + draw(st.integers(0, 400))
        insert = draw(st.one_of(st.just(""), st.just(page[start:end] * 2), soup()))
        page = page[:start] + insert + page[end:]
    return page
