"""For each file in files/, what it has to print for the responses it gets."""
from oracle import (
    MISSING, MayFail, Wrong, condition, document, elements, kind_of_label, lines, null, number, part,
    place, plain, rows_of_csv, some, some_of, values)
from truth import Digits, dump

READERS = {}


def reads(kind, honest=True):
    """Registers the reader of a file: its name is that of the function."""
    def register(function):
        READERS[function.__name__.replace("_", "-")] = (kind, function)
        return function
    return register


def rows(response, *names, decode=None):
    """The items of the list at a path, in one document or in the values of a stream."""
    found, isStream = values(response, decode)
    if not isStream:
        return elements(found[0], *names)
    present = [value for value in found if part(value, *names) is not MISSING]
    if found and not present:
        raise Wrong(f"no value has {names}")
    return [item for value in present for item in elements(value, *names)]


def part_or_wrong(value, *names):
    """The part of a value; MISSING also in a value of another kind."""
    for name in names:
        if not isinstance(value, dict) or name not in value:
            return MISSING
        value = value[name]
    return value


def each(items, *names):
    """What a path behind [*] finds: an item without it has nothing, but not all of them."""
    found = [part(item, *names) for item in items]
    if items and all(value is MISSING for value in found):
        raise Wrong(f"no item has {names}")
    return [value for value in found if value is not MISSING]


def one(response, *names):
    """The value at a singular path, and whether it is the only one."""
    found, isStream = values(response)
    if not isStream:
        return [place(found[0], *names)], True
    return each(found, *names), False


# -- one document of JSON

@reads("json")
def json_select_each(world):
    return lines(each(rows(world.response, "data", "items"), "name"))


@reads("json")
def json_select_one(world):
    found, isOne = one(world.response, "data", "items")
    return document(found[0] if isOne else found)


@reads("json")
def json_select_text(world):
    found, isOne = one(world.response, "state")
    if not isOne:
        return None  # the format json, indented: not computed here
    if isinstance(found[0], (dict, list)):
        return None
    return plain(found[0]) if found[0] is not None else "null\n"


@reads("json")
def json_select_filter(world):
    found, isStream = values(world.response)
    if not isStream and isinstance(part_or_wrong(found[0], "data", "items"), dict):
        return None  # a filter tests the members of a map, too
    items = [item for item in rows(world.response, "data", "items")
             if part_or_wrong(item, "on") is True]
    return lines(v for item in items if (v := part_or_wrong(item, "id")) is not MISSING)


@reads("json")
def json_select_slice(world):
    found, isStream = values(world.response)
    if isStream:
        return lines(
            name for value in found for name in each(elements(value, "data", "items")[:2], "name"))
    return lines(each(elements(found[0], "data", "items")[:2], "name"))


@reads("json")
def json_select_parts(world):
    items = rows(world.response, "data", "items")
    some(items, ("id",), ("owner", "login"))
    return lines(
        {"id": null(part(i, "id")), "login": null(part(i, "owner", "login"))}
        for i in items)


@reads("json")
def json_select_tags(world):
    items = rows(world.response, "data", "items")
    tagged = [item for item in items if part(item, "tags") is not MISSING]
    if items and not tagged:
        raise Wrong("no tags")
    found = [{"id": null(part(item, "id")), "tag": tag}
             for item in tagged for tag in elements(item, "tags")]
    if found:
        some([item for item in tagged if elements(item, "tags")], ("id",))
    return lines(found)


@reads("json")
def json_where(world):
    items = rows(world.response, "data", "items")
    some(items, ("on",))
    kept = [item for item in items if condition(part(item, "on"))]
    some_of(items, kept, ("id",), ("owner", "login"))
    return lines(
        {"id": null(part(i, "id")), "who": null(part(i, "owner", "login"))} for i in kept)


@reads("json")
def json_where_price(world):
    items = rows(world.response, "data", "items")
    some(items, ("price",))
    kept = [i for i in items
            if null(price := part(i, "price")) is not None and number(price) > 50]
    some_of(items, kept, ("name",))
    return lines(null(part(i, "name")) for i in kept)


@reads("json")
def json_sort(world):
    items = rows(world.response, "data", "items")
    some(items, ("price",), ("id",))
    shaped = [{"id": null(part(i, "id")), "price": null(part(i, "price"))} for i in items]
    if any(value is not None and not isinstance(value, Digits)
           for row in shaped for value in row.values()):
        return None  # values of several kinds have an order, too
    least = float("-inf")
    shaped.sort(key=lambda row: (
        -(number(row["price"]) if row["price"] is not None else least),
        number(row["id"]) if row["id"] is not None else least))
    return rows_of_csv(shaped[:2], ("id", "price"))


@reads("json")
def json_group(world):
    items = rows(world.response, "data", "items")
    some(items, ("owner", "login"))
    counts = {}
    for item in items:
        key = null(part(item, "owner", "login"))
        if key is not None and (not isinstance(key, str) or isinstance(key, Digits)):
            return None
        counts[key] = counts.get(key, 0) + 1
    ordered = sorted(counts, key=lambda key: (key is not None, key or ""))
    return lines({"login": key, "count": Digits(counts[key])} for key in ordered)


