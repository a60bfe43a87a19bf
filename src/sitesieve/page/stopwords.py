"""Function words by language: articles, pronouns, prepositions, auxiliaries.

Short on purpose. Longer public lists hold words such as "computer", "home" or
"research", and a mining tool must not lose those. The same lists tell the
language of a page that does not declare one.
"""

_LISTS = {
    "en": """a about above after again against all am an and any are as at be because been before
        being below between both but by can could did do does doing down during each few for from
        further had has have having he her here hers herself him himself his how i if in into is it
        its itself just me might more most must my myself no nor not now of off on once only or
        other our ours ourselves out over own s same shall she should so some such t than that the
        their theirs them themselves then there these they this those through to too under until
        up upon us very was we were what when where which while who whom whose why will with would
        you your yours yourself yourselves""",
    "de": """aber alle allem allen aller alles als also am an ander andere anderen anderer anderes
        auch auf aus bei beim bin bis bist da dabei damit dann das dass dein deine dem den denn der
        des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem
        einen einer eines er es etwas euch euer eure für gegen habe haben hat hatte hatten hier hin
        hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist jede jedem jeden
        jeder jedes jene jetzt kann kein keine keinem keinen keiner können könnte man manche mein
        meine mich mir mit muss nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem
        seinen seiner seit selbst sich sie sind so solche soll sollte sondern sonst über um und
        uns unser unsere unter viel vom von vor war waren was weil weiter wenn wer werde werden wie
        wieder will wir wird wo wollen wurde wurden würde zu zum zur zwar zwischen""",
    "fr": """à au aux avec c ce ceci cela celle celles celui ces cet cette ceux chez comme d dans de
        des donc dont du elle elles en entre est et étaient était étant été être eu eux fut furent
        il ils j je l la là le les leur leurs lui m ma mais me même mes moi mon n ne ni nos notre
        nous on ont or ou où par pas peu plus pour qu quand que quel quelle quelles quels qui quoi
        s sa sans se sera ses si soi son sont sous sur t ta te tes toi ton tous tout toute toutes
        très tu un une vos votre vous y a ai as avait avoir""",
    "es": """a al algo alguna algunas alguno algunos ante antes aquel aquella aquellas aquellos aquí
        así aunque cada como con contra cual cuales cuando de del desde donde dos durante e el él
        ella ellas ellos en entre era eran es esa esas ese eso esos esta está están estaba estar
        estas este esto estos fue fueron ha había han hasta hay la las le les lo los más me mi mis
        mucho muy nada ni no nos nosotros nuestra nuestro o os otra otras otro otros para pero poco
        por porque que qué quien quienes se sea ser si sí sido sin sobre son su sus también te
        tiene tienen toda todas todo todos tu tus un una unas uno unos y ya yo""",
    "it": """a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci come con contro cui
        da dagli dai dal dalla dalle dallo degli dei del della delle dello dentro di dopo dove e è
        ed era erano essere fra fu gli ha hai hanno ho i il in io l la le lei li lo loro lui ma me
        mi mia mie miei mio ne negli nei nel nella nelle nello noi non nostra nostro o ogni per però
        perché più poi quale quali quando quanto quella quelle quelli quello questa queste questi
        questo se sei senza si sia siamo solo sono sopra sotto sta stata stato su sua sue sugli sui
        sul sulla sulle suo suoi te ti tra tu tua tuo tutta tutte tutti tutto un una uno vi voi""",
    "pt": """a à ao aos aquela aquelas aquele aqueles aquilo as às até com como da das de dela delas
        dele deles depois do dos e é ela elas ele eles em entre era eram essa essas esse esses esta
        está estão estas estava este estes eu foi foram há isso isto já lhe lhes mais mas me mesmo
        meu meus minha minhas muito na nas não nem no nos nós nossa nosso num numa o os ou para pela
        pelas pelo pelos por quando que quem se seja sem ser seu seus só sua suas também te tem têm
        tinha todo todos tu tua um uma umas uns você vocês""",
    "nl": """aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door
        dus een eens en er ge geen had heb hebben heeft hem het hier hij hoe hun iemand iets ik in
        is ja je kan kon kunnen maar me meer men met mij mijn moet na naar niet niets nog nu of om
        omdat onder ons ook op over reeds te tegen toch toen tot u uit uw van veel voor want waren
        was wat we wel werd wezen wie wij wil worden wordt zal ze zelf zich zij zijn zo zonder zou""",
    "sv": """alla allt att av blev bli blir de dem den denna deras dess dessa det detta dig din du där
        då efter ej eller en er ett från för ha hade han hans har henne hennes hon honom hur här i
        icke inom inte jag ju kan kunde man med mellan men mig min mot mycket ni nu när någon något
        några och om oss på samma sedan sig sin sina ska skulle som så till under upp ut utan vad
        var vara varit vi vid vilka vilken än är åt över""",
    "da": """af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din
        dog du efter eller en end er et for fra ham han hans har havde hende hendes her hos hun
        hvad hvis hvor i ikke ind jeg jer jo kunne man mange med meget men mig min mod ned nogle nu
        når og også om op os over på selv sig sin skal skulle som sådan til ud under var vi vil
        ville være været""",
    "no": """alle at av bare begge ble bli blir da de deg dem den denne der dere deres det dette din
        disse du eller en enn er et etter for fra før ha hadde han hans har henne hennes her hun
        hva hvem hver hvilken hvis hvor hvordan i ikke inn jeg kan kom kunne man mange med meg meget
        mellom men mer min mot mye må ned noe noen nå når og også om opp oss over på samme seg selv
        sin skal skulle som så til ut uten var ved vi vil ville vår være vært""",
    "fi": """ei eivät ennen että ehkä hän häntä hänen he heidän heitä ja jo joka johon joita joka jos
        jossa jota jotka kaikki kanssa koska kuin kun kuka me meidän meitä mihin mikä minkä minun
        minä missä mitä mukaan mutta myös ne niiden niin niitä noin nyt näin olemme olen olet olette
        oli olivat olla on ovat se sen siinä siitä sinä sitä tai te tämä tämän tässä tästä tätä
        vaan vai vain vielä voi""",
    "ru": """а без более больше будет бы был была были было быть в вам вас весь во вот все всего всех
        вы где да даже для до его ее если есть еще ж же за здесь и из или им их к как ко когда кто
        ли либо мне может мы на надо наш не него нее нет ни них но ну о об однако он она они оно от
        очень по под при с со так также такой там те тем то того тоже той только том ты у уже хотя
        чего чей чем что чтобы чье чья эта эти это этого этой этом этот я""",
    "uk": """а або але б без був була були було бути в вам вас ви від він вона вони воно все всі втім
        де для до дуже є же за з зі і із інші їх її його й коли крім ми на над нам нас наш не немає
        ні ніж о об один от по під при про та так такий там те ти тільки то того тому у ця це цей ці
        цього чи чому що щоб як яка які який якщо я""",
    "pl": """a aby albo ale ani aż bardzo bez bo by był była było były być choć ci co czy dla do gdy
        gdzie go i ich im inne iż ja jak jako je jego jej jest jeszcze jeśli już ją kiedy kto która
        które którego której który których którzy lub ma mi mnie może można my na nad nam nas nasz
        nie niego nich nim o od on ona one oni ono oraz po pod ponieważ przed przez przy również są
        się tak także tam te tego tej ten to tu tutaj ty tych tylko tym u w we więc wszystko z za ze
        że""",
    "cs": """a aby aj ale ani asi až bez bude budou by byl byla byli bylo být co což či další do ho i
        já jak jako je jeho jej její jejich jen ještě ji jiné již jsem jsme jsou k kam kde kdo když
        ke která které který kteří ku má mezi mi mít můj může my na nad nám nás náš ne nebo nejsou
        není než nic o od on ona oni po pod podle pokud pouze pro proč proto protože první před při
        s se si své svůj ta tak také takže tam tato te ten tento to toho tohoto tom tomto tu tuto ty
        u už v ve více však vy z za ze že""",
    "tr": """acaba ama ancak arasında artık asla aslında aynı ayrıca az başka bana bazı belki ben beni benim bile bir biri birkaç
        biz bu buna bunda bundan bunlar bunu bunun çok çünkü da daha de defa değil diğer diye eğer en gibi hem
        hep hepsi her hiç için ile ise kadar kez ki kim mı mi mu mü nasıl ne neden nerede niçin o
        olan olarak oldu olduğu olduğunu on ona onlar onu onun sanki sen siz sonra şekilde şey şimdi şu tüm üzerinde ve veya ya
        yani""",
    "hu": """a abban ahhoz ahogy aki akik akkor alatt által amely amelyek ami amit amikor az azért
        azok azonban azt azzal be csak de e egy egyéb egyes egyik el ez ezek ezen ezt fel hanem
        hogy hogyan igen is itt ki kell le lehet lesz lett már más meg mert mi mint mit most nagyon
        ne nem nincs ő ők össze pedig s sem számára szerint talán te így új úgy után vagy vagyok
        való van vannak volna volt voltak""",
    "ro": """a acea aceasta aceste acest al ale altă am ar are arăta asta astfel au avea ca că când
        care ce cel cele cine cu cum da dar de deci decât deși despre din după e ea ei el ele era
        este eu fi fie fost i în într își iar la le li lor lui mai mea mult ne nici noi noștri nu o
        or pe pentru prin s sa sau se și sunt te un una unde unei unor unui va vă voi""",
    "el": """ο η το οι τα του της των τον την και κι κ είναι ήταν να δε δεν μη μην επι ενώ εάν αν τότε
        που πως ποιος ποια ποιο αλλά από για προς με σε ως παρά αντί κατά μετά θα στη στην στο στον
        στα στις ένα ένας μια μία ότι όπως όμως αυτό αυτός αυτή αυτά πολύ μας σας τους""",
    "ar": """في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين و أو ثم لم لن لا ما ماذا كان كانت
        يكون هو هي هم هن أن إن أنه إنه كل بعض غير بعد قبل عند بين حتى قد لقد كما حيث أي إذا أما
        به بها له لها فيه فيها منه منها عليه عليها""",
    "hi": """का के की को में से है हैं था थी थे और या पर यह वह ये वे इस उस ने भी ही तो कि जो एक कर
        हो गया गई गए नहीं लिए साथ तक अपने अपना अपनी कुछ सब""",
    "vi": """và của là các có cho không được trong một với này đã những người khi đến từ tại để như
        cũng về ra vào theo nhưng sẽ đó nên thì vì mà bị ở""",
    "id": """yang dan di ke dari untuk pada dengan ini itu adalah dalam tidak akan oleh juga atau
        sebagai karena saat telah sudah bisa dapat ada para kami kita mereka ia dia saya anda
        lebih agar bagi""",
    "zh": """的 了 在 是 我 有 和 就 不 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 自己 这 那 他 她
        它 们 我们 你们 他们 与 及 或 而 但 但是 因为 所以 如果 被 把 从 对 对于 于 以 为 之 其 这个 那个
        这些 那些 并 并且 让 给 向 由 等 还 还是 又 再 更 最 已 已经 将 可以 能 吗 呢 吧 啊 中 里 后 前""",
    "ja": """の に は を た が で て と し れ さ ある いる も する から な こと として い や など なっ
        なり です ます ました でした だ である され これ それ あれ この その あの ため よう より
        まで へ か ない ん という において による って だけ けど しています している して します
        しました では には とは への からの ています""",
    "ko": """이 그 저 것 수 등 및 또는 그리고 그러나 하지만 은 는 가 을 를 에 에서 의 와 과 도 로 으로
        하다 있다 없다 되다 이다 있는 하는 한 할 더 또 매우 위해 때문에 대한 통해 그런 이런 우리 나
        너 제""",
}

STOP_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split()) for language, words in _LISTS.items()
}
