//! What every shaper answers.

use cellwise_units::{CellClock, ClockPoint, ConfigIssue};

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
pub(super) fn needs_sustained(name: &str, terms: &Terms) -> Option<ConfigIssue> {
    let rule = "give a contract with a sustainable rate (VBR), or kind = \"peak\"";
    terms.sustained.is_none().then(|| ConfigIssue::new("kind", name, rule))
}
