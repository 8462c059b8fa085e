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
}
