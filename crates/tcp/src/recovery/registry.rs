//! Any loss recovery, by its kind.

use super::connection::Connection;
use super::contract::Recovery;
use super::fack::Fack;
use super::kind::RecoveryKind;
use super::newreno::NewReno;
use super::rack_tlp::RackTlp;
use super::reno::Reno;
use super::rows::recoveries;
use super::sack::Sack;
use super::tahoe::Tahoe;
use super::timeout_only::TimeoutOnly;
use super::vegas::Vegas;
use crate::config::Settings;
use crate::control_block::ControlBlock;

/// Declares the dispatch.
macro_rules! dispatch {
    ($($kind:ident { $name:literal, $summary:literal, $source:literal, $status:ident, $needs:expr })+) => {
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
    };
}

recoveries!(dispatch);
