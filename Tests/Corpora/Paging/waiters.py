"""A waiter as a script with a poll."""
from acceptors import Acceptor, code_pattern
from conditions import any_error, body, no_other
from jmes import CannotBeSaid
from operations import Operation

HEADER = "X-Amzn-Errortype"
STATUSES = ["2xx", "4xx", "5xx"]


class Waiter:
    """`fields` is the file. `pause` and `limit` replace the declared times, in seconds."""

    def __init__(self, declaration, pause=None, limit=None):
        self.declaration = declaration
        fields, model = declaration.fields, declaration.operation
        self.operation = Operation(model)
        self.acceptors = [Acceptor(item, model.output_shape) for item in fields["acceptors"]]
        self.has_codes_in_body = self.operation.protocol == "json"
        # apicall has no limit on calls, only on time: the last call begins before it has passed.
        limit = limit or fields["delay"] * (fields["maxAttempts"] - 0.5)
        self.step = {"call": self.operation.fields()}
        self.poll, self.expect = {}, {}
        self.say()
        if self.expect:
            self.step["expect"] = self.expect
        self.step["poll"] = self.poll | {
            "every": duration(pause or fields["delay"]), "for": duration(limit)}
        self.fields = {"summary": f"{declaration.service}: wait for {declaration.name}"}
        if self.operation.inputs:
            self.fields["inputs"] = self.operation.inputs
        self.fields["steps"] = {"wait": self.step}

    def of(self, state, kind):
        """The acceptors of a state that are about a path, a code or a status."""
        return [
            one for one in self.acceptors if one.state == state and kind == (
                "code" if one.code is not None else "status" if one.status else "path")]

    def tests(self, state):
        """The acceptors of a state about paths, with those before them that must not hold.

        apicall checks failures first.
        """
        return [(one, [
            other.check for other in self.acceptors[:self.acceptors.index(one)]
            if other.check and other.state not in (state, "failure") and not other.excludes(one)
        ]) for one in self.of(state, "path")]

    def codes(self, state):
        return [one.code for one in self.of(state, "code")]

    def say(self):
        codes = self.codes("success")
        if True in codes or False in codes and (len(codes) > 1 or self.tests("success")):
            raise CannotBeSaid("any error, or another condition")
        if any(one.status for one in self.acceptors):
            self.say_statuses()
        elif all(one.code is None for one in self.acceptors):
            self.condition("until", body(self.tests("success")))
            self.condition("fail", body(self.tests("failure")))
        elif self.has_codes_in_body:
            self.say_codes_in_body()
        else:
            self.say_codes_in_header()
        if not self.poll.get("until"):
            raise CannotBeSaid("a waiter without success")

    def condition(self, name, paths=None, **others):
        condition = others | ({"body": paths} if paths else {})
        if condition:
            self.poll[name] = condition

    def say_statuses(self):
        """Errors with a status that is not named end the polling, as botocore does it."""
        wanted = [one.status for one in self.of("success", "status")]
        retried = [one.status for one in self.of("retry", "status")]
        retried_codes, other_codes = self.codes("retry"), self.codes("success")
        if other_codes and not wanted:
            return self.say_codes_in_header()
        if wanted and (self.tests("success") or other_codes):
            raise CannotBeSaid("a status, or a value in the body")
        if not wanted:
            self.condition("until", body(self.tests("success")))
            self.condition("fail", body(self.tests("failure")))
            self.expect["status"] = ["2xx", *[s for s in retried if s >= 300]]
            return None
        self.condition("until", status=wanted)
        if self.tests("failure"):
            raise CannotBeSaid("a status, or a value in the body")
        if not retried_codes:
            self.condition("fail", status=no_other(wanted + retried))
        elif self.has_codes_in_body:
            self.condition("fail", any_error(retried_codes))
        else:
            self.condition("fail", headers={HEADER: but(retried_codes)})
        return None

    def say_codes_in_body(self):
        """The code is a member of the body, so one filter can test it and the values."""
        wanted, retried = self.codes("success"), self.codes("retry")
        self.expect["status"] = STATUSES
        if wanted == [False]:
            self.condition("until", status="2xx")
            self.condition("fail", any_error(retried))
            return
        more = [f"match($.__type, '{code_pattern(wanted)}')"] if wanted else []
        self.condition("until", body(self.tests("success"), more, guard="!$.__type"))
        known = wanted + retried
        others = f"$.__type && !match($.__type, '{code_pattern(known)}')" if known else "$.__type"
        self.condition("fail", body(self.tests("failure"), [others], guard="!$.__type"))

    def say_codes_in_header(self):
        """A condition holds if all of it does, so a code and a value need two conditions."""
        wanted, retried = self.codes("success"), self.codes("retry")
        paths, failures = self.tests("success"), self.tests("failure")
        if wanted == [False]:
            self.condition("until", status="2xx")
            self.condition("fail", headers={HEADER: but(retried)})
            return
        if wanted and paths:
            raise CannotBeSaid("an error code in a header, or a value in the body")
        if not wanted and not retried:
            self.condition("until", body(paths))
            self.condition("fail", body(failures))
            return
        self.expect["status"] = STATUSES
        if wanted:
            # Any error ends the polling; then it has to be the right one.
            self.condition("until", headers={HEADER: but(retried)})
            self.expect["headers"] = {HEADER: {"matches": f"^{code_pattern(wanted)}$"}}
            paths = body(failures)
            self.condition("fail", paths, **({"status": "2xx"} if paths else {}))
        elif failures:
            # A failure by its values ends the polling too, and then is not what is expected.
            self.condition("until", body(paths + failures))
            self.expect["body"] = body(paths)
            self.condition("fail", headers={HEADER: but(retried)})
        else:
            self.condition("until", body(paths))
            self.condition("fail", headers={HEADER: but(retried)})


def but(codes):
    """Matchers of a header field with any code except some."""
    if not codes:
        return {"exists": True}
    return {"exists": True, "not": {"matches": f"^{code_pattern(codes)}$"}}


def duration(seconds):
    return f"{round(seconds * 1000)}ms" if seconds != int(seconds) else f"{int(seconds)}s"
