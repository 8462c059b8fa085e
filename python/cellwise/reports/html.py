"""Small pieces of HTML: escaping in one place, so that no text of a study can break a page.

A page needs nothing else and loads nothing, whatever its texts are: it says so itself to whatever shows it.
"""

from collections.abc import Iterable
from html import escape
from importlib.resources import files
from typing import Any

#: The things that a page may load: its own styles, which figures have in every shape, and pictures that are
#: in it. No script is run, and no address is asked.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def page(title: str, *body: str) -> str:
    """Write a whole page around markup that is already safe."""
    style = (files("cellwise.study") / "report.css").read_text(encoding="utf-8")
    head = element(
        "head",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        text("title", title),
        element("style", style),
    )
    return f'<!DOCTYPE html>\n<html lang="en">\n{head}\n{element("body", element("main", *body))}\n</html>\n'


def element(name: str, *inside: str, **attributes: str) -> str:
    """Write an element around markup that is already safe; ``class_`` stands for ``class``."""
    written = "".join(f' {key.rstrip("_")}="{escape(value)}"' for key, value in attributes.items() if value)
    return f"<{name}{written}>{''.join(inside)}</{name}>"


def text(name: str, content: object, **attributes: str) -> str:
    """Write an element around plain text."""
    return element(name, escape(str(content)), **attributes)


def headings(names: Iterable[str]) -> list[str]:
    """Write the headings of columns of text."""
    return [text("th", name, class_="text") for name in names]


def folded(name: str, content: str) -> str:
    """Write lines that are shown when their name is chosen."""
    return element("details", text("summary", name), listing(content))


def table(rows: Iterable[Iterable[str]], *head: Iterable[str]) -> str:
    """Write a table from the cells of rows and of headings; it scrolls by itself if it is wide."""
    inside = element("table", element("thead", *map(_row, head)), element("tbody", *map(_row, rows)))
    return element("div", inside, class_="scroll", tabindex="0") + "\n"


def _row(cells: Iterable[str]) -> str:
    return element("tr", *cells) + "\n"


def listing(content: str) -> str:
    """Write lines that scroll by themselves if they are long, also by keys."""
    return element("pre", text("code", content), tabindex="0")


def from_markdown(source: str, below: int = 0) -> str:
    """Turn Markdown into HTML, its headings `below` levels lower; raw HTML in it is shown, not obeyed.

    A table scrolls by itself if it is wide, as those of `table` do. A picture that is not in the text is
    replaced by its description and its address.
    """
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("image", _image)
    tokens = markdown.parse(source)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + below, 6)}"
    markdown.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>\n')
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
    rendered: str = markdown.renderer.render(tokens, markdown.options, {})
    return rendered.replace("<pre>", '<pre tabindex="0">')


def _image(renderer: Any, tokens: Any, place: int, options: Any, environment: Any) -> str:
    """Show a picture that is in the text itself; of one that is not loaded, its name and address."""
    address = str(tokens[place].attrs["src"])
    if address.startswith("data:"):
        return str(renderer.image(tokens, place, options, environment))
    reported = renderer.renderInlineAsText(tokens[place].children, options, environment)
    return escape(f"{reported} ({address})")
