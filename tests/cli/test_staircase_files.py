"""Files of measured steps: whatever is in them, they are told about or refused in one line."""

import json
import warnings
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cellwise.cli.errors import UsageError
from cellwise.cli.staircase import _detect

#: Times of an idle line with steps of 48 octets.
KNOWN = "".join(f"{size} {0.5 + 0.477 * -(-(size + 26) // 48)}\n" for size in range(40, 400, 4))

words = st.sampled_from(
    ["40", "1e3", "1e308", "5e-324", "0", "-1", "nan", "inf", "1_000", "#", ";", "\n", "\x00"]
)
places = st.tuples(st.integers(0, len(KNOWN)), st.integers(0, 40), words | st.text(max_size=8))
changes = st.lists(places, max_size=8)


def changed(places: list[tuple[int, int, str]]) -> bytes:
    text = KNOWN
    for at, octets, word in places:
        text = text[:at] + word + text[at + octets :]
    return text.encode("utf-8", "surrogatepass")


@pytest.mark.hypothesis
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=changes.map(changed) | st.binary(max_size=400))
@example(content=f"{KNOWN}400 1e308\n401 1e308\n".encode())
@example(content=KNOWN.replace(" ", " 1e-300").encode())
@example(content=f"{KNOWN}40 1e-320\n".encode())
def test_any_file_is_told_about_or_refused(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "times.txt"
    file.write_bytes(content)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        told, refused = "", ""
        try:
            _detect(file, 0, json=True)
            told = capsys.readouterr().out
        except UsageError as error:
            refused = str(error)
    if refused:
        assert refused.startswith(str(file))
        assert "\n" not in refused
    else:
        assert json.loads(told, parse_constant=pytest.fail)["sizes"] >= 2
