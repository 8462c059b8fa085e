"""Losses one by one, segments one by one."""

import re

import numpy as np
import pytest

import cellwise as cw
from cellwise.losses import told, wasted


@pytest.fixture(scope="module")
def run() -> cw.Run:
    """A run that loses cells of every kind of packet at one small buffer."""
    scenario = cw.Scenario.from_template("n-source").with_(
        {
            "duration": "2 s",
            "topology.sources": 3,
            "topology.link_delay": "1 ms",
            "switch.buffer": "100 cells",
            "probes": {name: {"flow": "*"} for name in ("segments", "sequence", "acknowledgment")}
            | {"losses": {"port": "*"}},
        }
    )
    return cw.run(scenario)


def test_every_lost_cell_is_recorded(run: cw.Run) -> None:
    losses = run.columns("losses")
    assert losses["cells"].sum() == run.audit["lost"] > 0
    assert np.all(np.diff(losses["time_s"]) >= 0)
    assert np.all(losses["first_cell"] + losses["cells"] - 1 <= losses["frame_cells"])


def test_cells_in_vain_are_those_of_hit_frames_that_were_not_lost(run: cw.Run) -> None:
    losses = run.columns("losses")
    first = losses["first_loss"] == 1
    of_hit_frames = losses["frame_cells"][first].sum()
    assert losses["wasted_cells"].sum() == of_hit_frames - losses["cells"].sum()
    assert np.all(losses["wasted_cells"][~first] == 0)
    # The receiver throws them away, and the frames that ran into those without an end.
    assert 0 < losses["wasted_cells"].sum() <= run.columns("vcs")["wasted_cells"].sum()


def test_losses_are_told_with_segment_cells_place_and_reason(run: cw.Run) -> None:
    lines = list(told(run, "tcp1"))
    assert lines
    cells = r"(cells? [\d to]+ of 12|all 12 cells)"
    pattern = rf"^\d+\.\d{{6}} s  tcp1, segment \d+: {cells} refused at sw1\.trunk, buffer full"
    assert all(re.match(pattern, line) for line in lines), lines[:3]
    assert any(line.endswith("carried in vain") for line in lines)
    (row,) = wasted(run)
    assert (row["place"], row["reason"], row["lost_cells"]) == ("sw1.trunk", "overflow", run.audit["lost"])
    assert row["wasted_cells"] == run.columns("losses")["wasted_cells"].sum()


def test_segments_and_acknowledgments_are_those_that_were_counted(run: cw.Run) -> None:
    segments, flows = run.columns("segments"), run.columns("flows")
    for place, flow in enumerate(flows["flow"]):
        count = {
            event: int(np.count_nonzero((segments["flow"] == flow) & (segments["event"] == event)))
            for event in ("sent", "sent-again", "acknowledged", "duplicate")
        }
        assert count["sent"] + count["sent-again"] == flows["segments_sent"][place]
        assert count["sent-again"] == flows["retransmitted_segments"][place] > 0
        assert count["duplicate"] == flows["duplicate_acks"][place]


def test_a_sequence_plot_shows_segments_duplicates_and_lost_cells(run: cw.Run) -> None:
    shown: dict[str, int] = {}
    columns = run.plot("sequence", flow="tcp2").columns()
    for name in columns["series"]:
        shown[str(name)] = shown.get(str(name), 0) + 1
    flows, losses = run.columns("flows"), run.columns("losses")
    assert shown["sent again"] == flows["retransmitted_segments"][1]
    assert shown["sent"] + shown["sent again"] == flows["segments_sent"][1]
    assert shown.get("duplicate acknowledgments", 0) == flows["duplicate_acks"][1]
    assert shown["lost cells"] == np.count_nonzero((losses["flow"] == "tcp2") & (losses["kind"] == "data"))


def test_a_port_may_be_chosen_and_others_are_left_out() -> None:
    scenario = cw.Scenario.from_template("n-source").with_(
        {"duration": "1 s", "switch.buffer": "100 cells", "probes": {"losses": {"port": "sw2.trunk"}}}
    )
    run = cw.run(scenario)
    assert run.audit["lost"] > 0
    assert len(run.columns("losses")["time_s"]) == 0


def test_records_are_saved_and_loaded(run: cw.Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = run.save(tmp_path_factory.mktemp("saved") / "run")
    loaded = cw.Run.load(folder)
    assert loaded.fingerprint == run.fingerprint
    assert list(told(loaded)) == list(told(run))


def test_what_was_not_recorded_is_asked_for_by_its_key(brief: cw.Scenario) -> None:
    with pytest.raises(ValueError, match=r'add probes\.losses = \{ port = "\*" \}'):
        cw.run(brief).columns("losses")