@reads("json")
def json_sum(world):
    def total(value):
        if value is None:
            return None
        items = elements(value, "items")
        if any(part(item, "price") is MISSING for item in items):
            raise Wrong("a missing number")
        return Digits(trimmed(sum((number(item["price"]) for item in items), number(Digits("0")))))

    found, isOne = one(world.response, "data")
    sums = [total(value) for value in found]
    return document(sums[0] if isOne else sums)


def trimmed(decimal):
    text = f"{decimal:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


@reads("json")
def json_default(world):
    items = rows(world.response, "data", "items")
    some(items, ("id",))
    return lines({
        "id": null(part(i, "id")),
        "note": "none" if (note := null(part(i, "note"))) is None else note} for i in items)


@reads("json")
def json_csv(world):
    items = rows(world.response, "data", "items")
    some(items, ("id",), ("name",), ("price",))
    return rows_of_csv(
        [{key: null(part(i, key)) for key in ("id", "name", "price")} for i in items],
        ("id", "name", "price"))


@reads("json")
def json_compact(world):
    if (world.response.media or "").startswith("text/") and not world.response.flaw:
        return None  # a text is one JSON string: the file does not say what it reads
    if not world.response.flaw and not world.response.body \
            and kind_of_label(world.response.media) == "unknown":
        return ""  # without a label, zero bytes are no document
    found, isStream = values(world.response)
    return document(list(found) if isStream else found[0])


@reads("json")
def json_decode(world):
    found, _ = values(world.response, "json")
    return lines(each(elements(found[0], "data", "items"), "id"))


@reads("json")
def json_output(world):
    found, isOne = one(world.response, "total")
    states, _ = one(world.response, "state")
    if not isOne:
        if not found or not states:
            raise Wrong("an empty stream")
    return plain(found[0]) + plain(states[0])


@reads("json")
def json_output_list(world):
    names = each(rows(world.response, "data", "items"), "name")
    if any(isinstance(name, (dict, list)) for name in names):
        return None  # white space in them stays
    return plain(names)


@reads("json")
def json_output_default(world):
    response = world.response
    if not response.flaw and kind_of_label(response.media) == "unknown" and not response.body.strip():
        return "0\n"  # without a label, an empty body is no document
    found, _ = values(response)
    present = [v for value in found if (v := part_or_wrong(value, "total")) is not MISSING]
    return plain(present[0]) if present else "0\n"


@reads("json")
def json_expect(world):
    found, isStream = values(world.response)
    for value in found:
        if place(value, "state") != "done" or isinstance(value["state"], Digits):
            raise Wrong("state")
        if not isinstance(place(value, "data", "items"), (list, dict, str)) \
                or isinstance(value["data"]["items"], Digits) or not value["data"]["items"]:
            raise Wrong("no items")
    return json_select_id(world)


def json_select_id(world):
    return lines(each(rows(world.response, "data", "items"), "id"))


@reads("json")
def json_expect_each(world):
    items = rows(world.response, "data", "items")
    for price in each(items, "price"):
        if number(price) < 0:
            raise Wrong("a price")
    return json_select_id(world)


@reads("json")
def json_nothing_of_it(world):
    if world.response.flaw:
        raise Wrong(world.response.flaw)
    try:
        found, isStream = values(world.response)
    except Wrong:
        # A shape that uses no part of the response needs no value of it.
        return document({"done": True})
    return document([{"done": True} for _ in found] if isStream else {"done": True})


# -- streams

@reads("ndjson")
def ndjson_select(world):
    found, _ = one(world.response, "name")
    return lines(found)


@reads("ndjson")
def ndjson_decode(world):
    found, _ = values(world.response, "ndjson")
    some(found, ("on",))
    kept = [item for item in found if condition(part(item, "on"))]
    some_of(found, kept, ("id",), ("owner", "login"))
    return lines(
        {"id": null(part(i, "id")), "login": null(part(i, "owner", "login"))} for i in kept)


@reads("ndjson")
def ndjson_csv(world):
    found, _ = values(world.response, "ndjson")
    some(found, ("id",), ("name",))
    return rows_of_csv([{key: null(part(i, key)) for key in ("id", "name")} for i in found], ("id", "name"))


@reads("sse")
def sse_select(world):
    found, isOne = one(world.response, "json", "id")
    return lines(found)


@reads("sse")
def sse_decode(world):
    found, _ = values(world.response.whole, "sse")
    ends = [index for index, event in enumerate(found) if event["data"] == "[DONE]"]
    if world.response.flaw and not ends:
        raise Wrong(world.response.flaw)
    found = found[:ends[0] + 1] if ends else found
    output = lines(each(found, "json", "name"))
    # What comes after the end that the file names is not awaited.
    return MayFail(output) if world.response.flaw else output


