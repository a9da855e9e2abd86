"""What each file has to print, computed from the bytes that a server sent.

Written from the manual's rules, without the program. `Wrong` stands for every failure.
"""
import csv
import io
from decimal import Decimal

from truth import Digits, dump, read


class Wrong(Exception):
    """The response does not hold what the file reads."""


class MayFail(str):
    """The output of a run that may as well fail."""


class Missing:
    """What a member that does not exist has in place of a value."""


MISSING = Missing()


class Values(list):
    """The values of a stream; `header` has the columns of CSV."""

    header = None


# -- from a response to its values

def kind_of_label(media):
    label = (media or "").split(";")[0].strip().lower()
    if label == "application/problem+json":
        return "refused"
    if label in ("application/json", "text/json") or label.endswith("+json"):
        return "json"
    if label in ("application/x-ndjson", "application/jsonl"):
        return "ndjson"
    return {
        "text/event-stream": "sse", "text/csv": "csv", "application/yaml": "yaml",
        "application/x-www-form-urlencoded": "form",
    }.get(label, "unknown")


def values(response, decode=None):
    """Returns the values of a response, and whether they are a stream."""
    if response.flaw:
        raise Wrong(response.flaw)
    kind = decode or kind_of_label(response.media)
    if kind == "refused":
        raise Wrong("label")
    try:
        text = response.body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Wrong(error)
    text = text.removeprefix("\ufeff")
    if kind == "unknown" and not text.lstrip().startswith(("{", "[")):
        # Only lists and maps are read as JSON without a label.
        raise Wrong("no list or map without a label")
    if kind in ("json", "unknown"):
        return [parse(text)], False
    if kind == "yaml":
        if looksLikePage(text):
            raise Wrong("a page")
        return [parse_yaml(text)], False
    if kind == "ndjson":
        return [parse(line) for line in text.split("\n") if line.strip()], True
    if kind == "sse":
        return events(text), True
    if kind == "csv":
        return table(text), True
    if kind == "lines":
        return text.removesuffix("\n").split("\n") if text else [], True
    raise AssertionError(kind)


def looksLikePage(text):
    return text.lstrip().lower().startswith(("<!doctype html", "<html"))


def parse(text):
    try:
        return read(text)
    except (ValueError, RecursionError) as error:
        raise Wrong(error)


def parse_yaml(text):
    # The bodies are JSON, which is YAML, but for the one that is an event, too.
    return {"data": None} if text.strip() == "data:" else parse(text)


def events(text):
    found, data, kind, isStream = [], [], "message", False
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[:-1]
    for line in lines:
        if not line:
            if data:
                event = {"event": kind, "data": "\n".join(data), "id": ""}
                try:
                    event["json"] = read(event["data"])
                except ValueError:
                    pass
                found.append(event)
            data, kind = [], "message"
            continue
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        isStream = isStream or name in ("", "data", "event", "id", "retry")
        if name == "data":
            data.append(value)
        elif name == "event":
            kind = value
    # A comment is nothing, even without its end.
    if text.strip() and not isStream and not text.startswith(":"):
        raise Wrong("no event stream")
    return found


def table(text):
    if looksLikePage(text):
        raise Wrong("a page")
    if not text:
        raise Wrong("no header")
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
        # In a table of one column, an empty line is an empty field.
        isOne = len(rows[0]) == 1
        rows = [row or [""] for row in rows if row or isOne]
    except csv.Error as error:
        raise Wrong(error)
    if any(len(row) != len(rows[0]) for row in rows):
        raise Wrong("a ragged row")
    if len(set(rows[0])) != len(rows[0]):
        raise Wrong("a repeated column")
    found = Values(dict(zip(rows[0], row)) for row in rows[1:])
    found.header = rows[0]
    return found


# -- parts of values

def part(value, *names):
    """Returns a part; MISSING where a map lacks it, or under null."""
    for name in names:
        if value is MISSING or value is None:
            return MISSING
        if not isinstance(value, dict):
            raise Wrong(f"no members: {name}")
        value = value.get(name, MISSING)
    return value


def place(value, *names):
    """Returns what is at a path, which has to exist."""
    for name in names:
        if not isinstance(value, dict) or name not in value:
            raise Wrong(f"nothing at {name}")
        value = value[name]
    return value


def elements(value, *names):
    """Returns the items of the list at a path; null has none."""
    found = place(value, *names)
    if found is None:
        return []
    if not isinstance(found, list):
        raise Wrong("not a list")
    return found


def number(value):
    if not isinstance(value, Digits):
        raise Wrong("not a number")
    return Decimal(value)


def condition(value):
    if value is MISSING or value is None:
        return False
    if not isinstance(value, bool):
        raise Wrong("not a condition")
    return value


def some(rows, *paths):
    """Requires that at least one row has each path, if there are rows."""
    # Rows that are null do not count.
    rows = [row for row in rows if row is not None]
    for path in paths:
        if rows and all(part(row, *path) is MISSING for row in rows):
            raise Wrong(f"no row has {path}")


def some_of(rows, kept, *paths):
    """Requires that a row has each path that is looked up in the rows that are kept."""
    if kept:
        some(rows, *paths)


def null(value):
    return None if value is MISSING else value


# -- what is printed

def lines(values):
    return "".join(dump(value) + "\n" for value in values)


def document(value):
    return dump(value) + "\n"


def rows_of_csv(rows, names):
    def field(value):
        if value is None:
            return ""
        text = value if isinstance(value, str) else dump(value)
        if any(mark in text for mark in ',"\n\r') or text == "" or text != text.strip():
            return '"' + text.replace('"', '""') + '"'
        return text

    text = ",".join(field(key) for key in names) + "\n"
    return text + "".join(
        ",".join(field(row.get(key)) for key in names) + "\n" for row in rows)


def plain(value):
    """A part that is printed without a format."""
    if value is None:
        return "\n"
    return (value if isinstance(value, str) else dump(value)) + "\n"
