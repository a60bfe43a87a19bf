"""What comes out of hostile pages, opened in a real browser: nothing of it runs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

import sitesieve

RUN = "document.title='owned'"
ATTACKS = [
    f"<script>{RUN}</script>",
    f'<img src=x onerror="{RUN}">',
    f'&lt;<i></i>img src=x onerror="{RUN}"&gt;',
    f"<p>&lt;script&gt;{RUN}&lt;/script&gt;</p>",
    f"`<code>`</code>&lt;img src=x onerror={RUN}&gt;",
    f"<code>``</code>&lt;svg onload={RUN}&gt;",
    f'<a href="javascript:{RUN}">click</a>',
    f"[click]<sup>(javascript:{RUN})</sup>",
    f"<p>[click](javascript:{RUN})</p>",
    f"<p>[x]: javascript:{RUN}</p><p>[x]</p>",
    f'<img src="x](javascript:{RUN})" alt="a]({RUN}">',
    f"<pre><code>```\n</code></pre><p>&lt;svg onload={RUN}&gt;",
    f"<math><mtext>&lt;/math&gt;&lt;img src=x onerror={RUN}&gt;</mtext></math>",
    f"<p>$&lt;img src=x onerror={RUN}&gt;$</p>",
    f'<a title="&quot;><img src=x onerror={RUN}>" href="https://a.example/">x</a>',
    f"<table><tr><th>a|&lt;img src=x onerror={RUN}&gt;<th>b<tr><td>c<td>d</table>",
    f"<details open ontoggle={RUN}><summary>s</summary>text</details>",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>",
]
READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
READER.validateLink = lambda url: True  # type: ignore[method-assign] # noqa: ARG005


@pytest.fixture
def browser_page(browser: Any) -> Iterator[Any]:
    """A page of a real browser."""
    context = browser.new_context(offline=True)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_nothing_runs(browser_page: Any, form: str, tmp_path: Path) -> None:
    story = "<p>The harbour was full of ships that day, and nobody knew where they came from.</p>"
    for number, attack in enumerate(ATTACKS):
        html = f"<main><h1>Ships</h1>{story}<p>{attack} more words</p>{story}</main>"
        document = sitesieve.clean(html, url="https://a.example/x.html", favour="recall")
        body = document.html if form == "html" else READER.render(document.markdown)
        path = tmp_path / f"{number}.html"
        path.write_text(f"<!doctype html><title>calm</title>{body}", "utf-8")
        browser_page.goto(path.as_uri())
        for link in browser_page.locator("a").all():
            if str(link.get_attribute("href")).lower().lstrip().startswith("javascript"):
                link.click(no_wait_after=True)
        browser_page.wait_for_timeout(30)
        assert browser_page.title() != "owned", attack
