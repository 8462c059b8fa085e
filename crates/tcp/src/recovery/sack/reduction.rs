//! How the window falls in a recovery: at once, or in proportion to what is delivered.
//!
//! Source: RFC 6675 5 (4.2); RFC 9937 (Proportional Rate Reduction). Counted in octets, but what may be sent is rounded
//! up to whole segments, as implementations that count in segments have it. Parameter: `recovery_window`. State:
//! what was delivered and sent since the recovery began. Marks reduce the window at once, also with PRR.

use super::super::Connection;
use crate::choices::RecoveryWindow;
use crate::congestion::LossCause;
use crate::control_block::ControlBlock;

/// What a recovery knows of the network when an acknowledgment has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// A number that grows when more is known to be lost.
    pub(crate) lost: u64,
    /// An estimate of the octets in the network.
    pub(crate) in_flight: u64,
}

/// A recovery under way, with the RFC's variables.
#[derive(Clone, Copy, Debug)]
struct Episode {
    /// Octets outstanding when it began, without those known to have arrived before.
    recover_fs: u64,
    /// Octets known to have arrived since the start of the connection, when last seen.
    delivered: u64,
    /// Octets of data sent since the start of the connection, when it began.
    sent_before: u64,
    prr_delivered: u64,
    snd_una: u64,
    /// [`Known::lost`], when last seen.
    lost: u64,
}

/// The rule and, if it needs one, the recovery under way.
#[derive(Clone, Debug)]
pub(crate) struct Reduction {
    rule: RecoveryWindow,
    /// Boxed, as most connections never have one.
    episode: Option<Box<Episode>>,
}

impl Reduction {
    pub(crate) fn new(rule: RecoveryWindow) -> Self {
        Self { rule, episode: None }
    }

    /// Begins a recovery: the threshold falls, and the window with it or step by step.
    pub(crate) fn begin(&mut self, connection: &mut Connection<'_>) {
        // A control that models the path has its own way.
        if self.rule == RecoveryWindow::AtOnce || connection.block.is_modelled() {
            return connection.cut_window(LossCause::DuplicateAcks);
        }
        connection.lower_threshold(LossCause::DuplicateAcks);
        let block = &*connection.block;
        // spec: rfc9937 6.2: what the event that begins the recovery delivers counts
        let delivered = block.delivered_before;
        self.episode = Some(Box::new(Episode {
            recover_fs: (block.snd_max - delivered).max(1),
            delivered,
            sent_before: block.stats.data_octets_sent,
            prr_delivered: 0,
            snd_una: block.snd_una,
            lost: u64::MAX,
        }));
    }

    /// Whether a recovery is under way in which the window falls in proportion.
    pub(crate) const fn is_proportional(&self) -> bool {
        self.episode.is_some()
    }

    /// Sets the window for an acknowledgment in the recovery: what is in the network, and what may be added.
    // spec: rfc9937 6.2
    pub(crate) fn on_ack(&mut self, block: &mut ControlBlock, known: impl FnOnce(&ControlBlock) -> Known) {
        let Some(episode) = &mut self.episode else { return };
        let Known { lost, in_flight } = known(block);
        let delivered = block.delivered().saturating_sub(episode.delivered);
        let is_safe = block.snd_una > episode.snd_una && lost <= episode.lost;
        episode.prr_delivered += delivered;
        episode.delivered = block.delivered();
        (episode.snd_una, episode.lost) = (block.snd_una, lost);
        let prr_out = block.stats.data_octets_sent - episode.sent_before;
        if delivered > 0 || prr_out == 0 {
            let more = episode.may_send(block, in_flight, prr_out, delivered, is_safe);
            block.window.set(in_flight + more);
        }
    }

    /// Ends the recovery that an acknowledgment of all of it has ended.
    pub(crate) fn end(&mut self, block: &mut ControlBlock) {
        if self.episode.take().is_some() {
            block.window.set_left(0);
        }
    }

    /// Ends the recovery by a timeout.
    pub(crate) fn give_up(&mut self) {
        self.episode = None;
    }
}

impl Episode {
    /// Octets that may be added to those in the network.
    fn may_send(
        &self,
        block: &ControlBlock,
        in_flight: u64,
        prr_out: u64,
        delivered: u64,
        is_safe: bool,
    ) -> u64 {
        let (mss, ssthresh) = (block.window.mss(), block.window.ssthresh());
        let more = if in_flight > ssthresh {
            let in_proportion =
                (u128::from(self.prr_delivered) * u128::from(ssthresh)).div_ceil(self.recover_fs.into());
            (in_proportion as u64).next_multiple_of(mss).saturating_sub(prr_out)
        } else {
            let conserved = self.prr_delivered.saturating_sub(prr_out).max(delivered);
            (conserved + if is_safe { mss } else { 0 }).min(ssthresh - in_flight)
        };
        if prr_out == 0 && more == 0 { mss } else { more }
    }
}
