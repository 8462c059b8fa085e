"""The network as a library: packets in at an instant, packets out at an instant, in virtual time."""

from cellwise.path.arguments import LAST_PS, FlowLike, TimeLike, ValueLike, ps_of, ps_of_many
from cellwise.path.deliveries import CODEPOINTS, PS_PER_S, Delivery, Ecn, Fate, Sending, Variable
from cellwise.path.path import Path

__all__ = [
    "CODEPOINTS",
    "LAST_PS",
    "PS_PER_S",
    "Delivery",
    "Ecn",
    "Fate",
    "FlowLike",
    "Path",
    "Sending",
    "TimeLike",
    "ValueLike",
    "Variable",
    "ps_of",
    "ps_of_many",
]
