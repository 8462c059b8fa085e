//! Lost cells one by one: where, when, why, and of which frame.
//!
//! A cell is lost at a hop, which keeps a log on request. Before a later frame of the circuit
//! has arrived, the log is read: until then the circuit keeps what its frames carry.

use crate::data::growth::Growth as _;
use cellwise_atm::loss::LossReason;
use cellwise_units::Time;

use crate::data::loss_records::{Carried, LostRun};
use crate::data::packet::Sdu;
use crate::data::train::Train;

/// A row of the table of losses in the making.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    pub(crate) run: LostRun,
    /// Whether the frame has its number yet; in a packet queue it has no number.
    pub(crate) is_numbered: bool,
    pub(crate) carried: Carried,
}

impl Loss {
    /// The numbers of the frame and of the first cell. The same for packets in queues, which have none:
    /// what is noted first stays first.
    pub(crate) fn number(&self) -> (u32, u32) {
        if self.is_numbered { (self.run.cells.frame, self.run.cells.index.into()) } else { (0, 0) }
    }
}

/// The losses of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Losses {
    pub(crate) rows: Vec<Loss>,
}

impl Losses {
    /// Notes a packet that a packet queue drops or filters at `now`.
    pub(crate) fn note_queued(&mut self, now: Time, train: &Train, frame: &Sdu, reason: LossReason) {
        let run = LostRun { at: now, cells: *train, reason, go_on: false };
        self.rows.make_room();
        self.rows.push(Loss { run, is_numbered: false, carried: Carried::by(frame, 0) });
    }
}
