"""Chinese sentence patterns."""

from collections.abc import Mapping

from sample_web.language.lists import words

PATTERNS: Mapping[str, tuple[str, ...]] = {
    "headline": words(
        "{moment}怎样{verb}{things}; {verb}{things}的{count}个要点; {town}看{adj}{things}; "
        "当{things}遇上{problem}; 为什么{things}离不开{material}; 一位{role}谈{craft}; "
        "{place}的{craft}笔记; {problem}来了怎么办; 重新认识{craft}; {material}还是{material}; "
        "{last}{first}和{adj}{things}; 在{town}学{craft}; {tool}值得买吗"
    ),
    "sentence": words(
        "{last}{first}在{town}{verb}{things}已经{count}年了，最怕的还是{problem}。; "
        "{moment}，{adj}{things}最需要的是{material}和一点{trait}。; "
        "如果想{verb}{things}，最好先准备一个{tool}。; "
        "{problem}并不可怕，可怕的是没有{trait}。; "
        "{town}的{role}说，{verb}{things}要看时候，{moment}最合适。; "
        "我们在{place}比较了{count}种{things}，差别比想象中小。; "
        "没有{material}，再好的{things}也会遇到{problem}。; "
        "{adj}{things}可以晚一点再{verb}，其余的最好在{month}完成。; "
        "很多人以为{craft}只靠{tool}，其实更靠{trait}。; "
        "那天在{place}，{last}{first}第一次看到{adj}{things}。; "
        "经验丰富的{role}总能提前发现{problem}。; "
        "用{tool}{verb}{things}，一开始会慢，后来就顺手了。; "
        "{craft}的关键在于{material}，也在于{moment}的那份{trait}。; "
        "到了{month}，{place}的{things}又是另一番样子。; "
        "有人喜欢{material}，有人只相信{tool}。; "
        "因为{problem}，{count}次{craft}的努力都白费了。; "
        "{last}{first}的{tool}已经用了{count}年，从来没换过。; "
        "说到{craft}，{town}的{role}最有发言权。; "
        "{things}和{things}看起来相似，{verb}的方法却不同。; "
        "记得{day}之前准备好{material}，别等{problem}出现了才着急。; "
        "新手常常忽略{material}，结果{things}很快就出了问题。; "
        "在{place}，{adj}{things}总是最受欢迎。; "
        "{last}{first}把每次{craft}的结果都写进本子里。; "
        "比起{tool}，{role}更看重{material}。"
    ),
    "plain": words(
        "当然，并不是每个人都同意。; 剩下的就是习惯了。; 这件事花了{count}天。; "
        "{town}的邻居们至今还在谈论。; 书里能学到一部分。; {day}我们又去了一趟。; "
        "那天夜里风停了，天气预报总算准了一回。; 花费不多，{trait}却不能少。"
    ),
    "quote": words(
        "遇到{problem}以后，我才真正懂得{craft}。; {tool}可以买，{trait}买不到。; "
        "给我一点{material}，我就能在{place}待一整天。; 我外婆一辈子都这样{verb}{things}。"
    ),
    "heading": words(
        "准备工作; 开始之前; 怎样挑选{things}; 应对{problem}; 具体步骤; 常见错误; "
        "为什么要用{material}; 来自{town}的经验"
    ),
    "tip": words(
        "{moment}{verb}{things}; 手边放一个{tool}; 少量使用{material}; 留意{problem}; "
        "先问问{role}; 从{place}开始; 不要急着{verb}{adj}{things}"
    ),
    "product": words(
        "{town}牌{tool}; {tool}{number}型; 便携{tool}; 经典款{tool}{number}; "
        "{last}师傅手工{tool}; {tool}套装{number}"
    ),
    "product_line": words(
        "产自{town}，适合{moment}{verb}{things}。; 能有效应对{problem}，经久耐用。; "
        "随附一份{material}和{craft}小册子。; {role}在{place}试用了{count}个月，评价很好。; "
        "轻巧好带，对付{adj}{things}也够用。; 配件可在{town}购买。"
    ),
    "spec": words("重量; 长度; 颜色; 搭配; 产地; 保修; 适用; 货号"),
    "thread": words(
        "求助：{things}遇到{problem}; {things}用哪种{tool}好; {material}还是{material}呢; "
        "大家{moment}都怎么{verb}{things}; 第一次来{place}; 有{town}的{craft}同好吗; "
        "{tool}到底值不值"
    ),
    "question": words(
        "大家好，我{moment}{verb}了{things}，现在出现{problem}，是哪里做错了？; "
        "新人报到，来自{town}。{things}只用{tool}够吗？; "
        "{day}在{place}第一次试了{material}，{things}好像不太对劲。; "
        "朋友送了我一个{tool}，{craft}该从哪里学起？"
    ),
    "answer": words(
        "我也碰到过{problem}，后来用{material}解决了。; 建议{moment}再{verb}。; "
        "买个{tool}吧，不会后悔。; 谢谢，已经好了。; {things}我不懂，不过{craft}确实要{trait}。; "
        "可以发张照片看看吗？; 我们这里的{role}说，{problem}多半是{material}太多。"
    ),
    "comment": words(
        "写得真好，我的{things}也这么想。; 请多写写{problem}。; 来自{town}的问候！; "
        "忘了提{tool}吧？; 在{place}也适用吗？; 沙发！; 试过{material}，效果一般。; "
        "学到了不少{craft}知识，谢谢。"
    ),
    "event": words(
        "请自带{tool}，一起{verb}{things}。; {last}{first}主讲{craft}与{problem}。; "
        "集合地点在{town}，欢迎新手。; 在{place}度过一个上午，提供热茶。"
    ),
    "advert": words(
        "{tool}特惠|本周全场立减{number}元。|立即购买; "
        "{material}送到家|给您的{things}最好的。|马上下单; "
        "还在为{problem}烦恼？|一个{tool}就够了。|了解详情; "
        "{town}度假|{craft}主题客栈每晚{number}元起。|预订; "
        "换个宽带|每年省下{number}元。|去比较"
    ),
}