@reads("csv")
def csv_select(world):
    found, isStream = values(world.response)
    header = getattr(found, "header", None)
    if header is not None and "name" not in header:
        raise Wrong("no column")
    if header is not None and not found:
        return ""
    return lines(one(world.response, "name")[0])


@reads("csv")
def csv_decode(world):
    found, _ = values(world.response, "csv")
    for column in ("id", "price"):
        if column not in found.header:
            raise Wrong("no column")
    kept = [row for row in found if decimal(row["price"]) > 50]
    return lines({"id": row["id"]} for row in kept)


def decimal(text):
    from truth import read
    try:
        value = read(text)
    except ValueError as error:
        raise Wrong(error)
    return number(value)


@reads("lines")
def lines_rows(world):
    found, _ = values(world.response, "lines")
    return lines({"line": line.removesuffix("\r")} for line in found)


@reads("yaml")
def yaml_decode(world):
    found, _ = values(world.response, "yaml")
    return lines(each(elements(found[0], "data", "items"), "id"))


@reads("form")
def form_output(world):
    if world.response.flaw:
        raise Wrong(world.response.flaw)
    text = world.response.body.decode("utf-8", "replace")
    pairs = [pair.partition("=") for pair in text.split("&")]
    tokens = [value for name, _, value in pairs if name == "token"]
    if any(ord(mark) <= 32 or mark in '<>"{}[]' for mark in text) or len(tokens) != 1:
        raise Wrong("no form")
    from urllib.parse import unquote_plus
    return plain(unquote_plus(tokens[0]))


# -- pages

def pages(world, following):
    """The items of all pages; `following` finds the path of the next one."""
    found, seen, path = [], set(), "/x"
    while path is not None:
        if not isinstance(path, str):
            raise Wrong("no path")
        if path in seen:
            raise Wrong("a page again")
        seen.add(path)
        response = world.replies.get(path)
        if response is None:
            raise Wrong("404")
        items, path = following(response, path)
        found += items
    return found


def page_value(response):
    found, isStream = values(response)
    if isStream:
        raise NotComputed()
    return found[0]


class NotComputed(Exception):
    """The oracle does not know."""


@reads("pages")
def pages_next(world):
    def following(response, path):
        value = page_value(response)
        link = null(part_or_wrong(value, "meta", "next"))
        return elements(value, "data", "items"), link if link not in (None, False, "") else None
    return lines(each(pages(world, following), "id"))


@reads("pages")
def pages_link(world):
    def following(response, path):
        if response.status.startswith("204"):
            return [], None
        value = page_value(response)
        links = [field for field in response.fields if field.startswith("Link:")]
        link = links[0].split("<")[1].split(">")[0] if links else None
        return elements(value, "data", "items"), link
    return lines(each(pages(world, following), "id"))


@reads("pages")
def pages_cursor(world):
    def following(response, path):
        value = page_value(response)
        cursor = null(part_or_wrong(value, "meta", "next"))
        isEnd = cursor in (None, False, "")
        return elements(value, "data", "items"), None if isEnd else f"/x?after={cursor}"
    found = pages(world, following)
    some(found, ("id",))
    return lines({"id": null(part(i, "id"))} for i in found)


@reads("pages")
def pages_number(world):
    count = 1

    def following(response, path):
        nonlocal count
        count += 1
        value = page_value(response)
        items = elements(value, "data", "items")
        return items, f"/x?page={count}" if items else None
    return lines(each(pages(world, following), "id"))


# -- scripts

def body_of_step(response):
    found, isStream = values(response)
    return list(found) if isStream else found[0]


@reads("json")
def script_each(world):
    body = body_of_step(world.response)
    for item in elements(body, "data", "items"):
        identity = place(item, "id")
        if identity is None or isinstance(identity, (bool, dict, list)) or identity == "":
            raise Wrong("no path")
    return document({"done": place(body, "total")})


@reads("json")
def script_missing(world):
    items = place(body_of_step(world.response), "data", "items")
    if not isinstance(items, list):
        raise Wrong("no list")
    # A missing name is an error, unless none is asked for.
    names = [null(part(item, "name")) for item in items]
    some(items, ("name",))
    return document([name for name in ("Ann", "Zed") if name not in names])


@reads("json")
def script_if(world):
    body = body_of_step(world.response)
    total = None if body is None else place(body, "total")
    isCalled = total is not None and number(total) > 0
    return document({"called": Digits("200") if isCalled else None})


@reads("json")
def script_poll(world):
    body = body_of_step(world.response)
    if place(body, "state") != "done":
        raise Wrong("never done")
    return document({"total": place(body, "total")})


@reads("json")
def script_rows(world):
    items = rows(world.response, "data", "items")
    some(items, ("on",))
    kept = [item for item in items if condition(part(item, "on"))]
    some_of(items, kept, ("id",))
    return document([null(part(i, "id")) for i in kept])
