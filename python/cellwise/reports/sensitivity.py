"""The section of a report on sensitivity: each open choice changed alone, and what agreement is left."""

from collections.abc import Sequence

from cellwise.reports import html
from cellwise.study.definition import Study
from cellwise.study.sensitivity import Trial, claims_text, errors_text, fraction_text, ranked


def sensitivity_section(study: Study, trials: Sequence[Trial], text: str) -> str:
    """Write the trials or, without any, the command that makes them.

    `trials` begin with the study as chosen; `text` is the source of the report's section `how`.
    """
    return _trials(trials) if trials else html.element("p", *_no_trials(study, text))


def _no_trials(study: Study, text: str) -> list[str]:
    """Say in a line that there are no trials, how to make them, and where the study's text has some."""
    if not any(setting.others for setting in study.settings):
        return ["No choice is open: there is no other reading to try."]
    command = html.text("code", f"cellwise study {study.called} --sensitivity")
    line = ["No trials of other readings were run for this report; ", command, " runs them."]
    if "--sensitivity" in text:
        line.append(' Earlier results are in <a href="#how">the text of the study</a>.')
    return line


def _trials(trials: Sequence[Trial]) -> str:
    intro = html.text(
        "p",
        f"Each open choice changed alone, and {' and '.join(trials[0].tables)} run again: how many "
        f"predictions, of {trials[0].predictions}, are then inside our range from least to most, and which "
        f"claims fail for the medians, with {trials[0].replications} replications.",
    )
    errors = ("mean error", "by group | fitted", "CRPS")
    headings = ("setting", "value", "inside", *errors, "claims that hold", "that fail")
    head = html.headings(headings)
    rows = [
        [
            html.text("td", trial.path or "as chosen", class_="text"),
            html.text("td", "" if trial.path is None else trial.value, class_="text"),
            html.text("td", trial.inside if trial.predictions else ""),
            html.text("td", fraction_text(trial.mean_error)),
            html.text("td", errors_text(trial), class_="text"),
            html.text("td", fraction_text(trial.crps)),
            html.text("td", claims_text(trial.holding), class_="text"),
            html.text("td", claims_text(trial.failing), class_="text"),
        ]
        for trial in ranked(trials)
    ]
    text = (
        "Best first, by the mean CRPS of all replications against the predictions, as a fraction of them; "
        "the mean error is that of our medians."
    )
    note = html.text("p", text, class_="note")
    return intro + html.table(rows, head) + note
