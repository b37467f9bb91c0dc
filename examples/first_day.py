"""A pet's first day in ten lines: adopt, talk, sleep, and find tomorrow. Needs no key and no model."""

import asyncio
import tempfile

from pawsona import Companion


async def main() -> None:
    async with await Companion.open(home=tempfile.mkdtemp()) as companion:
        print((await companion.say("My sister Mei is visiting on Sunday.")).reply)
        tomorrow = await companion.night()
        print(tomorrow.outline)
        for item in tomorrow.items:
            print(f"{item.at:%H:%M}  {item.label}: {item.detail}")
        print([memory.text for memory in await companion.memories()])


asyncio.run(main())
