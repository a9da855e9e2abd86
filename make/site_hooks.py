"""What makes pages of the site from docs/: the navigation, and the included parts."""

import pathlib
import re

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
INCLUDE = re.compile(r"^<!-- include: ([a-z-]+) -->$", re.M)
FRAGMENT = re.compile(r"^( *```\w+) fragment$", re.M)
# Code and options that fit on a line of any screen.
SHORT = re.compile(r"<(code|strong)>([^<]{1,28})</\1>")
# The page with which each part of the manual begins.
FIRST = {"1": "apicall.1.md", "5": "apicall-spec.5.md", "7": "apicall-faq.7.md"}
TUTORIAL = "apicall-tutorial.7.md"


def on_config(config):
    config.nav = [
        {"Home": "index.md"},
        {"Tutorial": f"man/{TUTORIAL}"},
        {"Guides": [{title(path): f"guides/{path.name}"} for path in sorted(DOCS.glob("guides/*.md"))]},
        {"Commands": pages("1")},
        {"The file": pages("5")},
        {"Topics": pages("7")},
        {"More": ["install.md", "stability.md", "safety.md"]},
    ]
    return config


def pages(section):
    names = sorted(path.name for path in DOCS.glob(f"man/*.{section}.md") if path.name != TUTORIAL)
    names.sort(key=lambda name: name != FIRST[section])
    return [{name.rsplit(".", 2)[0].removeprefix("apicall-"): f"man/{name}"} for name in names]


def title(path):
    return re.search(r"^title: (.+)$", path.read_text(), re.M)[1]


def on_page_markdown(markdown, page, config, files):
    # The first lines of a part say where it comes from.
    markdown = INCLUDE.sub(
        lambda found: (DOCS / f"reference/{found[1]}.md").read_text().split("\n", 2)[2], markdown
    )
    markdown = FRAGMENT.sub(r"\1", markdown)
    if page.is_homepage:
        page.meta["hide"] = ["navigation"]
    if "title" not in page.meta:
        return markdown
    heading = f"# {page.meta['title']}\n\n"
    if "summary" in page.meta:
        summary = page.meta["summary"]
        if "." not in summary.split(" ")[0]:
            summary = summary[0].upper() + summary[1:]
        heading += f"{summary}.\n{{: .summary }}\n\n"
    return heading + markdown


def on_page_content(html, page, config, files):
    return SHORT.sub(r'<\1 class="short">\2</\1>', html)
