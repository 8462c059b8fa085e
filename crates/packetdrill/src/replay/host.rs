//! The host's settings: those that were given, changed by shell commands and by the connection's negotiation.

use cellwise_tcp::recovery::RecoveryKind;
use cellwise_tcp::undo::UndoConfig;
use cellwise_tcp::{CwndCap, EcnFeedback, RecoveryWindow, Settings, VariantName};
use cellwise_units::{Bytes, ConfigIssue};

use super::opening::{Agreed, Ecn};
use super::stop::{Stop, skipped};

/// What of a host is set by commands that change nothing here: buffers, the assembly of segments in the host, caches,
/// and what scripts switch off because it is not there.
const WITHOUT_EFFECT: &[&str] = &[
    "tcp_rmem",
    "tcp_wmem",
    "tcp_syn_retries",
    "tcp_synack_retries",
    "tcp_syncookies",
    "tcp_fastopen",
    "tcp_fastopen_key",
    "tcp_tso_win_divisor",
    "tcp_min_tso_segs",
    "tcp_notsent_lowat",
    "tcp_no_metrics_save",
    "tcp_fack",
    "tcp_timestamps",
    "tcp_sack",
    "tcp_ecn",
    "tcp_ecn_option",
    "tcp_frto",
    "tcp_window_scaling",
    "sack.enable",
    "recvspace",
    "sendspace",
    "hostcache.purgenow",
    "rfc1323",
    "syncookies",
];

/// A host as a script leaves it.
#[derive(Debug)]
pub(super) struct Host {
    settings: Settings,
    /// What its CUBIC is called here.
    cubic: &'static str,
}

impl Host {
    pub(super) fn new(settings: &Settings) -> Self {
        let own = settings.variant.variant().name;
        Self { settings: settings.clone(), cubic: if own == "cubic-linux" { own } else { "cubic" } }
    }

    /// Holds nothing back, as `TCP_NODELAY` asks.
    pub(super) fn set_nagle(&mut self, nagle: bool) {
        self.settings.nagle = nagle;
    }

    /// Uses the congestion control that hosts know by a name.
    pub(super) fn set_congestion_control(&mut self, name: &str) -> Result<(), Stop> {
        let recovery = self.settings.recovery_kind();
        let variant = VariantName::find(match name {
            // Linux's Reno has the same recovery as every other control there.
            "reno" => "sack",
            "cubic" => self.cubic,
            name => name,
        });
        self.settings.variant = variant.ok_or_else(|| skipped(format!("congestion control {name:?}")))?;
        self.settings.recovery = Some(recovery);
        Ok(())
    }

    /// Takes shell commands: those that set TCP are applied, those without an effect here skipped; the rest is
    /// reported.
    pub(super) fn shell(&mut self, commands: &str) -> Result<Vec<String>, Stop> {
        let mut notes = Vec::new();
        for word in commands.split([' ', '\n', ';', '\t']) {
            let Some((name, value)) = word.split_once('=') else { continue };
            let name = name.trim_start_matches("/proc/sys/net/ipv4/").trim_start_matches("net.ipv4.");
            let name = name.trim_start_matches("net.inet.tcp.");
            let value = value.trim_matches('"');
            match (name, value) {
                ("tcp_congestion_control" | "cc.algorithm", value) => {
                    self.set_congestion_control(if value == "newreno" { "reno" } else { value })?;
                }
                ("tcp_slow_start_after_idle", value) => self.settings.idle_restart = value != "0",
                ("tcp_dsack", value) => self.settings.dsack = value != "0",
                ("tcp_recovery", "0") => self.settings.recovery = Some(RecoveryKind::Sack),
                ("tcp_reordering", value) => self.set_threshold(value, &mut notes),
                ("tcp_mtu_probing", value) if value != "0" => return Err(skipped("MTU probing")),
                (name, _) if WITHOUT_EFFECT.contains(&name) => {}
                (name, value) if name.starts_with("tcp_") || word.starts_with("net.") => {
                    notes.push(format!("left out: {name} = {value}"));
                }
                _ => {}
            }
        }
        Ok(notes)
    }

    fn set_threshold(&mut self, value: &str, notes: &mut Vec<String>) {
        match value.parse() {
            Ok(threshold) if threshold > 0 => self.settings.duplicate_ack_threshold = threshold,
            _ => notes.push(format!("left out: tcp_reordering = {value}")),
        }
    }

    /// The settings of a connection with the agreement of its ends.
    pub(super) fn settings(&self, agreed: &Agreed) -> Result<Settings, Stop> {
        let mut settings = self.settings.clone();
        settings.mss = Bytes::new(u64::from(agreed.mss));
        settings.handshake = false;
        settings.close = false;
        settings.timestamps = agreed.timestamp.is_some();
        settings.ecn = agreed.ecn != Ecn::No;
        settings.ecn_feedback = match agreed.ecn {
            Ecn::No | Ecn::Classic => Some(EcnFeedback::Classic),
            Ecn::Accurate { counts_octets: false } => Some(EcnFeedback::Accurate),
            Ecn::Accurate { counts_octets: true } => Some(EcnFeedback::AccurateWithOctets),
        };
        // linux: with accurate feedback acknowledgments can be marked, too
        settings.ecn_plus_plus |= matches!(agreed.ecn, Ecn::Accurate { .. });
        settings.cwnd_cap = CwndCap::Unlimited;
        settings.sack = agreed.sack;
        if settings.undo.needs_timestamps() && !settings.timestamps
            || settings.undo.needs_reports() && !agreed.sack
        {
            settings.undo = UndoConfig::default();
        }
        if !agreed.sack {
            settings.dsack = false;
            settings.recovery_window = RecoveryWindow::default();
        }
        if !agreed.sack && settings.uses_sack() {
            settings.recovery = Some(RecoveryKind::NewReno);
        }
        let problems = settings.check();
        if let Some(ConfigIssue { field, value, rule }) = problems.first() {
            return Err(skipped(format!("{field} would be {value}: {rule}")));
        }
        Ok(settings)
    }
}
