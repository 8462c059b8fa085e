//! Why a path stopped.

use cellwise_units::Time;

/// Where [`crate::Path::run`] stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// Packets have arrived at this instant, which is the path's present: [`crate::Path::take`] has them. Everything of
    /// this instant has happened.
    Delivered(Time),
    /// Everything up to the instant given has happened, and nothing arrives by then.
    Until,
    /// Something stops the path for good, or for this call.
    Limit(Limit),
}

/// Where [`crate::Path::run_to_acknowledgment`] stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// The sender has got an acknowledgment at this instant, which is the path's present. Everything of it has happened.
    Acknowledged(Time),
    /// None came before this.
    Stopped(Stop),
}

/// What stops a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Limit {
    /// The scenario's `duration` is over: nothing happens any more.
    End,
    /// This call has used what the scenario's `limits` allow: the path and rule. Its present is the instant that everything
    /// has reached; run on.
    Scenario(String),
    /// A law of the simulator was broken, which is a fault of Cellwise; [`crate::Path::finish`] says which.
    Fault,
}
