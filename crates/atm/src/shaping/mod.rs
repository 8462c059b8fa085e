//! Shaping: holding cells back at the sender, so that they keep to the contract.
//!
//! A shaper is a FIFO queue without limit whose departures are known as soon as cells come: a frame
//! that is handed over whole, or a train. Departure is the instant at which the cell may be handed
//! to the link; a cell that is not held back departs when it arrives. Shapers use the policer's own
//! algorithm, [`VirtualScheduling`](crate::policing::VirtualScheduling), so that what they send conforms to a policer of equal
//! parameters to the picosecond, at the shaper and at any constant delay behind it. Adding a shaper:
//! one file with `Config` (`build`, `check`) and the shaper, and one row in the registry below.
//!
//! Preventive [`tagging`] goes with any shaper: [`TaggingShaper`] is both.
//!
//! Source: Bonaventure, Klovning and Danthine, "Is VBR a solution for an ATM LAN?", 1996, section
//! 5.3; ATM Forum, Traffic Management 4.0, section 5.5 (traffic shaping).

mod registry;
mod spacer;
mod tagging_shaper;

pub mod dual_leaky_bucket;
pub mod frame;
pub mod peak;
pub mod tagging;

pub use registry::{AnyShaper, ShaperConfig, catalogue};
pub use tagging::Tagging;
pub use tagging_shaper::TaggingShaper;

use cellwise_units::{CellClock, ClockPoint};

use crate::drop_policy::ConfigIssue;
use crate::policing::{CellTrain, Terms};

/// The family's name in the catalogue.
pub const FAMILY: &str = "shapers";

/// What spaces the cells of a departure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// The clock on which they arrived: they are not held back, or all by the same time.
    Arrival,
    /// The clock of the peak rate.
    Peak,
    /// The clock of the sustainable rate.
    Sustained,
}

/// Consecutive cells of a train that depart at constant spacing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// When the first may be handed to the link, on the clock of `pace`.
    pub first: ClockPoint,
    /// What spaces them.
    pub pace: Pace,
    /// How many, at least 1.
    pub count: u16,
    /// Their CLP.
    pub clp: bool,
}

/// A rule by which a sender holds back the cells of one connection.
pub trait Shaper {
    /// Takes the cells of a train and adds their departures to `out`, in order. Trains come in the
    /// order of time.
    fn shape(&mut self, train: &CellTrain<'_>, out: &mut Vec<Departure>);

    /// The clock of a pace; none for [`Pace::Arrival`], whose clock is the train's.
    fn clock(&self, pace: Pace) -> Option<CellClock>;
}

/// The issue of a shaper that needs a sustainable rate with a contract that has none.
fn needs_sustained(name: &str, terms: &Terms) -> Option<ConfigIssue> {
    terms.sustained.is_none().then(|| ConfigIssue {
        field: "kind".to_owned(),
        value: name.to_owned(),
        rule: "give a contract with a sustainable rate (VBR), or kind = \"peak\"".to_owned(),
    })
}
