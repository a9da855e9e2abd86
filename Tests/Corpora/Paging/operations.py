"""An operation as the fields of an apicall file, with values for the inputs it needs."""
import json
import random
import re

from jmes import CannotBeSaid
from shapes import place, sample, wire, wire_name

RESERVED = {"each", "index", "error", "hosts", "secret", "request", "wait"}
TYPES = {
    "integer": "integer", "long": "integer", "float": "number", "double": "number",
    "boolean": "boolean", "list": "array", "map": "object", "structure": "object"}


def is_required(shape, name):
    return name in shape.required_members


def plain(value, shape):
    """The same value with texts that a path and a header field can have."""
    if shape.type_name == "string" and not shape.enum:
        isARN = shape.name.lower().endswith("arn")
        return "arn:aws:service:eu-west-1:123456789012:kind/name" if isARN else "name-1"
    if isinstance(value, list):
        return [plain(item, shape.member) for item in value]
    if isinstance(value, dict) and shape.type_name == "map":
        return {key: plain(item, shape.value) for key, item in value.items()}
    if isinstance(value, dict) and not getattr(shape, "is_document_type", False):
        return {name: plain(item, shape.members[name]) for name, item in value.items()}
    return value


class Operation:
    """`fields` are those of a file. `parameters` are for botocore, `values` for apicall."""

    def __init__(self, model, limit=None, limit_value=2, tokens=()):
        self.model, self.shape = model, model.input_shape
        self.protocol = model.service_model.resolved_protocol
        self.parameters, self.values, self.inputs = {}, {}, {}
        self.query, self.headers, self.body, self.labels = {}, {}, None, {}
        self.whole_body = None
        self.has_cursor_in_body = self.protocol == "json" or any(
            place(self.shape, token) == "body" for token in tokens if token in self.shape.members)
        if self.has_body():
            self.body = {}
        numbers = random.Random(str(model.name))
        for name in (self.shape.members if self.shape else ()):
            member = self.shape.members[name]
            if name == limit:
                value = limit_value
                self.put(name, str(value) if member.type_name == "string" else value)
            elif is_required(self.shape, name) or member.metadata.get("idempotencyToken"):
                self.parameters[name] = plain(sample(member, numbers, only=is_required), member)
                self.put(name, f"<{self.add_input(name, member)}>")

    def has_body(self):
        if self.protocol == "json":
            return True
        members = self.shape.members if self.shape else {}
        return self.model.http["method"] not in ("GET", "HEAD") and any(
            place(self.shape, name) == "body" for name in members)

    def add_input(self, name, member):
        """The name of an input for a member that a request must have."""
        known = re.sub(r"\W", "_", name)
        known = known + "_" if known in RESERVED else known
        kind = TYPES.get(member.type_name)
        value = wire(member, self.parameters[name])
        if member.type_name == "timestamp" and place(self.shape, name) != "body":
            time = self.parameters[name]
            value = str(int(time.timestamp()))
            if member.serialization.get("timestampFormat") != "unixTimestamp":
                value = time.strftime("%Y-%m-%dT%H:%M:%SZ")
        elif member.type_name == "timestamp" and not isinstance(value, str):
            kind = "number"
        self.inputs[known] = {"type": kind} if kind else {}
        self.values[known] = value
        return known

    def put(self, name, value):
        """Puts a value where the request has the member."""
        key = wire_name(self.shape, name)
        where = place(self.shape, name)
        if where == "querystring":
            self.query[key] = value
        elif where == "header":
            self.headers[key] = value
        elif where == "uri":
            self.labels[key] = value
        elif where == "headers":
            raise CannotBeSaid("a map that is header fields")
        elif self.shape.serialization.get("payload") == name:
            self.whole_body = value
        else:
            self.body[key] = value

    def place_of(self, name):
        """The place of a cursor, as `into` has it."""
        if not self.shape or name not in self.shape.members:
            raise CannotBeSaid(f"the request has no member {name}")
        key, where = wire_name(self.shape, name), place(self.shape, name)
        if where == "body" and self.body is None:
            raise CannotBeSaid("a token in the body of a GET")
        if where not in ("body", "querystring", "header"):
            raise CannotBeSaid(f"a token in the {where}")
        return {"body": "json", "querystring": "query", "header": "headers"}[where] + "." + key

    def path(self):
        target, _, query = self.model.http["requestUri"].partition("?")
        for item in filter(None, query.split("&")):
            name, _, value = item.partition("=")
            self.query[name] = value

        def label(match):
            value = self.labels[match[1]]
            return value.replace("<", "<+") if match[2] else value
        return re.sub(r"\{([^}+]+)(\+?)\}", label, target)

    def fields(self):
        """The request, as the fields of a call."""
        metadata = self.model.service_model.metadata
        call = {
            "host": f"https://{metadata['endpointPrefix']}.eu-west-1.amazonaws.com",
            "path": self.path(), "method": self.model.http["method"]}
        if self.protocol == "json":
            self.headers["X-Amz-Target"] = f"{metadata['targetPrefix']}.{self.model.name}"
            self.headers["Content-Type"] = f"application/x-amz-json-{metadata['jsonVersion']}"
        if self.query:
            call["query"] = self.query
        if self.headers:
            call["headers"] = self.headers
        body = self.body if self.whole_body is None else self.whole_body
        # An empty body says nothing, and apicall repeats no body that does not have the cursor.
        if body or body is not None and self.has_cursor_in_body:
            call["json"] = body
        return call

    def arguments(self):
        """The inputs, as words of a command line."""
        return [
            f"{name}={value}" if isinstance(value, str) else f"{name}:={json.dumps(value)}"
            for name, value in self.values.items()]
