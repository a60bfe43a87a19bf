"""The language of a block of code, as the markup of highlighters tells it."""

import re

from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

_IN_CLASS = re.compile(
    r"(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|src-)([a-z][a-z0-9+#.-]*)"
    r"|(?:^|\s)source-?code\s+([a-z][a-z0-9+#-]*)",
    re.IGNORECASE,
)
# Other highlighters name the language alone, beside these.
_HIGHLIGHTED = re.compile(r"(?:^|\s)(?:highlight|hljs|shiki|prettyprint|code|codehilite|listing)\b")
_LANGUAGES = frozenset(
    "apache asm bash bat c clojure cmake coffeescript cpp crystal cs csharp css csv dart diff "
    "dockerfile elixir elm erlang fortran fsharp go graphql groovy haskell hcl html http ini java "
    "javascript js json jsonc jsx julia kotlin latex less lisp lua makefile markdown matlab md "
    "nginx nim nix objc objectivec ocaml perl php plsql powershell prolog properties protobuf ps1 "
    "py python python3 r rb ruby rs rust sass scala scheme scss sh shell solidity sql swift tcl "
    "terraform tex toml ts tsx typescript vb verilog vhdl vim vue wasm xml yaml yml zig zsh".split()
)
_NO_LANGUAGE = frozenset("none plain text plaintext txt default code block".split())
_NAME = re.compile(r"[a-zA-Z][\w+#.-]{0,29}", re.ASCII)
_PLACES = 4  # elements in which highlighters say it: the code, the pre, and two around it
# A table with line numbers may stand between them; its parts are not counted.
_PARTS = frozenset(TAG_ID[name] for name in "td tr tbody table".split())
_LONGEST = 500  # characters of a class that are looked at


def code_language(tree: PageTree, pre: int) -> str:
    """The language of the code in a `pre`; empty where the page does not say."""
    inside = [node for node in tree.children(pre) if tree.tag[node] == TAG_ID["code"]]
    places, counted = inside[:1], len(inside[:1])
    near = pre
    while near > 0 and counted < _PLACES:  # the body speaks of the page
        places.append(near)
        counted += int(tree.tag[near]) not in _PARTS
        near = int(tree.parent[near])
    for place in places:
        if language := _named(tree, place):
            return "" if language in _NO_LANGUAGE else language
    return ""


def _named(tree: PageTree, node: int) -> str:
    """The language that the attributes of an element name."""
    language = tree.attributes("data-language").get(node) or tree.attributes("data-lang").get(node)
    names = tree.attributes("class").get(node, "")[:_LONGEST]
    if not language and (named := _IN_CLASS.search(names)):
        language = named[1] or named[2]
    if not language and _HIGHLIGHTED.search(names):
        language = next((name for name in names.lower().split() if name in _LANGUAGES), "")
    return language.lower() if language and _NAME.fullmatch(language) else ""
