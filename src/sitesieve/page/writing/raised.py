"""Superscripts and subscripts in text that has none: `x²`, `x^n`, `H₂O`, `a_i`.

Digits and the signs of numbers have characters for it. Other superscripts get a caret and other
subscripts a low line, with parentheses where they are more than one word. What is raised only
for its looks (`1st`, `Mᵐᵉ`) and marks of notes, which are links or in brackets, stay. Trade marks
have signs, and a long remark is set apart from the word before it.
"""

import re

from sitesieve.page.columns import Strings
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

_SUPERSCRIPTS = str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
_SUBSCRIPTS = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_HAS_CHARACTERS = {"sup": re.compile(r"[-+−]?\d+|n"), "sub": re.compile(r"[-+−]?\d+")}
_LOOKS = frozenset("st nd rd th er ère ere re e ème eme me mme lle le te de a o ª º".split())
_SIGNS = {"TM": "™", "SM": "℠"}
_MARKS = frozenset("tm sm mc md r c ™ ® © ℠".split())
_WORD = re.compile(r"\w+")
_BASE = re.compile(r"[\w)\]}|′'’]$")  # what something can be raised above
_LONGEST = 12


def raised_texts(tree: PageTree, texts: Strings) -> dict[int, str]:
    """The leaves that are raised or lowered, and what is written in their place."""
    written = {}
    for name, sign, characters in (("sup", "^", _SUPERSCRIPTS), ("sub", "_", _SUBSCRIPTS)):
        for node in tree.tagged(TAG_ID[name]).tolist():
            leaf = int(tree.leaf_start[node])
            if tree.leaf_start[tree.end[node]] != leaf + 1 or tree.linked_leaves[leaf]:
                continue
            text = texts[leaf]
            script = text.strip()
            if len(script) > _LONGEST and " " in script and _stands_at_base(tree, texts, leaf):
                written[leaf] = " " + text
            if len(script) > _LONGEST:
                continue
            if not script or not _stands_at_base(tree, texts, leaf):
                continue
            if _HAS_CHARACTERS[name].fullmatch(script):
                shown = script.translate(characters)
            elif script in _SIGNS and name == "sup":
                shown = _SIGNS[script]
            elif _is_word_part(texts, leaf, script) or not _WORD.search(script) or "[" in script:
                continue
            else:
                shown = sign + (script if _WORD.fullmatch(script) else f"({script.strip('()')})")
            written[leaf] = text.replace(script, shown)
    return written


def _stands_at_base(tree: PageTree, texts: Strings, leaf: int) -> bool:
    """Whether there is something right before it that it is raised above."""
    if leaf == 0 or tree.line[leaf - 1] != tree.line[leaf] or texts[leaf][:1].isspace():
        return False
    return _BASE.search(texts[leaf - 1]) is not None


def _is_word_part(texts: Strings, leaf: int, script: str) -> bool:
    """Whether it is the end of a word that is written small: `1st`, a trade mark."""
    if script.lower().rstrip(".") in _MARKS:
        return True
    if script.lower().rstrip(".") in _LOOKS:
        before = _WORD.findall(texts[leaf - 1])
        return bool(before) and (before[-1][-1].isdecimal() or before[-1][0].isupper())
    return script.isalpha() and len(script) > 3
