"""Compares a run of apicall with what botocore does against the same answers."""
from answers import Answers
from pages import Pages


class Difference(Exception):
    """What differs."""


def first_difference(ours, theirs, noun):
    for number, (one, other) in enumerate(zip(ours, theirs), 1):
        if one != other:
            raise Difference(f"{noun} {number}: apicall {one!r}, botocore {other!r}")
    if len(ours) != len(theirs):
        raise Difference(f"{noun}s: apicall {len(ours)}, botocore {len(theirs)}")


class Comparison:
    def __init__(self, server, client, program):
        self.server, self.client, self.program = server, client, program

    def pages(self, paginator, numbers, mutate=None):
        """Raises a Difference. `mutate` changes the answers for apicall only, to see one."""
        pages = Pages(paginator, numbers)
        names = paginator.operation.headers
        self.server.begin(pages.answers, names)
        items, failed = [], False
        for page in self.client.pages(paginator):
            if isinstance(page, Exception):
                failed = True
            else:
                items += paginator.result(page)
        theirs = self.server.requests
        self.server.begin(mutate(pages.answers) if mutate else pages.answers, names)
        status, printed, message = self.program.values(
            paginator.file, paginator.operation.arguments())
        ours = self.server.requests
        try:
            first_difference(ours, theirs, "request")
            first_difference(printed, items, "item")
            if pages.end == "more without a token":
                # botocore takes it for the end. For apicall it is an error of the server.
                if status != 76:
                    raise Difference(f"status {status} where another page follows without a token")
            elif (status != 0) != failed:
                raise Difference(f"status {status}, botocore {'failed' if failed else 'ended'}")
        except Difference as difference:
            raise Difference(f"{difference} [{pages.end}, status {status}] {message}") from None
        return pages.end, len(ours), len(printed)

    def wait(self, waiter, end, attempts, numbers, mutate=None):
        """Raises a Difference. Returns None if the waiter cannot end so."""
        answers = Answers(waiter, numbers).script(end)
        if not answers:
            return None
        names = waiter.operation.headers
        self.server.begin(answers, names)
        succeeded, reason = self.client.wait(waiter, attempts)
        theirs = self.server.requests
        self.server.begin(mutate(answers) if mutate else answers, names)
        status, _, message = self.program.run(
            waiter.file, waiter.operation.arguments(), "--format", "raw")
        ours = self.server.requests
        try:
            first_difference(ours, theirs, "request")
            isExhausted = reason.startswith("Waiter") and "Max attempts exceeded" in reason
            if (status == 0) != succeeded or (status == 75) != isExhausted:
                raise Difference(f"status {status}")
        except Difference as difference:
            raise Difference(
                f"{difference} [{end}, {reason or 'botocore succeeded'}] {message}") from None
        return end, len(ours)
