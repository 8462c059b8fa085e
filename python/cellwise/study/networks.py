"""Figures of a document's networks, drawn from the scenarios that stand for them."""

from dataclasses import dataclass

from cellwise.plots import Drawing
from cellwise.study.definition import Figure, FigureData


@dataclass(frozen=True, slots=True)
class NetworkOf:
    """Draws the network of a case."""

    case: str

    def __call__(self, data: FigureData) -> Drawing | None:
        """Draw, if the case was run."""
        from cellwise.plots.network import draw
        from cellwise.source import Source

        scenario = data.scenario(self.case)
        if scenario is None:
            return None
        return draw(Source.of_scenario(scenario.with_(title=None)))


def network_figure(name: str, caption: str, case: str) -> Figure:
    """Give a figure that shows the network of a case; it costs no run."""
    return Figure(name, caption, (), NetworkOf(case))
