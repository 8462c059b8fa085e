"""Marks at the edge of a picture's axes, which are drawn whole."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

#: How far a mark may reach beyond the axes, in parts of their width and height: half the size of a marker.
_REACH = 0.025


def drawn_whole(axes: "Axes", *artists: "Artist") -> None:
    """Let marks at the edge of the axes reach a little beyond it."""
    from matplotlib.transforms import Bbox, TransformedBbox

    reach = Bbox([[-_REACH, -_REACH], [1 + _REACH, 1 + _REACH]])
    for artist in artists:
        # The path, which is set with the mark, would cut it at the edge.
        artist.set_clip_path(None)
        artist.set_clip_box(TransformedBbox(reach, axes.transAxes))
