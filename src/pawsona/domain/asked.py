"""Several questions to the store at once."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar, overload

from pawsona.domain.ports import Store

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E")
F = TypeVar("F")
Question = Coroutine[Any, Any, A]


@overload
async def asked(store: Store, a: Question[A], b: Question[B], /) -> tuple[A, B]: ...
@overload
async def asked(store: Store, a: Question[A], b: Question[B], c: Question[C], /) -> tuple[A, B, C]: ...
@overload
async def asked(
    store: Store, a: Question[A], b: Question[B], c: Question[C], d: Question[D], e: Question[E], f: Question[F], /
) -> tuple[A, B, C, D, E, F]: ...
async def asked(store: Store, *questions: Question[Any]) -> Any:
    """The answers, in the order of the questions.

    A database on a server is asked everything in the same moment, and answers in one go. One that answers at once is
    asked one thing after the other: a task for each, and the rounds of the event loop until all of them have ended,
    take longer than the answers.
    """
    if not store.at_once:
        return tuple(await asyncio.gather(*questions))
    try:
        return tuple([await question for question in questions])
    finally:
        for question in questions:
            question.close()  # those after one that failed were never asked
