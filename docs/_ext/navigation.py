"""The tree of all pages on each page: made once, then written for every page.

Sphinx makes the tree again for each page, and the theme parses it. With 200 pages of 200 links, that was 40 %
of a build. Only links and the marks of the current page differ between pages.
"""

import re
from dataclasses import dataclass
from typing import Any

from sphinx.environment.adapters.toctree import global_toctree_for_doc
from sphinx.util.osutil import relative_uri

#: A page without a place in the tree, at its root: no entry is marked there, and no link leads up.
_NOWHERE = "search"
_ENTRY = re.compile(
    r'(?P<list><ul>\s*)?<li class="(?P<level>toctree-l\d+)(?P<more>[^"]*)">'
    r'<a class="reference internal" href="(?P<to>[^"#]*)">'
    r"(?P<title>.*?</a>)(?P<box><input [^>]*>)?"
)


@dataclass(frozen=True)
class Tree:
    """The tree as the theme writes it for a page at the root that is not in it."""

    html: str

    def seen_from(self, uri: str) -> str:
        """Write it for a page: links lead there from this page, the way down to it is open and marked."""
        entries = list(_ENTRY.finditer(self.html))
        own = next((place for place, one in enumerate(entries) if one["to"] == uri), None)
        way = _way(entries, own)
        lists = {_first(entries, place) for place in way}
        places = iter(range(len(entries)))

        def written(entry: re.Match[str]) -> str:
            place = next(places)
            return _written(entry, uri, place in lists, place in way, place == own)

        return _ENTRY.sub(written, self.html)


def _written(entry: re.Match[str], uri: str, begins_way: bool, is_on_way: bool, is_own: bool) -> str:
    """Write the beginning of an entry, with the opening of the list if it is the first there."""
    opening, box = entry["list"] or "", entry["box"] or ""
    classes = entry["level"] + (" current" if is_on_way else "") + entry["more"]
    link = f'class="reference internal" href="{relative_uri(uri, entry["to"])}"'
    if begins_way:
        opening = opening.replace("<ul>", '<ul class="current">')
    if is_on_way:
        # The theme sorts attributes.
        box = box.replace(" class=", ' checked="" class=', 1)
    if is_own:
        classes += " current-page"
        link = 'class="current reference internal" href="#"'
    return f'{opening}<li class="{classes}"><a {link}>{entry["title"]}{box}'


def _level(entry: re.Match[str]) -> int:
    return int(entry["level"].removeprefix("toctree-l"))


def _way(entries: list[re.Match[str]], own: int | None) -> set[int]:
    """Give the entry of the page and those above it."""
    found: set[int] = set()
    if own is None:
        return found
    level = _level(entries[own]) + 1
    for place in range(own, -1, -1):
        if _level(entries[place]) < level:
            found.add(place)
            level = _level(entries[place])
    return found


def _first(entries: list[re.Match[str]], place: int) -> int:
    """Give the first entry of the list that an entry is in."""
    level = _level(entries[place])
    while not (entries[place]["list"] and _level(entries[place]) == level):
        place -= 1
    return place


def hold(_app: object, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Let the theme find no tree to parse."""
    context["held_toctree"] = context.pop("toctree", None)


def write(app: Any, page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Give a page its tree."""
    context["toctree"] = context.pop("held_toctree")
    if not hasattr(app.builder, "tree_of_pages"):
        app.builder.tree_of_pages = _tree(app)
    context["furo_navigation_tree"] = app.builder.tree_of_pages.seen_from(app.builder.get_target_uri(page))


def _tree(app: Any) -> Tree:
    from furo.navigation import get_navigation_tree

    given = {"collapse": False, "titles_only": True, "maxdepth": -1, "includehidden": True}
    found = global_toctree_for_doc(app.env, _NOWHERE, app.builder, tags=app.tags, **given)
    return Tree(get_navigation_tree(app.builder.render_partial(found)["fragment"]))


def setup(app: Any) -> dict[str, bool]:
    """Join Sphinx: before the theme and after it."""
    app.connect("html-page-context", hold, priority=100)
    app.connect("html-page-context", write, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
