//! The table of shapers.

use super::columns::{Table, ratio};
use crate::element::Shaper;
use crate::elements::Elements;

/// One row per shaper, over the measured time: of each sending end of a shaped virtual connection, and
/// of a virtual path.
pub(crate) fn table(net: &Elements) -> Table {
    let rows: Vec<&Shaper> = net.stages.shapers.iter().collect();
    let mut table = Table::default();
    table.text("shaper", &rows, |shaper| &shaper.station.name);
    table.text("shaping", &rows, |shaper| shaper.settings.kind);
    table.count("frames", &rows, |shaper| shaper.tally.frames);
    table.count("tagged_frames", &rows, |shaper| shaper.tally.tagged_frames);
    table.count("dropped_frames", &rows, |shaper| shaper.tally.dropped_frames);
    table.real("drop_ratio", &rows, |shaper| ratio(shaper.tally.dropped_frames, shaper.tally.frames));
    table.real("wait_mean_s", &rows, |shaper| {
        let tally = &shaper.tally;
        let sent = tally.frames - tally.dropped_frames;
        if sent == 0 { 0.0 } else { tally.waited_ps as f64 / 1e12 / sent as f64 }
    });
    table.real("wait_max_s", &rows, |shaper| shaper.tally.longest_wait.as_secs_f64());
    table
}
