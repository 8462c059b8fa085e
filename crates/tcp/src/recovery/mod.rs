//! Loss recoveries: what duplicate acknowledgments, and the acknowledgment that ends them, do.
//!
//! A new one is a file beside this and a row below. It acts on the sender's [`ControlBlock`]: it
//! may resend the first outstanding segment, send what the window allows, and set the window; by
//! how much a loss reduces the window is for the congestion control to say
//! ([`crate::congestion`]).

mod reno;
mod tahoe;
mod timeout_only;

pub use reno::Reno;
pub use tahoe::Tahoe;
pub use timeout_only::TimeoutOnly;

use cellwise_units::Time;
use cellwise_units::catalogue::{Entry, Status};

use crate::config::Settings;
use crate::congestion::AnyCongestion;
use crate::control_block::ControlBlock;
use crate::segment::Output;

/// What a recovery acts on.
#[derive(Debug)]
pub struct Connection<'a> {
    /// The time.
    pub now: Time,
    /// The state of the sender.
    pub block: &'a mut ControlBlock,
    /// Its congestion control.
    pub congestion: &'a mut AnyCongestion,
    /// Where segments leave.
    pub out: &'a mut Output,
}

/// A loss recovery.
pub trait Recovery {
    /// Acts on a duplicate acknowledgment; `block.dupacks` counts it.
    fn on_duplicate_ack(&mut self, connection: &mut Connection<'_>);

    /// Acts on an acknowledgment of new data up to octet `ack`, before anything else does and
    /// while `block.dupacks` still counts the duplicates before it.
    fn on_new_ack(&mut self, ack: u64, block: &mut ControlBlock);

    /// Takes note of a timeout, which ends any recovery.
    fn on_timeout(&mut self, block: &ControlBlock);
}

/// Declares the family from its rows: kinds, dispatch and catalogue.
macro_rules! recoveries {
    ($($kind:ident { $name:literal, $summary:literal, $source:literal, $status:ident })+) => {
        /// The kinds of loss recovery.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum RecoveryKind {
            $(#[doc = $summary] $kind,)+
        }

        /// Any loss recovery.
        #[derive(Clone, Debug)]
        pub enum AnyRecovery {
            $(#[doc = $summary] $kind($kind),)+
        }

        impl AnyRecovery {
            /// One of a kind.
            #[must_use]
            pub fn new(kind: RecoveryKind, settings: &Settings) -> Self {
                match kind { $(RecoveryKind::$kind => Self::$kind($kind::new(settings)),)+ }
            }
        }

        impl Recovery for AnyRecovery {
            fn on_duplicate_ack(&mut self, connection: &mut Connection<'_>) {
                match self { $(Self::$kind(it) => it.on_duplicate_ack(connection),)+ }
            }
            #[inline]
            fn on_new_ack(&mut self, ack: u64, block: &mut ControlBlock) {
                match self { $(Self::$kind(it) => it.on_new_ack(ack, block),)+ }
            }
            fn on_timeout(&mut self, block: &ControlBlock) {
                match self { $(Self::$kind(it) => it.on_timeout(block),)+ }
            }
        }

        /// The catalogue rows of the family.
        pub const ROWS: &[Entry] = &[$(Entry {
            family: "recoveries",
            name: $name,
            summary: $summary,
            source: $source,
            status: Status::$status,
        },)+];
    };
}

recoveries! {
    TimeoutOnly {
        "timeout-only", "Duplicate acknowledgments are ignored; only the timer finds losses.",
        "RFC 793 3.7; ATM Forum 96-1269 2", Experimental
    }
    Tahoe {
        "tahoe", "Fast retransmit, then slow start from one segment.",
        "Jacobson 1988; RFC 2001 3", Experimental
    }
    Reno {
        "reno", "Fast retransmit, then fast recovery until the first new acknowledgment.",
        "RFC 2581 3.2; 4.4BSD", Experimental
    }
}
