"""What accounts cost: processor time of knowing a session and a token at each request, and of one password.

`python benchmarks/accounts.py` (processor time, so that a busy machine matters little; on PostgreSQL the three reads of
a row each are trips over the network, which this does not measure).
"""

import asyncio
import tempfile
import time
from pathlib import Path

from tests.server.guests import PASSWORD, town

from pawsona.app.accounts import Passwords

TIMES = 400
HASHES = 5


async def measure(folder: Path) -> None:
    async with town(folder / "home", requests_per_minute=100_000) as it:
        ann = await it.citizen("ann")
        token = await ann.token("talk")
        secret = ann.http.cookies["pawsona_session"]
        passes = it.accounts.passes
        for kind, shown in (("session", secret), ("token", token)):
            await passes.known(shown, kind)  # type: ignore[arg-type]
            begun = time.process_time()
            for _ in range(TIMES):
                await passes.known(shown, kind)  # type: ignore[arg-type]
            print(f"knowing a {kind}: {(time.process_time() - begun) / TIMES * 1000:.2f} ms of processor")
    passwords = Passwords()
    hashed = await passwords.hashed(PASSWORD)
    await passwords.check(PASSWORD, hashed)
    for name, known in (("a known name", hashed), ("an unknown name", None)):
        begun = time.process_time()
        for _ in range(HASHES):
            await passwords.check(PASSWORD, known)
        print(f"a password for {name}: {(time.process_time() - begun) / HASHES * 1000:.0f} ms of processor")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        asyncio.run(measure(Path(place)))
