"""The modelling choices of a study: their values by path, some of them changed, and joint readings."""

from collections.abc import Mapping, Sequence
from typing import Any

from cellwise.study.data.form import SettingForm
from cellwise.study.data.issues import Issues
from cellwise.study.definition import Setting


def chosen_values(settings: Sequence[Setting], changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Give the choices by path, some of them changed.

    Raises `ValueError` if a changed path is not one of the choices.
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


def with_readings(forms: Sequence[SettingForm], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Give the choices with the settings of joint readings, except those that were chosen separately.

    Raises `ValueError` if a reading is not known.
    """
    usual = {one.path: one.value for one in forms}
    found = dict(chosen)
    for one in forms:
        if one.sets and chosen[one.path] not in one.sets:
            known = ", ".join(one.sets)
            raise ValueError(f"{one.path}: {chosen[one.path]!r} is not known; choose among {known}")
        set_by = one.sets.get(str(chosen[one.path]), {})
        found |= {path: value for path, value in set_by.items() if chosen[path] == usual[path]}
    return found


def check_readings(forms: Sequence[SettingForm], issues: Issues) -> None:
    """Note joint readings that set what is no choice, or that are not said what they set."""
    known = [one.path for one in forms]
    for number, one in enumerate(forms):
        for reading in (str(one.value), *map(str, one.others)) if one.sets else ():
            if reading not in one.sets:
                issues.unknown(f"setting[{number}].sets", reading, "a reading that is set there", one.sets)
        for reading, paths in one.sets.items():
            for path in paths:
                if path not in known:
                    issues.unknown(f"setting[{number}].sets.{reading}", path, "a choice", known)
