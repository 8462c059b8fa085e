//! A host with FreeBSD 14, the stack and the settings that it comes with.
//!
//! Source: `sys/netinet` of FreeBSD 14 and the `net.inet.tcp` variables. Where it is only close, the source says how it differs.

use super::{Key, Profile};

/// The profile.
pub(super) const PROFILE: Profile = Profile {
    name: "freebsd-14",
    summary: "A host with FreeBSD 14 and the stack that it comes with.",
    source: "FreeBSD 14 sys/netinet",
    keys: &[
        Key { name: "variant", value: r#""cubic""#, source: "release notes of 14.0" },
        Key { name: "recovery", value: r#""sack""#, source: "net.inet.tcp.sack.enable = 1, RFC 6675" },
        Key { name: "recovery_window", value: r#""prr""#, source: "net.inet.tcp.do_prr = 1" },
        Key { name: "sack", value: "true", source: "net.inet.tcp.sack.enable = 1" },
        Key { name: "dsack", value: "true", source: "netinet/tcp_sack.c" },
        Key { name: "limited_transmit", value: "true", source: "net.inet.tcp.rfc3042 = 1" },
        Key {
            name: "undo",
            value: r#"{"rule": "eifel", "response": "prior"}"#,
            source: "tcp_input.c, t_badrxtwin; for timeouts only there",
        },
        Key {
            name: "slow_start",
            value: r#"{"rule": "standard"}"#,
            source: "HyStart++ only if a socket asks for it",
        },
        Key { name: "pacing", value: r#"{"rule": "none"}"#, source: "the default stack" },
        Key { name: "timestamps", value: "true", source: "net.inet.tcp.rfc1323 = 1" },
        Key { name: "paws", value: "true", source: "netinet/tcp_input.c" },
        Key { name: "window_scaling", value: "true", source: "net.inet.tcp.rfc1323 = 1" },
        Key {
            name: "rto_rule",
            value: r#""freebsd""#,
            source: "tcp_timer.h, TCPT_RANGESET: tcp_rexmit_slop is always added",
        },
        Key { name: "round_trip_clock", value: r#""exact""#, source: "in milliseconds there" },
        Key { name: "timer_expiry", value: r#""exact""#, source: "tcp_timer.h, callouts" },
        Key {
            name: "window_probe_timer",
            value: r#""bounded""#,
            source: "tcp_timer.h, TCPTV_PERSMIN, TCPTV_PERSMAX",
        },
        Key { name: "timer_tick", value: r#""1 ms""#, source: "hz = 1000" },
        Key { name: "min_rto_ticks", value: "30", source: "tcp_timer.h, TCPTV_MIN, 30 ms" },
        Key { name: "min_rto", value: r#""200 ms""#, source: "tcp_timer.h, TCPTV_CPU_VAR" },
        Key { name: "max_rto", value: r#""64 s""#, source: "tcp_timer.h, TCPTV_REXMTMAX" },
        Key { name: "initial_rto", value: r#""1 s""#, source: "tcp_timer.h, TCPTV_RTOBASE" },
        Key { name: "initial_cwnd", value: r#""rfc6928""#, source: "net.inet.tcp.initcwnd_segments = 10" },
        Key { name: "initial_cwnd_segments", value: "10", source: "net.inet.tcp.initcwnd_segments = 10" },
        Key { name: "initial_ssthresh", value: r#""unlimited""#, source: "TCP_MAXWIN << TCP_MAX_WINSHIFT" },
        Key { name: "cwnd_unit", value: r#""octets""#, source: "snd_cwnd" },
        Key {
            name: "cwnd_cap",
            value: r#""largest-window""#,
            source: "cc/cc_newreno.c, newreno_ack_received: TCP_MAXWIN << snd_scale",
        },
        Key { name: "header_prediction", value: "false", source: "its fast path opens the window" },
        Key {
            name: "ssthresh_rule",
            value: r#""goyal96""#,
            source: "cc/cc_newreno.c, newreno_cong_signal: half of cwnd",
        },
        Key {
            name: "cwnd_after_loss",
            value: r#""threshold""#,
            source: "cc/cc_newreno.c, newreno_cong_signal",
        },
        Key { name: "after_timeout", value: r#""go-back-n""#, source: "tcp_timer.c, tcp_timer_rexmt" },
        Key {
            name: "byte_counting",
            value: r#""rfc3465""#,
            source: "cc/cc_newreno.c, newreno_ack_received; net.inet.tcp.abc_l_var = 2",
        },
        Key { name: "cwnd_growth", value: r#""always""#, source: "net.inet.tcp.newcwv = 0" },
        Key {
            name: "slow_start_boundary",
            value: r#""at-or-below""#,
            source: "cc/cc_newreno.c, newreno_ack_received",
        },
        Key { name: "mss_over_8", value: "false", source: "cc/cc_newreno.c, newreno_ack_received" },
        Key { name: "bsd_deflate_bug", value: "false", source: "netinet/tcp_input.c" },
        Key { name: "newreno_timer", value: r#""slow-but-steady""#, source: "tcp_newreno_partial_ack" },
        Key {
            name: "newreno_exit",
            value: r#""no-burst""#,
            source: "cc/cc_newreno.c, newreno_post_recovery",
        },
        Key { name: "avoid_multiple_fast_retransmits", value: "true", source: "tcp_input.c, snd_recover" },
        Key { name: "idle_restart", value: "true", source: "tcp_output.c, cc_after_idle" },
        Key {
            name: "after_idle",
            value: r#""restart-below-threshold""#,
            source: "cc/cc_newreno.c, newreno_after_idle",
        },
        Key { name: "nagle", value: "true", source: "netinet/tcp_output.c" },
        Key { name: "ecn", value: "false", source: "net.inet.tcp.ecn.enable = 2: only answers" },
        Key { name: "delayed_ack", value: "true", source: "net.inet.tcp.delayed_ack = 1" },
        Key {
            name: "ack_delay",
            value: r#"{"rule": "timer", "delay": "40 ms"}"#,
            source: "tcp_timer.h, TCPTV_DELACK",
        },
        Key { name: "delayed_ack_timer", value: r#""40 ms""#, source: "tcp_timer.h, TCPTV_DELACK" },
    ],
};
