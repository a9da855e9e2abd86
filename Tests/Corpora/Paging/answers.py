"""Answers that a server could give while a client waits."""
from botocore.waiter import AcceptorConfig

from jmes import parsed
from server import Answer
from shapes import sample, wire, wire_name

OTHER = "OtherException"
# What may come before the answer that ends the wait.
BEFORE = 4


def leaves(node, before=()):
    """The paths in an expression, as names, with `*` for the items of a list."""
    kind, children = node["type"], node["children"]
    if kind == "field":
        return [before + (node["value"],)]
    if kind in ("subexpression", "index_expression", "projection"):
        paths = leaves(children[0], before)
        for child in children[1:]:
            paths = [path for begin in paths for path in leaves(child, begin)]
        return paths
    if kind == "filter_projection":
        items = [path + ("*",) for path in leaves(children[0], before)]
        return [path for begin in items for path in leaves(children[2], begin)]
    if kind == "flatten":
        return [path + ("*",) for path in leaves(children[0], before)]
    if kind == "value_projection":
        return [
            path for begin in leaves(children[0], before)
            for path in leaves(children[1], begin + ("key-1",))]
    if kind in ("identity", "current"):
        return [before]
    return [path for child in children for path in leaves(child, before)]


def literals(node):
    if node["type"] == "literal":
        return [node["value"]]
    return [value for child in node["children"] for value in literals(child)]


def fill(value, shape, path, choose):
    """Puts what `choose` gives for a shape at a path, in each item of the lists on the way."""
    if not path:
        return choose(shape)
    step, rest = path[0], path[1:]
    if shape.type_name == "list":
        rest = rest if step == "*" else path
        items = value if isinstance(value, list) else [{} for _ in range(choose(None))]
        return [fill(item, shape.member, rest, choose) for item in items]
    value = value if isinstance(value, dict) else {}
    member = shape.value if shape.type_name == "map" else shape.members[step]
    return value | {step: fill(value.get(step), member, rest, choose)}


class Answers:
    """Makes random answers for a waiter, and knows which botocore takes for which state."""

    def __init__(self, waiter, numbers):
        self.waiter, self.numbers = waiter, numbers
        fields = waiter.declaration.fields["acceptors"]
        self.acceptors = [AcceptorConfig(item) for item in fields]
        self.shape = waiter.declaration.operation.output_shape
        self.codes = [item["expected"] for item in fields if item["matcher"] == "error"]
        self.codes = [code for code in self.codes if isinstance(code, str)] + [OTHER]
        self.statuses = [
            item["expected"] for item in fields if item["matcher"] == "status"
            # botocore follows the redirects of S3 itself.
            and item["expected"] != 301]
        self.paths, self.texts = [], ["OTHER"]
        for item in fields:
            if "argument" in item:
                node = parsed(item["argument"])
                self.paths += [p for p in leaves(node) if p not in self.paths]
                self.texts += [v for v in [item["expected"], *literals(node)]
                               if isinstance(v, str) and v]

    def choose(self, shape):
        """A number of items, or a value that an acceptor may look for."""
        if shape is None:
            return self.numbers.choice([0, 1, 1, 2, 3])
        if shape.type_name == "string":
            return self.numbers.choice(self.favorites)
        if shape.type_name in ("integer", "long"):
            return self.numbers.randrange(1, 3)
        return sample(shape, self.numbers)

    def one(self):
        """A random answer and the state that botocore finds in it, or None."""
        kinds = ["body"] * 8 + ["error"] * 3 * (len(self.codes) > 1) + ["error"]
        if self.statuses:
            kinds += ["status"] * 4
        kind = self.numbers.choice(kinds)
        if kind == "error":
            return self.error(self.numbers.choice(self.codes), self.numbers.choice([400, 404, 500]))
        if kind == "status":
            status = self.numbers.choice(self.statuses + [403, 500])
            if status >= 300:
                return self.error(OTHER, status)
        # Few texts, so that all items of a list are sometimes equal.
        size = self.numbers.choice([1, 1, 2, 3])
        self.favorites = [self.numbers.choice(self.texts) for _ in range(size)]
        page = {}
        for path in self.paths:
            page = fill(page, self.shape, path, self.choose)
        body = wire(self.shape, page) if self.shape else {}
        payload = self.shape.serialization.get("payload") if self.shape else None
        if payload:
            body = body.get(wire_name(self.shape, payload), {})
        parsed_page = page | {"ResponseMetadata": {"HTTPStatusCode": 200}}
        return Answer(body), self.state(parsed_page)

    def error(self, code, status):
        """An error with its code where the protocol has it."""
        answer = Answer(
            {"message": "no"}, status, {"X-Amzn-ErrorType": code + ":http://internal.example/"})
        if self.waiter.has_codes_in_body:
            answer = Answer({"__type": "com.example#" + code, "message": "no"}, status)
        page = {"Error": {"Code": code}, "ResponseMetadata": {"HTTPStatusCode": status}}
        return answer, self.state(page)

    def state(self, page):
        """The state of the first acceptor that fits."""
        for acceptor in self.acceptors:
            if acceptor.matcher_func(page):
                return acceptor.state
        return "failure" if "Error" in page else None

    def script(self, end):
        """Some answers that go on, and one that ends: success or failure, or none that does."""
        going, last = [], None
        wanted = self.numbers.randrange(BEFORE)
        for _ in range(400):
            answer, state = self.one()
            if state == end:
                last = answer
            elif state in (None, "retry") and len(going) <= wanted:
                going.append(answer)
            if last and len(going) > wanted:
                break
        if end == "exhausted":
            return going
        return going[:wanted] + [last] if last else None
