"""Small pieces of HTML: escaping in one place, so that no text of a study can break a page."""

from collections.abc import Iterable
from html import escape


def element(name: str, *inside: str, **attributes: str) -> str:
    """Write an element around markup that is already safe; ``class_`` stands for ``class``."""
    written = "".join(f' {key.rstrip("_")}="{escape(value)}"' for key, value in attributes.items() if value)
    return f"<{name}{written}>{''.join(inside)}</{name}>"


def text(name: str, content: object, **attributes: str) -> str:
    """Write an element around plain text."""
    return element(name, escape(str(content)), **attributes)


def row(cells: Iterable[str]) -> str:
    """Write a row of a table."""
    return element("tr", *cells) + "\n"


def table(head: Iterable[str], rows: Iterable[str], caption: str = "") -> str:
    """Write a table from rows that are already markup; it scrolls by itself if it is wide."""
    title = text("caption", caption) if caption else ""
    inside = element("table", title, element("thead", *head), element("tbody", *rows))
    return element("div", inside, class_="scroll") + "\n"


def from_markdown(source: str, below: int = 0) -> str:
    """Turn Markdown into HTML, its headings `below` levels lower; raw HTML in it is shown, not obeyed.

    A table scrolls by itself if it is wide, as those of `table` do.
    """
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(source)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + below, 6)}"
    markdown.add_render_rule("table_open", lambda *_: '<div class="scroll"><table>\n')
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
    rendered: str = markdown.renderer.render(tokens, markdown.options, {})
    return rendered
