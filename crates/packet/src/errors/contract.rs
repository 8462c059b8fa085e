//! What every model of errors answers.

use cellwise_units::{ConfigIssue, Span, Time};

use crate::chance::Draw;

/// The family's name in the catalogue.
pub const FAMILY: &str = "packet-errors";

/// A packet on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transit {
    /// When its sending began. No earlier than that of the packet before ended.
    pub start: Time,
    /// When it ended.
    pub end: Time,
    /// The octets in which a wrong bit does harm: those of the frame.
    pub octets: u32,
    /// The number of its flow.
    pub flow: u32,
}

impl Transit {
    pub(super) fn duration(&self) -> Span {
        Span::from_ps(self.end.ps().saturating_sub(self.start.ps()))
    }
}

/// A model of errors.
pub trait PacketErrors {
    /// Whether a packet is errored. To be asked once for each packet, in the order in which they are sent.
    fn is_errored(&mut self, transit: Transit, draw: Draw<'_>) -> bool;

    /// Gives the flows that it knows by name their numbers. To be called before the first packet.
    fn number_flows(&mut self, _number_of: &dyn Fn(&str) -> Option<u32>) {}
}

/// A ratio, under a key, that is not from 0 to 1.
pub(super) fn check_ratio(field: &str, value: f64) -> Option<ConfigIssue> {
    (!(0.0..=1.0).contains(&value)).then(|| ConfigIssue::new(field, value, "give a number from 0 to 1"))
}
