"""A paginator as an apicall file."""
import jmespath

from jmes import CannotBeSaid, parsed, path
from operations import Operation
from shapes import wire


def listed(value):
    return value if isinstance(value, list) else [value]


def singular(expression, shape):
    found = path(expression, shape)
    if found.many:
        raise CannotBeSaid("a path with many values where one is needed")
    return found


def cursor(found):
    if found.header:
        return {"header": found.header}
    return f"{found.text} | default(null)"


class Paginator:
    """`fields` is the file. `keys` are the result keys; several, or one that is not a list, make
    a page one row, with a member for each."""

    PAGE_SIZE = 2

    def __init__(self, declaration):
        self.declaration, fields = declaration, declaration.fields
        model = declaration.operation
        self.operation = Operation(
            model, fields.get("limit_key"), self.PAGE_SIZE,
            listed(fields["input_token"]))
        self.output = model.output_shape
        self.keys = listed(fields["result_key"])
        self.paths = [singular(key, self.output) for key in self.keys]
        self.by_page = len(self.keys) > 1 or self.paths[0].shape.type_name != "list"
        self.fields = {"summary": f"{declaration.service}: all pages of {model.name}"}
        call = self.operation.fields()
        if self.operation.inputs:
            self.fields["inputs"] = self.operation.inputs
        self.fields |= call
        self.fields["paginate"] = self.paging(fields)
        if self.by_page:
            self.fields["shape"] = {
                key: "<it" + found.text[1:].replace("['", "[\"").replace("']", "\"]")
                + " | default(null)>"
                for key, found in zip(self.keys, self.paths)}

    def paging(self, fields):
        sources, places = [], []
        for into, expression in zip(listed(fields["input_token"]), listed(fields["output_token"])):
            if parsed(expression)["type"] == "or_expression":
                # Of two cursors for one place, a missing one removes the other.
                raise CannotBeSaid("the first of several cursors that a page has")
            sources.append(cursor(singular(expression, self.output)))
            places.append(self.operation.place_of(into))
        several = len(sources) > 1
        paging = {
            "cursor": sources if several else sources[0],
            "into": places if several else places[0]}
        if "more_results" in fields:
            paging["more"] = singular(fields["more_results"], self.output).text + (
                " | default(false)")
        if not self.by_page:
            if self.paths[0].header:
                raise CannotBeSaid("items in a header field")
            paging["items"] = self.paths[0].text + " | default(list())"
        return paging

    def result(self, page):
        """What apicall should print for a page, in botocore's terms, with names of the wire."""
        values = [
            wire(found.shape, jmespath.search(key, page))
            for key, found in zip(self.keys, self.paths)]
        if self.by_page:
            return [dict(zip(self.keys, values))]
        return values[0] or []
