//! The table of policers.

use cellwise_atm::policing::PolicerCounts;

use super::columns::{Table, ratio};
use crate::element::Policer;
use crate::elements::Elements;

type Count = fn(&PolicerCounts) -> u64;

/// One row per policer, over the measured time: of each direction of a policed virtual connection, and
/// of a virtual path.
pub(crate) fn table(net: &Elements) -> Table {
    let rows: Vec<(&Policer, PolicerCounts)> =
        net.stages.policers.iter().map(|policer| (policer, policer.measured())).collect();
    let mut table = Table::default();
    table.text("policer", &rows, |(policer, _)| &policer.station.name);
    table.text("policing", &rows, |(policer, _)| policer.kind);
    let counted: [(&str, Count); 6] = [
        ("arrived_cells", arrived),
        ("conforming_cells", |counts| counts.conforming_cells),
        ("tagged_cells", |counts| counts.tagged_cells),
        ("discarded_cells", |counts| counts.discarded_cells),
        ("conforming_frames", |counts| counts.conforming_frames),
        ("nonconforming_frames", |counts| counts.nonconforming_frames),
    ];
    for (name, count) in counted {
        table.count(name, &rows, |(_, counts)| count(counts));
    }
    table.real("discard_ratio", &rows, |(_, counts)| ratio(counts.discarded_cells, arrived(counts)));
    table
}

fn arrived(counts: &PolicerCounts) -> u64 {
    counts.conforming_cells + counts.tagged_cells + counts.discarded_cells
}
