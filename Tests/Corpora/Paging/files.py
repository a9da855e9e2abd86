"""Writes the files of all declarations, and counts those that cannot be said and why."""
import collections
import os
import re
import subprocess

from jmes import CannotBeSaid
from yamltext import document


def write(items, folder):
    for item in items:
        declaration = item.declaration
        place = os.path.join(folder, declaration.service)
        os.makedirs(place, exist_ok=True)
        item.file = os.path.join(place, declaration.name + ".yaml")
        with open(item.file, "w", encoding="utf-8") as file:
            file.write(document(item.fields))


class Said:
    """The files of declarations, and the reasons for which others have none."""

    def __init__(self, kind, declarations, make):
        """Says the declarations of a kind with `make`."""
        self.kind, self.count = kind, len(declarations)
        self.said, self.reasons = [], collections.defaultdict(list)
        for declaration in declarations:
            try:
                self.said.append(make(declaration))
            except CannotBeSaid as reason:
                self.reasons[str(reason)].append(declaration)

    def write(self, folder):
        """Writes a file for each, in folders that are named after the services."""
        write(self.said, os.path.join(folder, self.kind))

    def check(self, program, folder, environment):
        """Removes what apicall check rejects, with its message as the reason."""
        run = subprocess.run(
            [program, "check", self.kind], capture_output=True, text=True,
            env=environment, cwd=folder)
        faults = {}
        for line in (run.stdout + run.stderr).splitlines():
            match = re.match(r"(\S+\.yaml):\d+:\d+: error: (.*)", line)
            if match:
                faults.setdefault(os.path.join(folder, match[1]), match[2])
        if run.returncode not in (0, 65) or bool(faults) != bool(run.returncode):
            raise SystemExit(f"apicall check ended with {run.returncode}: {run.stderr[:2000]}")
        kept = []
        for item in self.said:
            if item.file in faults:
                self.reasons["check: " + faults[item.file]].append(item.declaration)
            else:
                kept.append(item)
        self.said = kept

    def report(self):
        print(f"{self.kind}: {self.count} declared, {len(self.said)} said and checked")
        for reason, those in sorted(self.reasons.items(), key=lambda item: -len(item[1])):
            some = ", ".join(str(one) for one in those[:4])
            print(f"  {len(those)} not: {reason} ({some}{', …' if len(those) > 4 else ''})")
