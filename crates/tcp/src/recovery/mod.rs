//! Loss recoveries: what duplicate acknowledgments, and the acknowledgment that ends them, do.
//!
//! A new one is a file beside this and a row below. It acts on the sender's [`ControlBlock`]: it
//! may resend the first outstanding segment, send what the window allows, and set the window; by
//! how much a loss reduces the window is for the congestion control to say
//! ([`crate::congestion`]).

mod connection;
mod fack;
mod guard;
mod newreno;
mod rack_tlp;
mod reno;
mod sack;
mod tahoe;
mod timeout_only;
mod vegas;

pub use connection::Connection;
pub use fack::Fack;
pub use newreno::NewReno;
pub use rack_tlp::RackTlp;
pub use reno::Reno;
pub use sack::Sack;
pub use tahoe::Tahoe;
pub use timeout_only::TimeoutOnly;
pub use vegas::Vegas;

use cellwise_units::catalogue::{Entry, Status, Written};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::choices::AfterFastRetransmit;
use crate::config::Settings;
use crate::control_block::ControlBlock;

/// A loss recovery.
pub trait Recovery {
    /// Whether it needs selective acknowledgments.
    const USES_SACK: bool = false;

    /// Whether it needs exact round-trip times, and so sees every acknowledgment.
    const NEEDS_TIMING: bool = false;

    /// Whether it needs a record of each segment outstanding.
    const NEEDS_RECORDS: bool = false;

    /// Where sending may go on after its fast retransmission; first where it does if the settings do
    /// not say.
    const AFTER_FAST_RETRANSMIT: &'static [AfterFastRetransmit] = &[AfterFastRetransmit::GoOn];

