"""The names under which meta elements say the same things, most trustworthy first."""

TITLE = (
    *("og:title", "twitter:title", "citation_title", "parsely-title", "sailthru.title"),
    *("dc.title", "dcterms.title", "headline", "title"),
)
AUTHOR = (
    *("citation_author", "parsely-author", "sailthru.author", "cxenseparse:author"),
    *("author", "article:author", "og:article:author", "og:author", "dc.creator"),
    *("dcterms.creator", "dc.creator.personalname", "dc:creator", "creator", "byl", "byline"),
    *("article:author_name", "shareaholic:article_author_name", "authors"),
)
PUBLISHED = (
    *("article:published_time", "og:article:published_time", "og:published_time"),
    *("article:published", "og:publish_date", "datepublished", "parsely-pub-date"),
    *("sailthru.date", "cxenseparse:publishtime", "publish_date", "publish-date", "published"),
    *("publication_date", "publication-date", "published-date", "published_time", "pubdate"),
    *("citation_publication_date", "citation_online_date", "citation_date"),
    *("dc.date.issued", "dcterms.issued", "dc.date.created", "dcterms.created", "dcterms.date"),
    *("dc.date", "dc:date", "article.published", "article:first_published_time"),
    *("shareaholic:article_published_time", "article.created", "ptime", "pdate", "displaydate"),
    *("originalpublicationdate", "ms.date", "date"),
)
MODIFIED = (
    *("article:modified_time", "og:article:modified_time", "og:updated_time", "og:modified_time"),
    *("article:modified", "datemodified", "dc.date.modified", "dcterms.modified"),
    *("last-modified", "lastmod", "revised", "updated", "modified"),
)
SITE_NAME = ("og:site_name", "application-name", "apple-mobile-web-app-title", "dc.publisher")
DESCRIPTION = (
    *("og:description", "description", "twitter:description", "dc.description"),
    *("dcterms.description", "dcterms.abstract", "sailthru.description"),
)
LANGUAGE = ("content-language", "og:locale", "dc.language", "dcterms.language", "language")
ADDRESS = ("og:url", "twitter:url")
