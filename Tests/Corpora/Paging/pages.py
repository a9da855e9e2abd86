"""Pages that a server could give for a paginator."""
from jmes import parsed
from paginators import listed
from server import Answer
from shapes import place, sample, wire, wire_name

# How a list ends or breaks. The second number is how often it is chosen.
ENDS = {
    "no token": 6, "empty token": 3, "no list": 2, "empty page": 2, "token that repeats": 1,
    "error": 1, "more without a token": 1}


def steps(node):
    """The names and positions of a path."""
    if node["type"] in ("subexpression", "index_expression"):
        return [step for child in node["children"] for step in steps(child)]
    return [node["value"]]


def put(page, expression, value):
    """Sets the value at a path, or removes it if the value is None."""
    path = steps(parsed(expression))
    for step, following in zip(path, path[1:]):
        if isinstance(step, str):
            page = page.setdefault(step, [] if isinstance(following, int) else {})
            continue
        if not page and value is None:
            return
        if not page:
            page.append({})
        page = page[step]
    if value is None:
        page.pop(path[-1], None)
    else:
        page[path[-1]] = value


class Pages:
    """The answers for a paginator. `items` are those of the pages."""

    def __init__(self, paginator, numbers):
        self.paginator, self.numbers = paginator, numbers
        self.output = paginator.output
        self.fields = paginator.declaration.fields
        self.end = numbers.choices(list(ENDS), list(ENDS.values()))[0]
        if self.end == "more without a token" and "more_results" not in self.fields:
            self.end = "no token"
        count = numbers.randrange(1, 6)
        if self.end in ("error", "token that repeats"):
            count += 1
        self.answers = [self.page(number, count) for number in range(count)]

    def page(self, number, count):
        """The answer number `number` of `count`."""
        numbers, isLast = self.numbers, number == count - 1
        if isLast and self.end == "error":
            return self.error()
        page = {}
        for key, found in zip(self.paginator.keys, self.paginator.paths):
            value = sample(found.shape, numbers)
            if found.shape.type_name == "list":
                size = numbers.choice([0, 1, 2, 2, 3])
                if isLast and self.end in ("empty page", "no list"):
                    size = 0
                value = [sample(found.shape.member, numbers) for _ in range(size)]
            put(page, key, None if isLast and self.end == "no list" else value)
        self.add_tokens(page, number, count)
        if "more_results" in self.fields:
            put(page, self.fields["more_results"],
                not isLast or self.end in ("token that repeats", "more without a token"))
        return self.answer(page)

    def add_tokens(self, page, number, count):
        isLast = number == count - 1
        for index, expression in enumerate(listed(self.fields["output_token"])):
            shape = self.paginator.output
            token = self.token(f"{index}-{number}", shape, expression)
            if isLast and self.end == "token that repeats":
                token = self.token(f"{index}-{number - 1}", shape, expression)
            elif isLast and self.end == "empty token":
                token = "" if isinstance(token, str) else None
            elif isLast or index and self.numbers.random() < 0.3:
                # Of several tokens, a page may lack some.
                token = None
            put(page, expression, token)

    def token(self, name, shape, expression):
        """A value for a token: a text with characters that need escapes, a number or a map."""
        for step in steps(parsed(expression)):
            shape = shape.member if isinstance(step, int) else shape.members[step]
        if shape.type_name == "map":
            return {"id": {"S": name}}
        if shape.type_name in ("integer", "long"):
            return 10 + int(name.split("-")[1])
        return f"token/{name}+=&%20\" ü"

    def answer(self, page):
        body = wire(self.output, page)
        payload = self.output.serialization.get("payload")
        headers = {}
        for name in page:
            if place(self.output, name) == "header":
                headers[wire_name(self.output, name)] = body.pop(wire_name(self.output, name))
        if payload:
            body = body.get(wire_name(self.output, payload), {})
        return Answer(body, headers=headers)

    def error(self):
        return Answer(
            {"__type": "ThrottledException", "message": "later"}, 400,
            {"X-Amzn-ErrorType": "ThrottledException"})
