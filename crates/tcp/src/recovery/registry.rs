//! Any loss recovery, by its kind.

use cellwise_units::dispatch;

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

/// Declares the enum of them and its dispatch.
macro_rules! any {
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

        dispatch! {
            impl Recovery for AnyRecovery { $($kind)+ } {
                #[inline] fn find_losses(&mut self, connection: &mut Connection<'_>, is_new: bool);
                fn on_duplicate_ack(&mut self, connection: &mut Connection<'_>);
                #[inline] fn on_other_ack(&mut self, connection: &mut Connection<'_>);
                #[inline] fn on_new_ack(&mut self, ack: u64, block: &mut ControlBlock) -> bool;
                #[inline] fn send(&mut self, connection: &mut Connection<'_>);
                #[inline] fn resume(&mut self, connection: &mut Connection<'_>);
                fn on_timeout(&mut self, block: &mut ControlBlock);
                fn restart(&mut self, connection: &mut Connection<'_>);
                fn on_timer(&mut self, connection: &mut Connection<'_>);
                #[inline] fn after_sending(&mut self, block: &mut ControlBlock);
                fn on_undo(&mut self, block: &mut ControlBlock);
            }
        }
    };
}

recoveries!(any);
