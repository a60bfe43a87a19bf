"""What pages are by the links of their site."""

from typing import Literal, get_args

Role = Literal["contents", "article", "other"]
ROLES: tuple[Role, ...] = get_args(Role)
