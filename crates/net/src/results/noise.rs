//! The tables of noise on lines.

use super::columns::{Table, ratio};
use crate::element::NoiseTally;
use crate::elements::Elements;

/// One row per noisy direction of a link, over the measured time.
pub(crate) fn table(net: &Elements) -> Table {
    let tallies: Vec<NoiseTally> = net.stages.noises.iter().map(|noise| noise.tally.measured()).collect();
    let rows: Vec<_> = net.stages.noises.iter().zip(&tallies).collect();
    let mut table = Table::default();
    table.text("port", &rows, |(noise, _)| &noise.station.name);
    table.text("model", &rows, |(noise, _)| noise.kind);
    table.count("arrived_cells", &rows, |(_, tally)| tally.arrived);
    table.count("errored_cells", &rows, |(_, tally)| tally.errored);
    table.count("dropped_cells", &rows, |(_, tally)| tally.dropped);
    table.real("cell_error_ratio", &rows, |(_, tally)| ratio(tally.errored, tally.arrived));
    table.count("error_bursts", &rows, |(_, tally)| tally.periods.iter().sum());
    table
}

/// For each noisy direction of a link: how many noisy periods errored exactly so many cells.
pub(crate) fn bursts(net: &Elements) -> Table {
    let mut rows = Vec::new();
    for noise in &net.stages.noises {
        for (place, periods) in noise.tally.measured().periods.into_iter().enumerate() {
            if periods > 0 {
                rows.push((&noise.station.name, place as u64 + 1, periods));
            }
        }
    }
    let mut table = Table::default();
    table.text("port", &rows, |row| row.0);
    table.count("cells", &rows, |row| row.1);
    table.count("bursts", &rows, |row| row.2);
    table
}
