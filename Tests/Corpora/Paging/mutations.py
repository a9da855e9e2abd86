"""Changes that apicall alone sees: a comparison that can fail has to notice each of them."""
import copy

from compare import Difference
from files import write


def less(answers):
    return answers[1:]


def other_order(answers):
    return [answers[1], answers[0], *answers[2:]]


def other_text(answers):
    """Changes the first text that is found, which is part of a token or an item."""
    answers = copy.deepcopy(answers)
    for answer in answers:
        if change(answer.body):
            break
    return answers


def change(value):
    """Changes one text in a value, and returns whether there was one."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(item, (dict, list)):
            if change(item):
                return True
        elif isinstance(item, str) and item:
            value[key] = item + "!"
            return True
    return False


def twice(answers):
    return [answers[0], *answers]


def other_place(paginator):
    """A file that puts the cursor into another place."""
    changed = copy.copy(paginator)
    changed.fields = copy.deepcopy(paginator.fields)
    into = changed.fields["paginate"]["into"]
    changed.fields["paginate"]["into"] = (
        [place + "X" for place in into] if isinstance(into, list) else into + "X")
    return changed


CHANGES = {
    "a page less": less, "another order": other_order, "another text": other_text,
    "a page twice": twice}


class Mutations:
    """Counts the changes that were made and those that nothing noticed."""

    def __init__(self, comparison, runs):
        self.comparison, self.runs = comparison, runs
        self.made = self.missed = 0

    def one(self, name, item, compare):
        """`compare` gets what changes the answers. Two answers have no order yet."""
        kind, is_changed = CHANGES.get(name, list), []

        def mutate(answers):
            after = kind(answers) if len(answers) > 2 else answers
            is_changed.append(
                len(answers) > 2 and (name not in CHANGES or [one.bytes() for one in after] != [
                    one.bytes() for one in answers]))
            return after
        try:
            compare(mutate)
            self.missed += any(is_changed)
            if any(is_changed):
                print(f"not noticed: {name} in {item.declaration}")
        except Difference:
            pass
        self.made += any(is_changed)

    def paginators(self, those, folder):
        for item in those:
            for name in CHANGES:
                self.one(name, item, lambda mutate: self.comparison.pages(
                    item, self.runs.numbers(item), mutate))
            changed = other_place(item)
            write([changed], folder)
            self.one("another place", item, lambda mutate: self.comparison.pages(
                changed, self.runs.numbers(item), mutate))

    def waiters(self, those):
        for item in those:
            for name in ("a page less", "a page twice"):
                self.one(name, item, lambda mutate: self.comparison.wait(
                    item, "success", None, self.runs.numbers(item), mutate))
