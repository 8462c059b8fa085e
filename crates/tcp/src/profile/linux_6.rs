//! A host with Linux 6, its settings as they come.
//!
//! Source: `include/net/tcp.h` and `net/ipv4` of Linux 6.14, with lines. What it does that no setting says is on the page of profiles.

use super::{Key, Profile};

/// The profile.
pub(super) const PROFILE: Profile = Profile {
    name: "linux-6",
    summary: "A host with Linux 6 and its settings as they come.",
    source: "Linux 6.14 include/net/tcp.h, net/ipv4",
    keys: &[
        Key { name: "variant", value: r#""cubic-linux""#, source: "net/ipv4/Kconfig:684, DEFAULT_CUBIC" },
        Key {
            name: "recovery",
            value: r#""rack-tlp""#,
            source: "net/ipv4/tcp_ipv4.c:3472, tcp_recovery = 1",
        },
        Key {
            name: "recovery_window",
            value: r#""prr""#,
            source: "net/ipv4/tcp_input.c:2710, tcp_cwnd_reduction",
        },
        Key { name: "sack", value: "true", source: "net/ipv4/tcp_ipv4.c:3468, tcp_sack = 1" },
        Key { name: "dsack", value: "true", source: "net/ipv4/tcp_ipv4.c:3476, tcp_dsack = 1" },
        Key {
            name: "limited_transmit",
            value: "true",
            source: "net/ipv4/tcp_input.c:2382, tcp_time_to_recover; state Disorder",
        },
        Key {
            name: "undo",
            value: r#"{"rule": "linux"}"#,
            source: "net/ipv4/tcp_input.c:2597, tcp_may_undo; net/ipv4/tcp_ipv4.c:3479, tcp_frto = 2",
        },
        Key {
            name: "slow_start",
            value: r#"{"rule": "hystart"}"#,
            source: "net/ipv4/tcp_cubic.c:55, hystart = 1",
        },
        Key {
            name: "pacing",
            value: r#"{"rule": "none"}"#,
            source: "only with fq, or if a socket asks for it",
        },
        Key { name: "timestamps", value: "true", source: "net/ipv4/tcp_ipv4.c:3470, tcp_timestamps = 1" },
        Key { name: "paws", value: "true", source: "include/net/tcp.h:1703, tcp_paws_check" },
        Key {
            name: "window_scaling",
            value: "true",
            source: "net/ipv4/tcp_ipv4.c:3469, tcp_window_scaling = 1",
        },
        Key { name: "rto_rule", value: r#""linux""#, source: "net/ipv4/tcp_input.c:875, tcp_rtt_estimator" },
        Key {
            name: "round_trip_clock",
            value: r#""exact""#,
            source: "in microseconds; net/ipv4/tcp_output.c:55, tcp_mstamp_refresh",
        },
        Key { name: "timer_expiry", value: r#""exact""#, source: "in jiffies there; net/ipv4/tcp_timer.c" },
        Key {
            name: "window_probe_timer",
            value: r#""rto""#,
            source: "include/net/tcp.h:1455, tcp_probe0_base",
        },
        Key { name: "timer_tick", value: r#""4 ms""#, source: "CONFIG_HZ = 250" },
        Key { name: "min_rto_ticks", value: "50", source: "include/net/tcp.h:148, TCP_RTO_MIN, 200 ms" },
        Key { name: "min_rto", value: r#""200 ms""#, source: "include/net/tcp.h:148, TCP_RTO_MIN" },
        Key { name: "max_rto", value: r#""120 s""#, source: "include/net/tcp.h:147, TCP_RTO_MAX" },
        Key { name: "initial_rto", value: r#""1 s""#, source: "include/net/tcp.h:153, TCP_TIMEOUT_INIT" },
        Key {
            name: "initial_cwnd",
            value: r#""segments""#,
            source: "net/ipv4/tcp_input.c:1007, tcp_init_cwnd",
        },
        Key {
            name: "initial_cwnd_segments",
            value: "10",
            source: "include/net/tcp.h:244, TCP_INIT_CWND = 10",
        },
        Key {
            name: "initial_ssthresh",
            value: r#""unlimited""#,
            source: "net/ipv4/tcp.c:455, TCP_INFINITE_SSTHRESH",
        },
        Key { name: "cwnd_unit", value: r#""segments""#, source: "snd_cwnd, snd_cwnd_cnt" },
        Key { name: "cwnd_cap", value: r#""unlimited""#, source: "net/ipv4/tcp.c:456, snd_cwnd_clamp" },
        Key {
            name: "header_prediction",
            value: "false",
            source: "its fast path opens the window; net/ipv4/tcp_input.c:6116, tcp_rcv_established",
        },
        Key {
            name: "ssthresh_rule",
            value: r#""goyal96""#,
            source: "net/ipv4/tcp_cong.c:514, tcp_reno_ssthresh: half of cwnd",
        },
        Key {
            name: "cwnd_after_loss",
            value: r#""threshold""#,
            source: "net/ipv4/tcp_input.c:2736, tcp_end_cwnd_reduction",
        },
        Key {
            name: "after_timeout",
            value: r#""go-back-n""#,
            source: "net/ipv4/tcp_input.c:2196, tcp_enter_loss",
        },
        Key {
            name: "byte_counting",
            value: r#""unlimited""#,
            source: "net/ipv4/tcp_cong.c:455, tcp_slow_start",
        },
        Key {
            name: "cwnd_growth",
            value: r#""while-limited""#,
            source: "include/net/tcp.h:1405, tcp_is_cwnd_limited",
        },
        Key {
            name: "slow_start_boundary",
            value: r#""below""#,
            source: "include/net/tcp.h:1340, tcp_in_slow_start",
        },
        Key { name: "mss_over_8", value: "false", source: "net/ipv4/tcp_cong.c:469, tcp_cong_avoid_ai" },
        Key {
            name: "bsd_deflate_bug",
            value: "false",
            source: "net/ipv4/tcp_input.c:2736, tcp_end_cwnd_reduction",
        },
        Key {
            name: "newreno_timer",
            value: r#""slow-but-steady""#,
            source: "net/ipv4/tcp_input.c:3267, tcp_rearm_rto",
        },
        Key {
            name: "newreno_exit",
            value: r#""no-burst""#,
            source: "net/ipv4/tcp_input.c:2736, tcp_end_cwnd_reduction",
        },
        Key {
            name: "avoid_multiple_fast_retransmits",
            value: "true",
            source: "net/ipv4/tcp_input.c:2618, tcp_try_undo_recovery; high_seq",
        },
        Key {
            name: "idle_restart",
            value: "true",
            source: "net/ipv4/tcp_ipv4.c:3473, tcp_slow_start_after_idle = 1",
        },
        Key {
            name: "after_idle",
            value: r#""halving""#,
            source: "net/ipv4/tcp_output.c:144, tcp_cwnd_restart",
        },
        Key { name: "nagle", value: "true", source: "net/ipv4/tcp_output.c:1996, tcp_nagle_check" },
        Key { name: "ecn", value: "false", source: "net/ipv4/tcp_ipv4.c:3439, tcp_ecn = 2: only answers" },
        Key { name: "delayed_ack", value: "true", source: "net/ipv4/tcp_input.c:5760, __tcp_ack_snd_check" },
        Key {
            name: "ack_delay",
            value: r#"{"rule": "linux"}"#,
            source: "net/ipv4/tcp_input.c:820, tcp_event_data_recv",
        },
        Key {
            name: "delayed_ack_timer",
            value: r#""200 ms""#,
            source: "include/net/tcp.h:137, TCP_DELACK_MAX",
        },
    ],
};
