"""Names, places and values of botocore's shapes, as they are on the wire in JSON."""
import base64
import datetime

STAMP = datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
DEPTH = 5


def wire_name(shape, name):
    """The name of a member of a structure in a request or a response."""
    return shape.members[name].serialization.get("name", name)


def place(shape, name):
    """Where a member is: body, querystring, header, headers, uri or statusCode."""
    return shape.members[name].serialization.get("location", "body")


def wire(shape, value):
    """What stands in a body of JSON for a value in botocore's terms."""
    if value is None:
        return None
    if shape.type_name == "structure" and isinstance(value, dict):
        if getattr(shape, "is_document_type", False):
            return value
        return {
            wire_name(shape, name): wire(shape.members[name], item)
            for name, item in value.items() if name in shape.members}
    if shape.type_name == "list":
        return [wire(shape.member, item) for item in value]
    if shape.type_name == "map":
        return {key: wire(shape.value, item) for key, item in value.items()}
    if isinstance(value, datetime.datetime):
        # The shape may have a format; without one, JSON has the seconds since 1970.
        if shape.serialization.get("timestampFormat") == "iso8601":
            return value.strftime("%Y-%m-%dT%H:%M:%SZ")
        return int(value.timestamp())
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value


def sample(shape, numbers, depth=0, only=None):
    """A value of a shape in botocore's terms. `only` chooses the members of structures."""
    kind = shape.type_name
    if kind == "structure":
        if getattr(shape, "is_document_type", False):
            return {"a": numbers.randrange(9)}
        if depth > DEPTH and not getattr(shape, "is_tagged_union", False):
            return {}
        names = [n for n in shape.members if (only(shape, n) if only else numbers.random() < 0.7)]
        if getattr(shape, "is_tagged_union", False):
            names = list(shape.members)[:1]
        return {n: sample(shape.members[n], numbers, depth + 1, only) for n in names}
    if kind == "list":
        count = 1 if only else 0 if depth > DEPTH else numbers.randrange(3)
        return [sample(shape.member, numbers, depth + 1, only) for _ in range(count)]
    if kind == "map":
        count = 1 if only else 0 if depth > DEPTH else numbers.randrange(3)
        keys = (getattr(shape.key, "enum", None) or ["key-1", "key-2"])[:count]
        return {key: sample(shape.value, numbers, depth + 1, only) for key in keys}
    return leaf(shape, numbers)


def leaf(shape, numbers):
    kind = shape.type_name
    if kind in ("integer", "long"):
        return numbers.randrange(1, 1000)
    if kind in ("float", "double"):
        return numbers.randrange(1, 1000) / 8
    if kind == "boolean":
        return numbers.random() < 0.5
    if kind == "timestamp":
        return STAMP + datetime.timedelta(seconds=numbers.randrange(1 << 20))
    if kind == "blob":
        return bytes(numbers.randrange(256) for _ in range(6))
    if shape.enum:
        return numbers.choice(shape.enum)
    return f"{numbers.choice(WORDS)}-{numbers.randrange(100)}"


WORDS = ["a", "name", "käse", "x y", "1", "\u4f8b", "<b>", "\"q\"", "t\n", "\\"]