    /// Finds what an acknowledgment shows to be lost, before the congestion control models the path by it: one of new
    /// data, or a duplicate.
    #[inline]
    fn find_losses(&mut self, _: &mut Connection<'_>, _is_new: bool) {}

    /// Acts on a duplicate acknowledgment; `block.dupacks` counts it.
    fn on_duplicate_ack(&mut self, connection: &mut Connection<'_>);

    /// Acts on an acknowledgment of nothing new that is no duplicate, as it says nothing of a loss.
    #[inline]
    fn on_other_ack(&mut self, _: &mut Connection<'_>) {}

    /// Acts on an acknowledgment of new data up to octet `ack`, before anything else does and
    /// while `block.dupacks` still counts the duplicates before it. Returns whether the congestion
    /// control may open the window for it.
    fn on_new_ack(&mut self, ack: u64, block: &mut ControlBlock) -> bool;

    /// Sends what an acknowledgment of new data allows, after it has been taken.
    #[inline]
    fn send(&mut self, connection: &mut Connection<'_>) {
        self.resume(connection);
    }

    /// Sends what the window allows; called also when pacing, or a bound on bursts, has held it back.
    #[inline]
    fn resume(&mut self, connection: &mut Connection<'_>) {
        connection.block.output(connection.out);
    }

    /// Takes note of a timeout, which ends any recovery.
    fn on_timeout(&mut self, block: &mut ControlBlock);

    /// Sends the first segment after a timeout.
    fn restart(&mut self, connection: &mut Connection<'_>) {
        connection.restart();
    }

    /// Acts when its own timer fires.
    fn on_timer(&mut self, _: &mut Connection<'_>) {}

    /// Sets its own timer after something may have been sent.
    #[inline]
    fn after_sending(&mut self, _: &mut ControlBlock) {}

    /// Ends any recovery, because nothing was lost.
    fn on_undo(&mut self, block: &mut ControlBlock);
}

/// Declares the family from its rows: kinds, dispatch and catalogue.
macro_rules! recoveries {
    ($($kind:ident { $name:literal, $summary:literal, $source:literal, $status:ident })+) => {
        /// The kinds of loss recovery.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        pub enum RecoveryKind {
            $(#[doc = $summary] #[serde(rename = $name)] $kind,)+
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

        impl RecoveryKind {
            /// All of them, in catalogue order.
            pub const ALL: &[Self] = &[$(Self::$kind,)+];

            /// Whether it needs selective acknowledgments.
            #[must_use]
            pub const fn uses_sack(self) -> bool {
                match self { $(Self::$kind => $kind::USES_SACK,)+ }
            }

            /// Whether it needs exact round-trip times.
            #[must_use]
            pub const fn needs_timing(self) -> bool {
                match self { $(Self::$kind => $kind::NEEDS_TIMING,)+ }
            }

            /// Whether it needs a record of each segment outstanding.
            #[must_use]
            pub const fn needs_records(self) -> bool {
                match self { $(Self::$kind => $kind::NEEDS_RECORDS,)+ }
            }

            /// Where sending may go on after its fast retransmission, the default first.
            #[must_use]
            pub const fn after_fast_retransmit(self) -> &'static [AfterFastRetransmit] {
                match self { $(Self::$kind => $kind::AFTER_FAST_RETRANSMIT,)+ }
            }
        }

        impl Recovery for AnyRecovery {
            #[inline]
            fn find_losses(&mut self, connection: &mut Connection<'_>, is_new: bool) {
                match self { $(Self::$kind(it) => it.find_losses(connection, is_new),)+ }
            }
            fn on_duplicate_ack(&mut self, connection: &mut Connection<'_>) {
                match self { $(Self::$kind(it) => it.on_duplicate_ack(connection),)+ }
            }
            #[inline]
            fn on_other_ack(&mut self, connection: &mut Connection<'_>) {
                match self { $(Self::$kind(it) => it.on_other_ack(connection),)+ }
            }
            #[inline]
            fn on_new_ack(&mut self, ack: u64, block: &mut ControlBlock) -> bool {
                match self { $(Self::$kind(it) => it.on_new_ack(ack, block),)+ }
            }
            #[inline]
            fn send(&mut self, connection: &mut Connection<'_>) {
                match self { $(Self::$kind(it) => it.send(connection),)+ }
            }
            #[inline]
            fn resume(&mut self, connection: &mut Connection<'_>) {
                match self { $(Self::$kind(it) => it.resume(connection),)+ }
            }
            fn on_timeout(&mut self, block: &mut ControlBlock) {
                match self { $(Self::$kind(it) => it.on_timeout(block),)+ }
            }
            fn restart(&mut self, connection: &mut Connection<'_>) {
                match self { $(Self::$kind(it) => it.restart(connection),)+ }
            }
            fn on_timer(&mut self, connection: &mut Connection<'_>) {
                match self { $(Self::$kind(it) => it.on_timer(connection),)+ }
            }
            #[inline]
            fn after_sending(&mut self, block: &mut ControlBlock) {
                match self { $(Self::$kind(it) => it.after_sending(block),)+ }
            }
            fn on_undo(&mut self, block: &mut ControlBlock) {
                match self { $(Self::$kind(it) => it.on_undo(block),)+ }
            }
        }

        /// The catalogue rows of the family.
        pub const ROWS: &[Entry] = &[$(Entry {
            family: "recoveries",
            name: $name,
            summary: $summary,
            source: $source,
            status: Status::$status,
            written: Written::Beside(file!()),
        },)+];
    };
}

recoveries! {
    TimeoutOnly {
        "timeout-only", "Duplicate acknowledgments are ignored; only the timer finds losses.",
        "RFC 793 3.7; ATM Forum 96-1269 2", Validated
    }
    Tahoe {
        "tahoe", "Fast retransmit, then slow start from one segment.",
        "Jacobson 1988; RFC 2001 3", Validated
    }
    Reno {
        "reno", "Fast retransmit, then fast recovery until the first new acknowledgment.",
        "RFC 2581 3.2; 4.4BSD", Validated
    }
    NewReno {
        "newreno", "Fast recovery that lasts until all that was outstanding is acknowledged, and resends for each partial acknowledgment.",
        "RFC 6582", Validated
    }
    Sack {
        "sack", "Selective acknowledgments show what is lost; an estimate of what is in the network says when to send.",
        "RFC 2018; RFC 6675", Validated
    }
    Fack {
        "fack", "As sack, but all below the highest octet acknowledged selectively is taken for lost.",
        "Mathis and Mahdavi 1996", Validated
    }
    RackTlp {
        "rack-tlp", "What was sent before something that has arrived is lost after a while; a probe for the last segments.",
        "RFC 8985", Validated
    }
    Vegas {
        "vegas", "Fast recovery that resends at the first duplicate if an exact timeout has passed.",
        "Brakmo, O'Malley and Peterson 1994 3.1", Experimental
    }
}
