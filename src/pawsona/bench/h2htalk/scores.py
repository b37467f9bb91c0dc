"""H2HTalk's S and J (equations 2 and 3), its repository's own composite, and how items become the Overall.

Scale: the paper's S is from 0 to 1 and its judge's mark from 0 to 5, so that its J = .6 S + .4 mark is at most 2.6 and
every item would fall below tau = 3.5. Here both are on 0 to 5 before they are mixed; results hold J/5.
"""

from collections.abc import Mapping, Sequence

from pawsona.bench.core.overlap import bleu_of, matches, rouge_l, rouge_of
from pawsona.bench.core.records import Score, covered
from pawsona.bench.core.signature import Signatures, signed
from pawsona.bench.core.suite import OTHERS, Item
from pawsona.bench.core.tokens import jieba
from pawsona.bench.core.tree import Node, leaf, node
from pawsona.bench.h2htalk.tasks import JUDGED, TASKS

ALPHA = 0.6
"""What S weighs in J."""
TAU = 3.5
"""Items with a J below this, of 5, go to people."""
_COUNTED = ("bleu1", "bleu2", "bleu3", "bleu4", "rouge1", "rougeL")
REPO = {"bertscore": 0.25, "ss": 0.20, "rouge1": 0.10, "rouge2": 0.15, "rougeL": 0.20,
        "bleu1": 0.03, "bleu2": 0.03, "bleu3": 0.02, "bleu4": 0.02}  # fmt: skip
"""Weights of the composite in the released code, which is not the paper's S; the first two need a model."""


def cut(text: str) -> list[str]:
    """Jieba's words of a text as it stands."""
    return jieba().cut(text)


def worth(item: Item, text: str) -> dict[str, float]:
    """BLEU-1 to BLEU-4 and ROUGE of one answer, over jieba's words of the texts as they stand."""
    mine, theirs = cut(text), cut(item.reference)
    shared, sizes = matches(mine, theirs), (len(mine), len(theirs))
    values = dict(zip(_COUNTED, bleu_of(shared, *sizes), strict=False))
    values |= {"rouge1": rouge_of(shared[0], *sizes, 1), "rouge2": rouge_of(shared[1], *sizes, 2)}
    return values | {"rougeL": rouge_l(mine, theirs)}


def signatures() -> Signatures:
    """Of what is counted, and of what is made of it."""
    tok = jieba().name
    found = {name: signed(name, tok=tok, kind="cumulative", smooth="method1") for name in _COUNTED[:4]}
    found |= {name: signed(name, tok=tok, f="F1") for name in ("rouge1", "rouge2", "rougeL")}
    return found | {
        "overlap": signed("overlap", mean="bleu1..4,rouge1,rougeL"),
        "repo_overlap": signed("repo_overlap", weights="as released, without bertscore and embedding"),
        "repo_composite": signed("repo_composite", weights="as released"),
        "s": signed("s", eq="2", mean="bleu1..4,rouge1,rougeL,ss"),
        "j": signed("j", eq="3", alpha=ALPHA, scale="both 0-5, /5"),
    }


def composite(scores: Mapping[str, float]) -> dict[str, float]:
    """`overlap`: S without similarity. `s` and `j` where their parts are there: never with a stand-in.

    `repo_composite` is the released code's own, where its BERTScore and similarity are there; `repo_overlap` is what
    counting alone has of it, over its weights.
    """
    counted = sum(scores[name] for name in _COUNTED)
    found = {"overlap": counted / len(_COUNTED), "repo_overlap": _repo(scores, [*REPO][2:])}
    if "bertscore" in scores and "ss" in scores:
        found["repo_composite"] = _repo(scores, [*REPO])
    if "ss" in scores:
        found["s"] = (counted + scores["ss"]) / (len(_COUNTED) + 1)
        if "judge" in scores:
            found["j"] = ALPHA * found["s"] + (1 - ALPHA) * scores["judge"]
    return found


def for_people(scores: Sequence[Score]) -> list[str]:
    """Ids of what people should look at (equation 4): a J below tau, on the scale from 0 to 5."""
    return [row.id for row in scores if "j" in row.scores and 5 * row.scores["j"] < TAU]


def _repo(scores: Mapping[str, float], parts: Sequence[str]) -> float:
    return sum(REPO[part] * scores[part] for part in parts) / sum(REPO[part] for part in parts)


def tree(scores: Sequence[Score]) -> Node | None:
    """Overall: the mean of the tasks, weighted by table 1's counts; of J at the levels I to III, of S elsewhere.

    Its name says what is missing: without marks at these levels it is `overall_unjudged`.
    Without the named embedder it is made of `overlap`: another figure, and its name says so. Scores of no task of the
    paper's (references of one's own) are one mean.
    """
    parts = (*_COUNTED, "ss") if all("ss" in row.scores for row in scores) else _COUNTED
    tasks = [_task(task.name, [row for row in scores if row.category == task.name], parts) for task in TASKS]
    others = [row for row in scores if row.category not in {task.name for task in TASKS}]
    weights = [float(task.n) for task in TASKS] + [float(len(others))]
    judged = all(covered([row for row in scores if row.category == name], "judge") for name in JUDGED)
    root = "overlap" if "ss" not in parts else "overall" if judged else "overall_unjudged"
    return node(root, [*tasks, _task(OTHERS, others, parts)], weights)


def repo_tree(scores: Sequence[Score]) -> Node | None:
    """The same over the released code's composite, or what counting alone has of it; the weights are table 1's too."""
    metric = "repo_composite" if all("repo_composite" in row.scores for row in scores) else "repo_overlap"
    tasks = [
        node(task.name, [leaf(metric, [row for row in scores if row.category == task.name], metric)]) for task in TASKS
    ]
    return node(metric, tasks, [float(task.n) for task in TASKS])


def _task(name: str, rows: Sequence[Score], parts: Sequence[str]) -> Node | None:
    """S as the mean of its parts' means; at the judged levels with the judge beside it."""
    made = node("s" if "ss" in parts else "overlap", [leaf(part, rows, part) for part in parts])
    if name in JUDGED and "ss" in parts and rows and covered(rows, "judge"):
        return node(name, [made, leaf("judge", rows, "judge")], [ALPHA, 1 - ALPHA])
    return node(name, [leaf(part, rows, part) for part in parts])
