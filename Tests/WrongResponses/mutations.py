"""Cases: a file, the responses that it gets, and what was done to them."""
import copy

import truth
from readers import READERS
from truth import Digits, dump
from wire import CODINGS, Response

HTML = "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>id,name</body></html>\n"
PROBLEM = '{"type": "about:blank", "title": "Quota", "status": 200, "detail": "too many"}'
BODIES = [
    ("", "empty"), (" \r\n\n", "white space"), (HTML, "a page"), ("upstream timed out\n", "text"),
    ('{"ok": false}', "not ok"), ('{"error": "quota", "data": null}', "an error"), ("[]", "a list"),
    ("null", "null"), ("{}", "a map"), ('"done"', "a text"), ("0", "a number"),
    ("data: \n\n", "an event"), ("id,name,price\n", "a header"), (PROBLEM, "a problem"),
]
LABELS = [
    "application/json", "application/vnd.api+json", "text/json", "text/plain", "text/html",
    "application/octet-stream", None, "application/problem+json", "text/csv",
    "application/x-ndjson", "text/event-stream", "application/yaml", "text/plain; charset=utf-8",
]


class Case:
    """`replies` has the response for each path, `name` the file, `changes` what was done."""

    def __init__(self, seed, number):
        self.seed, self.number = seed, number
        self.chance = chance = truth.chance(seed, number)
        self.changes = []
        self.name = sorted(READERS)[number % len(READERS)]
        self.kind, self.reader = READERS[self.name]
        self.replies = {"/item/*": Response('{"ok":true}', "application/json")}
        if self.kind == "pages":
            self.makePages(chance)
        else:
            rows = truth.items(chance)
            value = truth.document(rows) if self.kind in ("json", "yaml") else None
            self.replies["/x"] = self.made(chance, rows, value)
        self.response = self.replies["/x"]

    @property
    def isHonest(self):
        return not self.changes

    def reply(self, target):
        if target.startswith("/item/"):
            return self.replies["/item/*"]
        return self.replies.get(target)

    def makePages(self, chance):
        count = chance.randint(1, 3)
        changed = chance.randint(1, count)
        start = 1
        for number in range(1, count + 1):
            rows = truth.items(chance, start)
            start += len(rows)
            isLast = number == count
            path = {
                "pages-cursor": lambda n: "/x" if n == 1 else f"/x?after=c{n}",
                "pages-number": lambda n: "/x" if n == 1 else f"/x?page={n}",
            }.get(self.name, lambda n: "/x" if n == 1 else f"/x?p={n}")
            following = None
            if not isLast and self.name == "pages-next":
                following = path(number + 1)
            if not isLast and self.name == "pages-cursor":
                following = f"c{number + 1}"
            response = self.made(
                chance, rows, truth.document(rows, following), isChanged=number == changed)
            if not isLast and self.name == "pages-link":
                response.fields.append(f"Link: <{path(number + 1)}>; rel=\"next\"")
            self.replies[path(number)] = response
        if self.name == "pages-number":
            end = truth.document([])
            self.replies[path(count + 1)] = self.made(chance, [], end, isChanged=False)

    def made(self, chance, rows, value, isChanged=True):
        """Returns a response with some changes."""
        if not isChanged:
            text, media = truth.write("json", rows, chance, value)
            return Response(text, media)
        if chance.random() < 0.4:
            if value is not None:
                value = self.changedValue(chance, value)
            elif self.kind in ("ndjson", "sse"):
                rows = self.changedValue(chance, rows)
        body, media = self.written(chance, rows, value)
        if chance.random() < 0.25:
            body = self.changedBody(chance, body)
        if chance.random() < 0.2:
            label = chance.choice(LABELS)
            if label != media:
                media = label
                self.changes.append(f"label {label}")
        response = Response(body, media)
        if chance.random() < 0.4:
            self.encode(chance, response)
        framing = chance.choice(["length", "length", "chunked", "close"])
        cut = chance.random() < 0.12
        response.frame(framing, chance, cut)
        if response.flaw == "framing":
            self.changes.append(f"{framing} cut at {response.stop} of {len(response.sent)}")
        return response

    def written(self, chance, rows, value):
        kind = {"pages": "json"}.get(self.kind, self.kind)
        return truth.write(kind, rows, chance, value)

    def changedValue(self, chance, value):
        """Renames, removes, or replaces a part of a value."""
        value = copy.deepcopy(value)
        places = list(parts(value))
        # All members of a name change as often as one of them.
        owner, key = chance.choice(places)
        how = chance.choice(["rename", "remove", "null", "type", "rename all", "remove all"])
        self.changes.append(f"{how} {key}")
        if how.endswith(" all") and isinstance(key, str):
            for holder, name in places:
                if name == key:
                    change(holder, name, how.split()[0], chance)
        else:
            change(owner, key, how.split()[0], chance)
        return value

    def changedBody(self, chance, body):
        if chance.random() < 0.5:
            data = body.encode()
            end = chance.randint(0, len(data))
            self.changes.append(f"body cut at {end} of {len(data)}")
            return data[:end]
        body, name = chance.choice(BODIES)
        self.changes.append(name)
        return body

    def encode(self, chance, response):
        coding = chance.choice(sorted(CODINGS))
        variant = chance.choice([None, None, None, "cut", "junk", "members", "raw", "flip"])
        response.encode(coding, variant, chance)
        if response.flaw:
            self.changes.append(f"{coding} {variant}")

    def __str__(self):
        return f"seed {self.seed} number {self.number}: {self.name}, " + ", ".join(self.changes)


def parts(value):
    """All places in a value: what holds each, and its name or position."""
    holders = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in list(holders):
        yield value, key
        if isinstance(child, (dict, list)):
            yield from parts(child)


def change(holder, key, how, chance):
    if how == "null":
        holder[key] = None
    elif how == "type":
        holder[key] = chance.choice(
            ["text", Digits("7"), True, [], {}, [Digits("1")], {"items": []}, "12"])
    elif how == "remove" or isinstance(holder, list):
        del holder[key]
    else:
        members = list(holder.items())
        holder.clear()
        new = chance.choice([key + "s", key[:-1] or "x", key.upper()])
        for name, value in members:
            holder[new if name == key else name] = value
