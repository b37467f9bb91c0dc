"""The process that llama.cpp runs in: `python -m pawsona.minds.local.serving`, started by server.py.

It is a process of its own because the library holds Python's lock while it loads and while it stops, so that the whole
companion would stand still; because a stop in mid-answer does not return; and because what makes llama.cpp abort
(a file that is no model, too little memory) must not end the companion. It reads one line of JSON from standard input,
answers with one line on standard output, and ends when standard input does: it can't outlive who started it.
"""

import json
import os
import signal
import sys
import threading
from typing import Any

from pawsona.minds.local.extra import extra

HOST = "127.0.0.1"
SLOTS = 2
"""Talk and the night at once; they share one context."""


def parameters(library: Any, given: dict[str, Any]) -> Any:
    """llama.cpp's settings: only this machine, only with the key, no page of its own, and no web page may read it."""
    params = library.CommonParams()
    params.model.path = given["path"]
    params.model_alias = {given["name"]}
    params.hostnames = [HOST]
    params.port = 0
    params.api_keys = [given["key"]]
    params.cors_origins = params.cors_methods = params.cors_headers = ""
    params.cors_credentials = False
    params.ui = params.endpoint_slots = params.endpoint_props = params.endpoint_metrics = False
    params.verbosity = 0  # its log would tell what was said
    params.n_ctx = given["context"]
    params.n_parallel = SLOTS
    params.kv_unified = True
    params.cache_ram_mib = 0  # old prompts kept beside the context could take 8 GB more
    if given["embedding"]:
        params.embedding = True
        params.n_batch = params.n_ubatch = given["context"]  # a text must fit into one batch
        if given["pooling"]:
            params.pooling_type = library.llama_pooling_type[f"LLAMA_POOLING_TYPE_{given['pooling'].upper()}"]
    else:
        params.default_template_kwargs = {"enable_thinking": "false"}
    return params


def main() -> None:
    """Serve until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for who started us, who then ends our input
    given = json.loads(sys.stdin.readline())
    answer = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the library prints is no answer
    threading.Thread(target=_end_with_parent, daemon=True).start()
    library = extra("xllamacpp")
    try:
        server = library.Server(parameters(library, given))
    except (RuntimeError, ValueError):
        os._exit(1)
    answer.write(server.listening_address + "\n")
    answer.flush()
    threading.Event().wait()


def _end_with_parent() -> None:
    """Without its destructors: they wait for answers under way."""
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
