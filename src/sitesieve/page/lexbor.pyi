from selectolax.lexbor import LexborNode

def learn_names(top: LexborNode) -> None:
    """Ask for the names of the elements of a page that lexbor knows by a number."""
