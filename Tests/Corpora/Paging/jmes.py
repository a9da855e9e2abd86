"""JMESPath, as botocore's data has it, said as JSONPath."""
import re

import jmespath.parser

from shapes import place, wire_name


class CannotBeSaid(Exception):
    """The reason for which a declaration cannot be said in apicall's terms."""


def parsed(expression):
    return jmespath.parser.Parser().parse(expression).parsed


def member(name):
    return f".{name}" if re.fullmatch(r"[A-Za-z_]\w*", name, re.A) else f"['{name}']"


class Path:
    """A path with the shape that it leads to. It has many values after a `[*]`."""

    def __init__(self, text, shape, many=False, header=None):
        self.text, self.shape, self.many, self.header = text, shape, many, header

    def extended(self, text, shape, many=False):
        return Path(self.text + text, shape, self.many or many)


def field(path, name, top):
    """The member of a structure; at the top, it may be a header or the whole body."""
    if path.shape.type_name != "structure" or name not in path.shape.members:
        raise CannotBeSaid(f"the response has no member {name}")
    shape = path.shape.members[name]
    if path.shape is top:
        where = place(top, name)
        if where == "header":
            return Path("", shape, header=wire_name(top, name))
        if where == "statusCode":
            raise CannotBeSaid("the status as a value")
        if top.serialization.get("payload") == name:
            return path.extended("", shape)
    return path.extended(member(wire_name(path.shape, name)), shape)


def path_of(node, path, top):
    """The path that a parsed expression adds to one."""
    kind = node["type"]
    if kind in ("identity", "current"):
        return path
    if kind == "field":
        return field(path, node["value"], top)
    if kind in ("subexpression", "index_expression"):
        for child in node["children"]:
            path = path_of(child, path, top)
        return path
    if kind == "index" and path.shape.type_name == "list":
        return path.extended(f"[{node['value']}]", path.shape.member)
    if kind == "projection":
        left, right = node["children"]
        return path_of(right, path_of(left, path, top), top)
    if kind == "flatten":
        path = path_of(node["children"][0], path, top)
        if path.shape.type_name != "list":
            raise CannotBeSaid("flattening of what is not a list")
        return path.extended("[*]", path.shape.member, many=True)
    if kind == "value_projection":
        left, right = node["children"]
        path = path_of(left, path, top)
        if path.shape.type_name != "map":
            raise CannotBeSaid("the values of what is not a map")
        return path_of(right, path.extended(".*", path.shape.value, many=True), top)
    raise CannotBeSaid(f"JMESPath of the kind {kind}")


def path(expression, shape):
    return path_of(parsed(expression), Path("$", shape), shape)
