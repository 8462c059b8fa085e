"""The modelling choices of a study: their values by path, some of them changed."""

from collections.abc import Mapping, Sequence
from typing import Any

from cellwise.study.definition import Setting


def chosen_values(settings: Sequence[Setting], changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Give the choices by path, some of them changed.

    Raises
    ------
    ValueError
        If a changed path is not one of the choices.
    """
    chosen = {setting.path: setting.value for setting in settings}
    for path, value in (changes or {}).items():
        if path not in chosen:
            raise ValueError(f"{path}: is not a choice of this study; the choices are {', '.join(chosen)}")
        chosen[path] = value
    return chosen


def as_chosen(settings: Sequence[Setting], chosen: Mapping[str, Any]) -> list[Setting]:
    """Give the settings with the values that were chosen; a changed one says so."""
    return [_as_chosen(setting, chosen[setting.path]) for setting in settings]


def _as_chosen(setting: Setting, value: Any) -> Setting:
    if value == setting.value:
        return setting
    return Setting(setting.path, value, f"changed for this run; the study has {setting.value}", stated=False)
