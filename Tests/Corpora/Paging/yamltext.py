"""Writes maps, lists and texts as YAML, in blocks."""
import json
import re

PLAIN = re.compile(r"[A-Za-z$/][\w./$-]*(\[(\*|-?\d+)\][\w.]*)*( \| default\([\w()]+\))?")
RESERVED = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


def scalar(value):
    if isinstance(value, str) and PLAIN.fullmatch(value) and value.lower() not in RESERVED:
        return value
    if isinstance(value, str) and "'" not in value and value.isprintable():
        return f"'{value}'"
    return json.dumps(value)


def yaml(value, indent=""):
    """The lines of a map or a list."""
    lines = []
    entries = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    for key, item in entries:
        begin = f"{indent}- " if key is None else f"{indent}{scalar(key)}: "
        if isinstance(item, list) and all(not isinstance(one, (dict, list)) for one in item):
            lines.append(begin + "[" + ", ".join(inside(one) for one in item) + "]")
        elif isinstance(item, (dict, list)) and item:
            lines.append(begin.rstrip())
            lines += yaml(item, indent + "  ")
        elif isinstance(item, (dict, list)):
            lines.append(begin + ("{}" if isinstance(item, dict) else "[]"))
        else:
            lines.append(begin + scalar(item))
    return lines


def inside(item):
    """A scalar in brackets, where more characters have a meaning."""
    text = scalar(item)
    return json.dumps(item) if isinstance(item, str) and any(c in text for c in "[],") else text


def document(value):
    return "\n".join(yaml(value)) + "\n"
