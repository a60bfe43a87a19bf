"""MathML as TeX: what formulas of a page say where nobody wrote TeX for them."""

import re

from sitesieve.page.tags import TEXT
from sitesieve.page.tree import PageTree

_COMMAND = re.compile(r"\\[a-zA-Z]+$")
_LONGEST_NAME = 20  # of a command
_DEEPEST = 60  # elements inside one another; deeper ones are written as their text
_NAMES = {  # of signs, in the order of the signs
    "αβγδεζηθικλμνξοπρςστυφχψω": (
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho "
        "varsigma sigma tau upsilon phi chi psi omega"
    ),
    "ΓΔΘΛΞΠΣΦΨΩ": "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega",
    "∑∏∫∮∂∇∞√": "sum prod int oint partial nabla infty surd",
    "≤≥≠≈≡∼∝≪≫": "le ge ne approx equiv sim propto ll gg",
    "×⋅·÷±∓∘": "times cdot cdot div pm mp circ",
    "∈∉⊂⊆∪∩∅∀∃¬∧∨": ("in notin subset subseteq cup cap emptyset forall exists neg wedge vee"),
    "→←↔⇒⇔↦": "to leftarrow leftrightarrow Rightarrow Leftrightarrow mapsto",
    "…⋯⋮⟨⟩‖": "ldots cdots vdots langle rangle Vert",
}
_COMMANDS = {
    sign: f"\\{name}"
    for signs, names in _NAMES.items()
    for sign, name in zip(signs, names.split(), strict=True)
} | {
    **{sign: f"\\mathbb{{{letter}}}" for sign, letter in zip("ℝℕℤℚℂ", "RNZQC", strict=True)},
    **{sign: f"\\{sign}" for sign in "{}%#&$"},
    **{"−": "-", "′": "'", "∗": "*"},
    # What says how to read and is not seen: applied to, times, and.
    **dict.fromkeys("\u2061\u2062\u2063\u2064\u200b", ""),
}
_ACCENTS = {"¯": "bar", "‾": "bar", "^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde"} | {
    **{"→": "vec", "⃗": "vec", "˙": "dot", "¨": "ddot", "\\to": "vec", "_": "underline"},
    **{"⏞": "overbrace", "⏟": "underbrace", "\\sim": "tilde"},
}
_FUNCTIONS = frozenset("sin cos tan log ln exp lim max min sup inf det gcd arg deg dim ker".split())


def tex_of(tree: PageTree, node: int, depth: int = 0) -> str:
    """An element of MathML, with what is in it, as TeX."""
    if tree.tag[node] == TEXT:
        return ""  # white space between elements, or what is no MathML
    name = tree.tag_name(node)
    if name in ("mi", "mn", "mo", "mtext", "ms") or depth > _DEEPEST:
        return _token(name, tree.text_of(node))
    parts = [
        tex_of(tree, child, depth + 1) for child in tree.children(node) if tree.tag[child] != TEXT
    ]
    match name, parts:
        case "msup", [base, above]:
            return f"{_group(base)}^{_group(above)}"
        case "msub", [base, below]:
            return f"{_group(base)}_{_group(below)}"
        case "msubsup" | "munderover", [base, below, above]:
            return f"{_group(base)}_{_group(below)}^{_group(above)}"
        case "mover" | "munder", [base, mark]:
            return _marked(name, base, mark)
        case "mfrac", [over, under]:
            return f"\\frac{{{over}}}{{{under}}}"
        case "mroot", [inner, degree]:
            return f"\\sqrt[{degree}]{{{inner}}}"
        case "msqrt", _:
            return f"\\sqrt{{{_joined(parts)}}}"
        case "mfenced", _:
            return f"\\left({','.join(parts)}\\right)"
        case "mtable", _:
            return r"\begin{matrix}" + r" \\ ".join(parts) + r"\end{matrix}"
        case "mtr", _:
            return " & ".join(parts)
        case "mspace", _:
            return " "
    return _joined(parts)


def _token(name: str, text: str) -> str:
    if name == "mtext" or (name == "mi" and len(text) > 1 and text not in _FUNCTIONS):
        if not text.isascii() or not text.isalnum():
            return f"\\text{{{text}}}" if text else ""
        return f"\\{'text' if name == 'mtext' else 'mathrm'}{{{text}}}"
    if text in _FUNCTIONS:
        return f"\\{text}"
    return _joined([_COMMANDS.get(sign, sign) for sign in text])


def _joined(parts: list[str]) -> str:
    """Pieces of TeX in a row; a command does not grow together with the letters after it."""
    joined = ""
    for part in parts:
        if part[:1].isalpha() and joined[-1:].isalpha() and _ends_in_command(joined):
            joined += " "
        joined += part
    return joined


def _ends_in_command(tex: str) -> bool:
    return _COMMAND.search(tex[-_LONGEST_NAME:]) is not None


def _group(tex: str) -> str:
    """A piece of TeX as one thing."""
    one = len(tex) == 1 or (tex.startswith("\\") and tex[1:].isalpha())
    return tex if one else f"{{{tex}}}"


def _marked(name: str, base: str, mark: str) -> str:
    """Something with a sign over or under it."""
    if mark in _ACCENTS:
        return f"\\{_ACCENTS[mark]}{{{base}}}"
    if base.startswith("\\"):  # a sum, a limit
        return f"{base}{'^' if name == 'mover' else '_'}{_group(mark)}"
    return f"\\{'over' if name == 'mover' else 'under'}set{{{mark}}}{{{base}}}"
