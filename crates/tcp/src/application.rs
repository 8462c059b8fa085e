//! What the application gives the sender.

/// The application that writes into a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Application {
    /// Always has more to send.
    #[default]
    Greedy,
    /// Writes so many octets at the start; [`crate::Sender::supply`] adds to them.
    Finite {
        /// Octets in all.
        octets: u64,
    },
    /// Writes what [`crate::Sender::supply`] says, as often as it does, until [`crate::Sender::finish`]: a
    /// connection that stays open while it has nothing to send.
    OnDemand,
}

impl Application {
    /// Octets that it writes in all; the largest integer for one that never ends.
    pub(crate) const fn octets(self) -> u64 {
        match self {
            Self::Greedy => u64::MAX,
            Self::Finite { octets } => octets,
            Self::OnDemand => 0,
        }
    }

    /// Whether it has ended when all that it has written so far is sent.
    pub(crate) const fn ends_by_itself(self) -> bool {
        !matches!(self, Self::OnDemand)
    }
}
