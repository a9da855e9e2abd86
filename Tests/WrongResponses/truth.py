"""What the servers of this test have to say, and how they write it."""
import csv
import io
import json
import random


class Digits(str):
    """A number with its digits, as a response has them."""


def dump(value, separators=(",", ":")):
    """Returns a value as JSON, with the digits of its numbers."""
    comma, colon = separators
    if isinstance(value, Digits):
        return str(value)
    if isinstance(value, dict):
        members = (dump(k) + colon + dump(v, separators) for k, v in value.items())
        return "{" + comma.join(members) + "}"
    if isinstance(value, list):
        return "[" + comma.join(dump(v, separators) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def read(text):
    """Reads JSON; numbers keep their digits. Raises ValueError for anything else."""
    def refuse(name):
        raise ValueError(name)

    return json.loads(text, parse_int=Digits, parse_float=Digits, parse_constant=refuse)


NAMES = ["Ann", "Bo", "Cleo", "Dee, Jr.", "Éva", "Finn \"F\"", "Gil", "Ho"]
LOGINS = ["al", "be", "cy", "da", "eb"]
TAGS = ["red", "blue", "green"]


def items(chance, start=1):
    """Returns 2 to 5 items with the same members."""
    found = []
    for number in range(start, start + chance.randint(2, 5)):
        found.append({
            "id": Digits(number),
            "name": chance.choice(NAMES),
            "price": Digits(f"{chance.randint(0, 99)}.{chance.randint(0, 99):02}"),
            "on": chance.random() < 0.6,
            "owner": {"login": chance.choice(LOGINS)},
            "tags": chance.sample(TAGS, chance.randint(0, 3)),
            "note": chance.choice([None, "n1", "n2"]),
        })
    return found


def document(rows, following=None, state="done"):
    """Returns a document with items."""
    return {
        "data": {"items": rows},
        "total": Digits(len(rows)),
        "state": state,
        "meta": {"next": following},
    }


def write(kind, rows, chance, value=None):
    """Returns a body of a kind, and its media type."""
    separators = chance.choice([(",", ":"), (", ", ": "), (" ,\n ", " : ")])
    if kind == "json":
        return dump(document(rows) if value is None else value, separators), "application/json"
    if kind == "yaml":
        return dump(document(rows) if value is None else value, (", ", ": ")), "application/yaml"
    if kind == "ndjson":
        lines = [dump(row, chance.choice([(",", ":"), (", ", ": ")])) for row in rows]
        return "".join(line + "\n" for line in lines), "application/x-ndjson"
    if kind == "sse":
        events = [f"event: item\ndata: {dump(row)}\n\n" for row in rows]
        return ": hello\n\n" + "".join(events) + "data: [DONE]\n\n", "text/event-stream"
    if kind == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator=chance.choice(["\n", "\r\n"]))
        writer.writerow(["id", "name", "price"])
        for row in rows:
            writer.writerow([row["id"], row["name"], row["price"]])
        return text.getvalue(), "text/csv"
    if kind == "lines":
        return "".join(f"{row['id']} {row['name']}\n" for row in rows), "text/plain"
    if kind == "form":
        return "token=t%20" + rows[0]["id"] + "&kind=bearer", "application/x-www-form-urlencoded"
    raise AssertionError(kind)


def chance(seed, number):
    """Returns the random numbers of a case."""
    return random.Random(f"{seed}/{number}")
