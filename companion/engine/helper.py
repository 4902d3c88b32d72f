# SPDX-License-Identifier: MIT
"""A turn-by-turn helper: a pure state machine beside the score."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.engine.fields import Field
    from companion.engine.text import Msg

State = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Action:
    """A button that the table may press now, with the questions it asks."""

    key: str
    label: Msg
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Helper:
    """How it starts, what may happen, what follows from it, and what to show."""

    start: Callable[[int, Mapping[str, Any]], State]
    actions: Callable[[State], tuple[Action, ...]]
    apply: Callable[[State, str, Mapping[str, Any]], State]
    show: Callable[[State], tuple[Msg, ...]]
