//! A host with Linux 6, its settings as they come.
//!
//! Source: `include/net/tcp.h`, `net/ipv4` and `ip-sysctl.rst` of Linux 6. What it does that no setting says is on the page of profiles.

use super::{Key, Profile};

/// The profile.
pub(super) const PROFILE: Profile = Profile {
    name: "linux-6",
    summary: "A host with Linux 6 and its settings as they come.",
    source: "Linux 6 include/net/tcp.h, net/ipv4; Documentation/networking/ip-sysctl.rst",
    keys: &[
        Key { name: "variant", value: r#""cubic-linux""#, source: "net/ipv4/Kconfig, DEFAULT_CUBIC" },
        Key { name: "recovery", value: r#""rack-tlp""#, source: "tcp_recovery = 1" },
        Key { name: "recovery_window", value: r#""prr""#, source: "tcp_cwnd_reduction" },
        Key { name: "sack", value: "true", source: "tcp_sack = 1" },
        Key { name: "dsack", value: "true", source: "tcp_dsack = 1" },
        Key { name: "limited_transmit", value: "true", source: "tcp_input.c, state Disorder" },
        Key { name: "undo", value: r#"{"rule": "linux"}"#, source: "tcp_may_undo; tcp_frto = 2" },
        Key { name: "slow_start", value: r#"{"rule": "hystart"}"#, source: "tcp_cubic.c, hystart = 1" },
        Key {
            name: "pacing",
            value: r#"{"rule": "none"}"#,
            source: "only with fq, or if a socket asks for it",
        },
        Key { name: "timestamps", value: "true", source: "tcp_timestamps = 1" },
        Key { name: "paws", value: "true", source: "tcp_paws_check" },
        Key { name: "window_scaling", value: "true", source: "tcp_window_scaling = 1" },
        Key { name: "rto_rule", value: r#""linux""#, source: "tcp_rtt_estimator" },
        Key { name: "round_trip_clock", value: r#""exact""#, source: "in microseconds" },
        Key { name: "timer_expiry", value: r#""exact""#, source: "net/ipv4/tcp_timer.c" },
        Key { name: "timer_tick", value: r#""4 ms""#, source: "CONFIG_HZ = 250" },
        Key { name: "min_rto_ticks", value: "50", source: "TCP_RTO_MIN, 200 ms" },
        Key { name: "min_rto", value: r#""200 ms""#, source: "TCP_RTO_MIN" },
        Key { name: "max_rto", value: r#""120 s""#, source: "TCP_RTO_MAX" },
        Key { name: "initial_rto", value: r#""1 s""#, source: "TCP_TIMEOUT_INIT" },
        Key { name: "initial_cwnd", value: r#""rfc6928""#, source: "TCP_INIT_CWND = 10" },
        Key { name: "initial_cwnd_segments", value: "10", source: "TCP_INIT_CWND = 10" },
        Key { name: "initial_ssthresh", value: r#""unlimited""#, source: "TCP_INFINITE_SSTHRESH" },
        Key { name: "cwnd_unit", value: r#""segments""#, source: "snd_cwnd, snd_cwnd_cnt" },
        Key { name: "cwnd_cap", value: r#""unlimited""#, source: "snd_cwnd_clamp" },
        Key { name: "header_prediction", value: "false", source: "its fast path opens the window" },
        Key { name: "ssthresh_rule", value: r#""goyal96""#, source: "tcp_reno_ssthresh: half of cwnd" },
        Key { name: "after_timeout", value: r#""go-back-n""#, source: "tcp_enter_loss" },
        Key { name: "byte_counting", value: r#""unlimited""#, source: "tcp_slow_start" },
        Key { name: "cwnd_growth", value: r#""while-limited""#, source: "tcp_is_cwnd_limited" },
        Key { name: "slow_start_boundary", value: r#""below""#, source: "tcp_in_slow_start" },
        Key { name: "mss_over_8", value: "false", source: "tcp_cong_avoid_ai" },
        Key { name: "bsd_deflate_bug", value: "false", source: "tcp_input.c" },
        Key { name: "newreno_timer", value: r#""slow-but-steady""#, source: "tcp_rearm_rto" },
        Key { name: "idle_restart", value: "true", source: "tcp_slow_start_after_idle = 1" },
        Key { name: "nagle", value: "true", source: "tcp_nagle_check" },
        Key { name: "ecn", value: "false", source: "tcp_ecn = 2: only answers" },
        Key { name: "delayed_ack", value: "true", source: "net/ipv4/tcp_input.c" },
        Key { name: "ack_delay", value: r#"{"rule": "linux"}"#, source: "tcp_event_data_recv" },
        Key { name: "delayed_ack_timer", value: r#""200 ms""#, source: "TCP_DELACK_MAX" },
    ],
};
