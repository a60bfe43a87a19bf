"""English labels: what menus, bars, boxes and footers say.

Entries with several variants let sites of one language speak differently.
"""

from sample_web.language.lists import vocabulary

LABELS = vocabulary(
    home="Home; Front page; Start",
    shop="Shop; Store; Market",
    forum="Forum; Community; Boards",
    diary="What's on; Diary; Events",
    about="About us; Who we are; About",
    contact="Contact; Write to us; Get in touch",
    latest="Latest stories; New on this site; Just in",
    page="Page",
    next="Older stories; Next page; More",
    search="Search; Find; Search this site",
    search_hint="Search articles; Type a word; Looking for something?",
    sign_in="Sign in; Log in; My account",
    slogan="News for people with hobbies; Made by hand since 1998; Slow pastimes, well explained; "
    "The friendly place for makers",
    by="By {author}; Written by {author}; {author}",
    reading="{number} min read; Reading time {number} minutes",
    views="Seen {number} times; {number} views; Visitor no. {number}",
    updated="Last updated {date}; Updated {date}; Page changed on {date}",
    share="Share; Share this page; Pass it on",
    share_on="Facebook; Mastodon; WhatsApp; Email; Print; Copy link",
    services="Print this page; Send to a friend; Save for later",
    top="Back to top; Top of page; Up",
    follow="Follow us; Find us elsewhere; Stay in touch",
    networks="Instagram; YouTube; Mastodon; Facebook; RSS",
    related="Related stories; You may also like; Read next; More on this",
    section_menu="More in {topic}; In this section; {topic} pages",
    popular="Most read; Popular this week; Top five",
    partners="Our partners; Friends of this site; Elsewhere on the web",
    advert_mark="Advertisement; Sponsored; Ad",
    weather="Weather; Weather today; Outlook for {town}",
    weather_words="Sunny; Cloudy; Light rain; Showers; Fog; Clear; Windy",
    weather_lines="{low} to {high} °C; Wind {wind} km/h; Humidity {wet} %",
    newsletter="Newsletter; Our weekly letter; Never miss a story",
    newsletter_text="One letter every Friday with the best of the week.; "
    "Join {count} readers and get our stories by mail.; Free, short, and easy to leave.",
    newsletter_hint="Your email; name@host.example",
    newsletter_button="Subscribe; Sign me up; Join",
    poll="Quick poll; Your vote; Reader question",
    poll_text="How often do you find time for {topic}?; Is {topic} for everyone?",
    poll_options="Every day; Now and then; Hardly ever",
    vote="Vote; Send",
    consent="We use cookies to measure visits and to show suitable offers. You choose.; "
    "This site stores cookies on your device. Some are needed, others help us improve.; "
    "Your privacy matters: tell us which cookies we may set.",
    consent_buttons="Accept all; Reject; Settings",
    paywall="This story continues for subscribers.; You have read your free stories this month.",
    paywall_text="Read on for 1 pound in the first month, then cancel whenever you like.; "
    "Support careful reporting and get every story in full.",
    paywall_button="Become a subscriber; Unlock this story",
    comments="{number} comments; Comments ({number}); {number} readers replied",
    reply="Reply; Answer",
    comment_form="Leave a comment; Join the discussion; Your opinion",
    send="Send; Post comment",
    copyright="© {year} {site}. All rights reserved.; Copyright {year} by {site}; "
    "{site}, {year}. Reproduction only with permission.",
    legal="Privacy; Terms of use; Cookies; Imprint",
    price="Price; Our price; Only",
    money="£{number}",
    cart="Add to basket; Buy now; Put in cart",
    stock="In stock, {number} left; Ready to ship",
    rank="Newcomer; Regular; Old hand; Moderator",
    posts="Posts: {number}; {number} posts",
    joined="Member since {year}; Joined {year}",
    replies="{number} replies; Replies: {number}",
    bio="{author} writes about {topic} from {town}.",
    colour="green; dark blue; natural; red; black; ivory",
    months="January; February; March; April; May; June; July; August; September; October; "
    "November; December",
    diary_title="{topic}: what's on this season; {topic} diary; {topic} events near you",
    shop_title="{topic} shop; Everything for {topic}; The {topic} store",
    shop_home="The shop; Our store at a glance",
    forum_home="The forum; All boards; Talk to other readers",
    about_text="{site} began as a leaflet in {town} and has been online for {count} years.; "
    "Our small team in {town} writes, answers and repairs what it can.; "
    "We take no money for good words, and adverts are marked as such.; "
    "Our readers know more than we do, which is why there is a forum.",
    contact_text="Letters reach us at the old post office in {town}.; "
    "The telephone is answered on {day} mornings, if anyone is in.; "
    "Please send corrections, we mean it.; Parcels for the shop go to the back door.",
)
