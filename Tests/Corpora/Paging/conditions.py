"""Conditions for the body of a response, as `until`, `fail` and `expect` have them."""
from acceptors import code_pattern

# Statuses of errors in use. `expect` has no matcher for all statuses except some.
ERRORS = [*range(400, 419), *range(421, 427), 428, 429, 431, 451, *range(500, 512)]


def no_other(statuses):
    """The statuses of errors without some."""
    return ["3xx"] * all(not 300 <= one < 400 for one in statuses) + [
        one for one in ERRORS if one not in statuses]


def any_error(codes):
    """A condition for an error in the body that is none of these."""
    test = f"$.__type && !match($.__type, '{code_pattern(codes)}')" if codes else "$.__type"
    return {f"$[?{test}]": {"exists": True}}


def body(conditions, more=(), guard=None):
    """A map of paths to matchers, of which all have to hold, for alternatives.

    A condition is an acceptor with the tests that must not hold before it. `more` are further
    tests; `guard` has to hold beside the conditions where a response may be an error.
    """
    if not conditions and not more:
        return None
    simple = [one.matchers() for one, before in conditions if not before]
    if not more and len(simple) == len(conditions) and None not in simple:
        paths = {path for path, _ in simple}
        if len(paths) == 1:
            return {paths.pop(): joined([matcher for _, matcher in simple])}
    tests = []
    for one, before in conditions:
        parts = [one.check, *(f"!({other})" for other in before)]
        if guard and any(sign in one.check for sign in ("!", "== 0")):
            parts.insert(0, guard)
        tests.append(" && ".join(parts))
    tests += more
    if len(tests) > 1:
        tests = [f"({test})" if "&&" in test else test for test in tests]
    # The filter tests the whole body once for each of its members.
    return {f"$[?{' || '.join(tests)}]": {"exists": True}}


def joined(matchers):
    """One matcher for alternatives."""
    if len(matchers) == 1:
        return matchers[0]
    if all(not isinstance(one, dict) for one in matchers):
        return {"one_of": matchers}
    return {"any": [one if isinstance(one, dict) else {"equals": one} for one in matchers]}
