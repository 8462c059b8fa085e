"""The plots of the page in a notebook: a run to zoom, scrub and save from, and sliders that make it again.

The same strips as those of ``cellwise serve``, made from the same source, and the same simulator: the
notebook's page computes, so that a notebook that was exported to HTML still answers. Needs the extra
``notebook``: ``pip install 'cellwise[notebook]'``.
"""

from cellwise.widget.strips import show

__all__ = ["show"]
