"""Runs in the formats of other tools: flent data files, OMNeT++ result files, CSV of every table."""

from cellwise.export.registry import EXPORTERS, Exporter, export, names

__all__ = ["EXPORTERS", "Exporter", "export", "names"]
