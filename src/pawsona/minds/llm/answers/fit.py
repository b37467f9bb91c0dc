"""A document that is nearly what was asked for, made into what was asked for.

Small models rename keys, give the bare list, wrap the answer once more, write numbers as words and null for nothing.
Only the form is mended: no value is invented, and what stays unclear is left to the shape, which refuses it.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel

from pawsona.minds.llm.answers.words import meant, number, renamed, truth


def fit(shape: type[BaseModel], found: Any) -> Any:
    """What the shape can be validated from; whatever can't be fitted stays as it is."""
    if isinstance(found, list):
        return _of_list(shape, found)
    if not isinstance(found, Mapping):
        return found
    inner = next(iter(found.values())) if len(found) == 1 else None
    if isinstance(inner, Mapping) and fitting(shape, inner) > fitting(shape, found):
        return fit(shape, inner)
    taken = renamed(found, shape.model_fields)
    if not taken:
        return _unwrapped(shape, found)
    values = {name: _value(shape.model_fields[name].annotation, value) for name, value in taken.items()}
    return {name: value for name, value in values.items() if value is not None}


def fitting(shape: type[BaseModel], found: Any) -> int:
    """How much of a shape a document has; a schema that was echoed has nothing."""
    if isinstance(found, list):
        return max((fitting(shape, row) for row in found), default=0)
    if not isinstance(found, Mapping) or "properties" in found:
        return -1
    own = len(renamed(found, shape.model_fields))
    row = _row(shape)
    return 2 * own if own or row is None else len(renamed(found, row.model_fields))


def _listed(shape: type[BaseModel]) -> str | None:
    """The field that holds a list, where there is one."""
    return next((name for name, field in shape.model_fields.items() if get_origin(field.annotation) is list), None)


def _row(shape: type[BaseModel]) -> type[BaseModel] | None:
    """The shape of one row of its list."""
    name = _listed(shape)
    element = _element(shape.model_fields[name].annotation) if name else None
    return element if isinstance(element, type) and issubclass(element, BaseModel) else None


def _element(annotation: Any) -> Any:
    inner = get_args(annotation)[0]
    return get_args(inner)[0] if get_origin(inner) is Annotated else inner


def _of_list(shape: type[BaseModel], found: list[Any]) -> Any:
    name = _listed(shape)
    if name is None:
        return fit(shape, found[0]) if len(found) == 1 else found
    if found and all(isinstance(part, Mapping) and name in renamed(part, [name]) for part in found[:1]):
        return fit(shape, found[0])
    return fit(shape, {name: found})


def _unwrapped(shape: type[BaseModel], found: Mapping[Any, Any]) -> Any:
    """One row instead of the list of them, a document in a document, or a mapping instead of rows of two."""
    row, name = _row(shape), _listed(shape)
    if row is not None and name is not None and len(renamed(found, row.model_fields)) > 1:
        return fit(shape, {name: [found]})
    only = next(iter(found.values())) if len(found) == 1 else None
    if isinstance(only, Mapping | list) and fitting(shape, only) > 0:
        return fit(shape, only)
    return fit(shape, {name: dict(found)}) if name is not None and found else found


def _value(annotation: Any, value: Any) -> Any:
    if value is None:
        return None
    if get_origin(annotation) is list:
        return _list(_element(annotation), value)
    if get_origin(annotation) is Literal:
        return meant(value, get_args(annotation)) if isinstance(value, str) else value
    return _scalar(annotation, value)


def _scalar(annotation: Any, value: Any) -> Any:
    if annotation is bool and not isinstance(value, bool):
        return truth(value)
    if annotation is int:
        found = number(value)
        return int(found) if found is not None and abs(found) < 1e6 else None
    if annotation is str and isinstance(value, list):
        return "; ".join(str(part) for part in value)
    return value


def _list(element: Any, value: Any) -> list[Any]:
    if not isinstance(element, type) or not issubclass(element, BaseModel):
        if element is int and isinstance(value, str):
            value = re.findall(r"\d+", value)
        rows = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else [value]
        return [part for part in (_plain(element, row) for row in rows) if part is not None]
    if isinstance(value, Mapping):
        value = _pairs(element, value)
    return [fit(element, row) for row in value] if isinstance(value, list) else []


def _plain(element: Any, row: Any) -> Any:
    """A row that should be one text or number, and is an object around it."""
    if isinstance(row, Mapping):
        row = renamed(row, ["text"]).get("text") or max(map(str, row.values()), key=len, default=None)
    if isinstance(row, list) and len(row) == 1:
        row = row[0]
    return _scalar(element, row) if row is not None else None


def _pairs(element: type[BaseModel], value: Mapping[Any, Any]) -> Iterable[Any]:
    """`{"realism": 4}` for `[{"criterion": "realism", "rating": 4}]`; a single row for a list of one."""
    first, second = list(element.model_fields)[:2]
    if len(renamed(value, element.model_fields)) > 1 or not element.model_fields[second].is_required():
        return [value]
    return [
        {first: name, **given} if isinstance(given, Mapping) else {first: name, second: given}
        for name, given in value.items()
    ]
