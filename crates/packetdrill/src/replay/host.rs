//! The host's settings: those that were given, changed by shell commands and by the connection's negotiation.

use cellwise_tcp::recovery::RecoveryKind;
use cellwise_tcp::undo::UndoConfig;
use cellwise_tcp::{CwndCap, EcnFeedback, EcnMode, InitialCwnd, RecoveryWindow, Settings, VariantName};
use cellwise_units::{Bytes, ConfigIssue};

use super::fast_open::FastOpen;
use super::opening::Agreed;
use super::stop::{Stop, skipped};

/// What of a host is set by commands that change nothing here: buffers, the assembly of segments in the host, caches,
/// and what scripts switch off because it is not there.
const WITHOUT_EFFECT: &[&str] = &[
    "tcp_rmem",
    "tcp_wmem",
    "tcp_syn_retries",
    "tcp_synack_retries",
    "tcp_syncookies",
    "tcp_fastopen_key",
    "tcp_tso_win_divisor",
    "tcp_min_tso_segs",
    "tcp_notsent_lowat",
    "tcp_no_metrics_save",
    "tcp_fack",
    "tcp_timestamps",
    "tcp_sack",
    "tcp_frto",
    "tcp_window_scaling",
    "sack.enable",
    "recvspace",
    "sendspace",
    "hostcache.purgenow",
    "rfc1323",
    "syncookies",
];

/// What a host does about marks while a connection opens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    /// The feedback that it asks for where it connects.
    pub(super) asks: EcnMode,
    /// The feedback that it takes part in where it is asked.
    pub(super) answers: EcnMode,
    /// Whether its segments have counters of octets with accurate feedback.
    pub(super) counts_octets: bool,
}

impl Marks {
    /// A host that asks for nothing answers, as Linux and FreeBSD come.
    fn of(settings: &Settings) -> Self {
        let (asks, answers) = match (settings.uses_ecn(), settings.uses_accurate_ecn()) {
            (false, _) => (EcnMode::None, EcnMode::Classic),
            (true, false) => (EcnMode::Classic, EcnMode::Classic),
            (true, true) => (EcnMode::Accurate, EcnMode::Accurate),
        };
        Self { asks, answers, counts_octets: true }
    }

    /// Takes a number; whether there is one such.
    // linux: Documentation/networking/ip-sysctl.rst, tcp_ecn
    fn set(&mut self, number: &str) -> bool {
        use EcnMode::{Accurate, Classic, None as Nothing};
        (self.asks, self.answers) = match number {
            "0" => (Nothing, Nothing),
            "1" => (Classic, Classic),
            "2" => (Nothing, Classic),
            "3" => (Accurate, Accurate),
            "4" => (Classic, Accurate),
            "5" => (Nothing, Accurate),
            _ => return false,
        };
        true
    }
}

/// SYNs that are sent again after the same wait; then it doubles each time.
// linux: tcp_syn_linear_timeouts = 4; freebsd: tcp_syn_backoff
const EVEN_SYNS: u32 = 4;

/// A host as a script leaves it.
#[derive(Debug)]
pub(super) struct Host {
    settings: Settings,
    /// What its CUBIC is called here.
    cubic: &'static str,
    pub(super) marks: Marks,
    pub(super) even_syns: u32,
    pub(super) fast_open: FastOpen,
}

impl Host {
    pub(super) fn new(settings: &Settings) -> Self {
        let own = settings.variant.variant().name;
        Self {
            settings: settings.clone(),
            cubic: if own == "cubic-linux" { own } else { "cubic" },
            marks: Marks::of(settings),
            even_syns: EVEN_SYNS,
            fast_open: FastOpen::default(),
        }
    }

    /// The settings that were given, as the script has changed them so far.
    pub(super) const fn given(&self) -> &Settings {
        &self.settings
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
                ("tcp_ecn", value) if self.marks.set(value) => {}
                ("tcp_ecn_option", value) => self.marks.counts_octets = value != "0",
                ("tcp_fastopen", value) if self.fast_open.set(value) => {}
                ("tcp_syn_linear_timeouts", value) => {
                    self.even_syns = value.parse().unwrap_or(self.even_syns);
                }
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
        settings.ecn = agreed.ecn != EcnMode::None;
        settings.ecn_feedback = Some(match agreed.ecn {
            EcnMode::None | EcnMode::Classic => EcnFeedback::Classic,
            EcnMode::Accurate if agreed.counts_octets => EcnFeedback::AccurateWithOctets,
            EcnMode::Accurate => EcnFeedback::Accurate,
        });
        // linux: with accurate feedback acknowledgments can be marked, too
        settings.ecn_plus_plus |= agreed.ecn == EcnMode::Accurate;
        settings.cwnd_cap = CwndCap::Unlimited;
        // spec: rfc5681 3.1
        if agreed.was_lost {
            (settings.initial_cwnd, settings.initial_cwnd_segments) = (InitialCwnd::Segments, 1);
        }
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
