"""Records of other programs as the tables that scenarios read: rates of links, arrivals, delays."""

from cellwise.traces.formats import FORMATS, Format, convert
from cellwise.traces.table import Arrivals, Delays, Given, Rates, Table, TraceError

__all__ = ["FORMATS", "Arrivals", "Delays", "Format", "Given", "Rates", "Table", "TraceError", "convert"]
