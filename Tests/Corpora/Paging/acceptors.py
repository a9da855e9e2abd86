"""The acceptors of a waiter as conditions: matchers of a path, or a test of JSONPath."""
import re

from jmes import CannotBeSaid, Path, parsed, path_of

COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "lte": "<=", "gt": ">", "gte": ">="}


def quoted(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    return "'" + str(value).replace("\\", "\\\\").replace("'", "\\'") + "'"


def code_pattern(codes):
    """A pattern for a code of an error, which may have a namespace or a URL beside it."""
    alternatives = "|".join(re.sub(r"([.])", r"[\1]", code) for code in codes)
    return f"(.*#)?({alternatives})(:.*)?"


class Tests:
    """Says conditions as tests in a filter: `root` is the tested value."""

    def __init__(self, output, path=None):
        self.output = output
        self.start = path or Path("$", output)

    def path(self, node):
        return path_of(node, self.start, self.output)

    def test(self, node):
        """The test that a parsed expression is true."""
        kind = node["type"]
        if kind == "and_expression":
            return "(" + " && ".join(self.test(child) for child in node["children"]) + ")"
        if kind == "or_expression":
            return "(" + " || ".join(self.test(child) for child in node["children"]) + ")"
        if kind == "not_expression":
            inner = self.test(node["children"][0])
            return "!" + (inner if inner.startswith("(") else f"({inner})")
        if kind == "comparator":
            left, right = (self.operand(child) for child in node["children"])
            return f"{left} {COMPARED[node['value']]} {right}"
        raise CannotBeSaid(f"a condition of the kind {kind}")

    def operand(self, node):
        if node["type"] == "literal":
            return quoted(node["value"])
        if node["type"] == "function_expression" and node["value"] == "length":
            return self.length(node["children"][0])
        found = self.path(node)
        if found.many:
            raise CannotBeSaid("a list as an operand")
        return found.text

    def length(self, node):
        if node["type"] == "or_expression" and node["children"][1] == {
                "type": "literal", "value": "", "children": []}:
            node = node["children"][0]
        if node["type"] == "filter_projection":
            source, right, condition = node["children"]
            if right["type"] != "identity":
                raise CannotBeSaid("a path after a filter")
            found = self.path(source)
            inner = Tests(self.output, Path("@", found.shape.member))
            return f"count({found.text}[?{inner.test(condition)}])"
        found = self.path(node)
        return f"count({found.text})" if found.many else f"length({found.text})"


class Acceptor:
    """One acceptor. `codes` and `status` are set where it is about those."""

    def __init__(self, fields, output):
        self.state, self.matcher = fields["state"], fields["matcher"]
        self.expected, self.argument = fields["expected"], fields.get("argument")
        self.code = self.expected if self.matcher == "error" else None
        self.status = self.expected if self.matcher == "status" else None
        self.path = self.check = None
        if self.matcher.startswith("path"):
            node = parsed(self.argument)
            if isinstance(self.expected, bool) and node["type"] in (
                    "comparator", "and_expression", "or_expression", "not_expression"):
                test = Tests(output).test(node)
                self.check = test if self.expected else f"!({test})"
            else:
                self.path = path_of(node, Path("$", output), output)
                if self.path.header:
                    raise CannotBeSaid("a condition for a header field")
                if self.path.many == (self.matcher == "path"):
                    raise CannotBeSaid(f"{self.matcher} for {self.argument}")
                self.check = self.path_test()

    def path_test(self):
        value = quoted(self.expected)
        if self.matcher == "path":
            return f"{self.path.text} == {value}"
        before, _, after = self.path.text.rpartition("[*]")
        if not before or ".*" in after:
            before, _, after = self.path.text.rpartition(".*")
        if self.matcher == "pathAny":
            return f"{before}[?@{after} == {value}]"
        exists = f"@{after} && " if after else ""
        return f"({self.path.text} && !{before}[?{exists}@{after} != {value}])"

    def matchers(self):
        """The condition as a path and its matchers, which is easier to read than a test."""
        if self.path is None:
            return None
        if self.matcher == "path":
            return self.path.text, self.expected
        if self.matcher == "pathAny":
            return self.path.text, {"contains": self.expected}
        return self.path.text, {"length": {"min": 1}, "each": self.expected}

    def excludes(self, other):
        """Whether both cannot hold for one response."""
        if (self.code is not None) != (other.code is not None):
            return True
        if self.code is not None:
            return self.code != other.code and True not in (self.code, other.code)
        if self.argument != other.argument or self.expected == other.expected:
            return False
        return "path" in (self.matcher, other.matcher) or (
            {self.matcher, other.matcher} == {"pathAll"}) or (
            {self.matcher, other.matcher} == {"pathAll", "pathAny"})
