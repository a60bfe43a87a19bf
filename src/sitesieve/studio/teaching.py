"""Teaching: what a person says of a block, first looked at, then taken, and taken back."""

from dataclasses import dataclass

from sitesieve.cleaning.pinning import PinEffect, effects, proposed_pin
from sitesieve.site.pins import Pin
from sitesieve.studio.desk import Desk

_LOOKED_AT = 20  # pages of the site on which the effect is shown


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a person says of a block of a page, given by its address."""

    page: int
    address: str
    keep: bool
    kind: str | None = None
    everywhere: bool = True


@dataclass(frozen=True, slots=True)
class LessonEffect:
    """What a lesson would change."""

    where: str
    looked_at: int
    pages: list[PinEffect]


@dataclass(frozen=True, slots=True)
class PinLine:
    """A pin in the list."""

    number: int
    what: str
    site: str
    page: str | None
    where: str
    text: str


def preview(desk: Desk, lesson: Lesson) -> LessonEffect | None:
    """What a lesson would change, on its page and some others of the site."""
    page = desk.store.page(lesson.page)
    if page is None:
        return None
    with desk.using() as method:
        pin = _pin(desk, lesson)
        numbers = desk.store.some(page.site, _LOOKED_AT) if lesson.everywhere else []
        others = [desk.store.page(n) for n in numbers if n != lesson.page]
        pages = [page, *(other for other in others if other is not None)]
        return LessonEffect(pin.where, len(pages), effects(method, pin, pages))


def accept(desk: Desk, lesson: Lesson) -> PinLine:
    """Take a lesson: it counts from now on."""
    with desk.using() as method:
        pin = _pin(desk, lesson)
        method.pins.add(pin)
        desk.taught_on[pin.about] = lesson.page
        desk.unsaved = True
        desk.changed()
        return pin_lines(desk)[-1]


def _pin(desk: Desk, lesson: Lesson) -> Pin:
    page = desk.store.page(lesson.page)
    if page is None:
        raise ValueError(f"no page {lesson.page}")
    return proposed_pin(page, lesson.address, lesson.keep, lesson.kind, lesson.everywhere)


def pin_lines(desk: Desk) -> list[PinLine]:
    """All pins, the oldest first."""
    with desk.using() as method:
        return [
            PinLine(
                number,
                "content" if pin.keep else pin.kind or "noise",
                *(pin.site, pin.page, pin.where, pin.text),
            )
            for number, pin in enumerate(method.pins)
        ]


def take_back(desk: Desk, number: int) -> bool:
    """Take back a pin; whether there was one."""
    with desk.using() as method:
        if not 0 <= number < len(method.pins):
            return False
        method.pins.remove(method.pins[number])
        desk.unsaved = True
        desk.changed()
        return True
