//! The table of shapers.

use super::columns::{Table, ratio};
use crate::element::{Shaper, ShaperTally};
use crate::elements::Elements;

/// One row per shaper, over the measured time: of each sending end of a shaped virtual connection, and
/// of a virtual path.
pub(crate) fn table(net: &Elements) -> Table {
    let rows: Vec<(&Shaper, ShaperTally)> =
        net.stages.shapers.iter().map(|shaper| (shaper, shaper.tally.measured())).collect();
    let mut table = Table::default();
    table.text("shaper", &rows, |(shaper, _)| &shaper.station.name);
    table.text("shaping", &rows, |(shaper, _)| shaper.settings.kind);
    table.count("frames", &rows, |(_, tally)| tally.frames);
    table.count("tagged_frames", &rows, |(_, tally)| tally.tagged_frames);
    table.count("dropped_frames", &rows, |(_, tally)| tally.dropped_frames);
    table.real("drop_ratio", &rows, |(_, tally)| ratio(tally.dropped_frames, tally.frames));
    table.real("wait_mean_s", &rows, |(_, tally)| {
        let sent = tally.frames - tally.dropped_frames;
        if sent == 0 { 0.0 } else { tally.waited_ps as f64 / 1e12 / sent as f64 }
    });
    table.real("wait_max_s", &rows, |(shaper, _)| shaper.longest_wait.as_secs_f64());
    table
}
