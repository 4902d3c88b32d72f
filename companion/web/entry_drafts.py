# SPDX-License-Identifier: MIT
"""A round that is being entered, kept on the server for the phone that enters it.

It survives a reload, a closed tab and a battery that ran out. Every way of entering keeps its own
values; the form's key and what it knew are kept with them, so that a form which was saved after
all is recognised, and one that others overtook still clashes.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy.orm import Session

from companion.engine.figures import blank
from companion.services.drafts import drop_draft, read_draft, write_draft
from companion.services.visitors import Visitor
from companion.web.forms import Raw


@dataclass
class EntryDraft:
    """What a phone has entered and not saved.

    Attributes:
        phase, mode: what showed last.
        seat: whose cards showed last.
        rev: how often it was changed.
        key, expected: of the form, see `EntryForm`.
        raws: what was entered, by mode.
        none: who said they have nothing to enter.
    """

    phase: str = ""
    mode: str = ""
    seat: int = 0
    rev: int = 0
    key: str = ""
    expected: str = ""
    raws: dict[str, Raw] = field(default_factory=dict)
    none: list[int] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether nothing at all is entered."""
        return not self.none and all(_is_empty(raw) for raw in self.raws.values())


def load(session: Session, who: Visitor | None, code: str, number: int) -> EntryDraft | None:
    """Return the draft of a round, if this phone has one."""
    body = read_draft(session, who, _name(code, number))
    known = {key: value for key, value in body.items() if key in EntryDraft.__dataclass_fields__}
    return EntryDraft(**known) if known else None


def keep(session: Session, who: Visitor, code: str, number: int, draft: EntryDraft) -> None:
    """Keep a draft, beside what other ways of entering hold already; inside ``writing``."""
    before = load(session, who, code, number)
    if before is not None and before.phase == draft.phase:
        draft.raws = {**before.raws, **draft.raws}
    if draft.empty:
        drop(session, who, code, number)
    else:
        write_draft(session, who, _name(code, number), asdict(draft))


def drop(session: Session, who: Visitor, code: str, number: int) -> None:
    """Forget a draft; inside ``writing``."""
    drop_draft(session, who, _name(code, number))


def has_values(draft: EntryDraft, mode: str) -> bool:
    """Tell whether a way of entering has anything of its own in a draft."""
    return bool(draft.none) or (mode in draft.raws and not _is_empty(draft.raws[mode]))


def _name(code: str, number: int) -> str:
    return f"entry:{code}:{number}"


def _is_empty(value: Any) -> bool:
    """Tell whether raw values hold nothing but blanks."""
    if isinstance(value, dict):
        return all(_is_empty(one) for key, one in value.items() if key != "mode")
    if isinstance(value, list):
        return all(map(_is_empty, value))
    return blank(value)
