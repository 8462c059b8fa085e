//! The table of calls.

use cellwise_scenario::{Call, CallOutcome, Place};

use super::columns::Table;
use super::subject::Subject;
use crate::data::ids::PortId;
use crate::elements::Elements;

/// One row per switched virtual connection: what came of its call, by the end of the run or after it.
pub(crate) fn table(subject: &Subject, net: &Elements) -> Table {
    let rows = &subject.calls;
    let mut table = Table::default();
    table.text("vc", rows, |call| &subject.vcs[call.vc.get()].name);
    table.real("asked_s", rows, |call| call.asked_at.as_secs_f64());
    table.text("outcome", rows, |call| match call.outcome {
        CallOutcome::Connected { .. } => "connected",
        CallOutcome::Refused { .. } => "refused",
    });
    table.real("answered_s", rows, |call| match call.outcome {
        CallOutcome::Connected { at, .. } | CallOutcome::Refused { at, .. } => at.as_secs_f64(),
    });
    table.real("released_s", rows, |call| match call.outcome {
        CallOutcome::Connected { released_at: Some(at), .. } => at.as_secs_f64(),
        _ => f64::NAN,
    });
    table.text("refused_at", rows, |call| refused_at(subject, net, call));
    table.real("missing_bps", rows, |call| match call.outcome {
        CallOutcome::Refused { shortage, .. } => shortage.missing.get() as f64,
        CallOutcome::Connected { .. } => f64::NAN,
    });
    table.count("messages", rows, |call| u64::from(call.messages.total()));
    table
}

/// The port or the virtual path without room.
fn refused_at<'n>(subject: &'n Subject, net: &'n Elements, call: &Call) -> &'n str {
    match call.outcome {
        CallOutcome::Connected { .. } => "",
        CallOutcome::Refused { place: Place::Port { link, end }, .. } => {
            net.ports[PortId::of_link(link.get(), end)].name()
        }
        CallOutcome::Refused { place: Place::Vp { vp, .. }, .. } => &subject.vps[vp.get()],
    }
}
