//! A host with 4.4BSD, whose TCP is Net/3.
//!
//! Source: `sys/netinet` of 4.4BSD-Lite2. All but the timestamps are the defaults of the settings.

use super::{Key, Profile};

/// The profile.
pub(super) const PROFILE: Profile = Profile {
    name: "bsd-4.4",
    summary: "A host with 4.4BSD, whose TCP is Net/3.",
    source: "4.4BSD-Lite2 sys/netinet",
    keys: &[
        Key { name: "variant", value: r#""reno""#, source: "netinet/tcp_input.c" },
        Key { name: "recovery_window", value: r#""at-once""#, source: "netinet/tcp_input.c" },
        Key { name: "sack", value: "false", source: "before RFC 2018" },
        Key { name: "dsack", value: "false", source: "before RFC 2883" },
        Key { name: "limited_transmit", value: "false", source: "before RFC 3042" },
        Key { name: "undo", value: r#"{"rule": "none"}"#, source: "before RFC 3522" },
        Key { name: "slow_start", value: r#"{"rule": "standard"}"#, source: "netinet/tcp_input.c" },
        Key { name: "pacing", value: r#"{"rule": "none"}"#, source: "netinet/tcp_output.c" },
        Key { name: "timestamps", value: "true", source: "tcp_do_rfc1323 = 1" },
        Key { name: "paws", value: "true", source: "netinet/tcp_input.c" },
        Key { name: "window_scaling", value: "true", source: "tcp_do_rfc1323 = 1" },
        Key { name: "rto_rule", value: r#""net3""#, source: "netinet/tcp_timer.h" },
        Key { name: "round_trip_clock", value: r#""ticks""#, source: "PR_SLOWHZ" },
        Key { name: "timer_expiry", value: r#""at-tick""#, source: "tcp_slowtimo" },
        Key { name: "timer_tick", value: r#""500 ms""#, source: "PR_SLOWHZ = 2" },
        Key { name: "min_rto_ticks", value: "2", source: "TCPTV_MIN, 1 s" },
        Key { name: "min_rto", value: r#""1 s""#, source: "TCPTV_MIN" },
        Key { name: "max_rto", value: r#""64 s""#, source: "TCPTV_REXMTMAX" },
        Key { name: "initial_rto", value: r#""6 s""#, source: "TCPTV_SRTTDFLT, twice 3 s" },
        Key { name: "initial_cwnd", value: r#""segments""#, source: "netinet/tcp_input.c" },
        Key { name: "initial_cwnd_segments", value: "1", source: "netinet/tcp_input.c" },
        Key { name: "initial_ssthresh", value: r#""unlimited""#, source: "TCP_MAXWIN << TCP_MAX_WINSHIFT" },
        Key { name: "cwnd_unit", value: r#""octets""#, source: "snd_cwnd" },
        Key { name: "cwnd_cap", value: r#""largest-window""#, source: "TCP_MAXWIN << snd_scale" },
        Key { name: "header_prediction", value: "true", source: "netinet/tcp_input.c" },
        Key { name: "ssthresh_rule", value: r#""bsd""#, source: "netinet/tcp_input.c" },
        Key { name: "after_timeout", value: r#""go-back-n""#, source: "tcp_timers" },
        Key { name: "byte_counting", value: r#""off""#, source: "netinet/tcp_input.c" },
        Key { name: "cwnd_growth", value: r#""always""#, source: "netinet/tcp_input.c" },
        Key { name: "slow_start_boundary", value: r#""at-or-below""#, source: "netinet/tcp_input.c" },
        Key { name: "mss_over_8", value: "false", source: "4.4BSD-Lite2; Lite had it" },
        Key { name: "bsd_deflate_bug", value: "true", source: "netinet/tcp_input.c" },
        Key { name: "newreno_timer", value: r#""impatient""#, source: "before RFC 6582" },
        Key { name: "idle_restart", value: "true", source: "netinet/tcp_output.c" },
        Key { name: "nagle", value: "true", source: "netinet/tcp_output.c" },
        Key { name: "ecn", value: "false", source: "before RFC 3168" },
        Key { name: "delayed_ack", value: "true", source: "netinet/tcp_input.c" },
        Key { name: "ack_delay", value: r#"{"rule": "fast-timer"}"#, source: "tcp_fasttimo" },
        Key { name: "delayed_ack_timer", value: r#""200 ms""#, source: "PR_FASTHZ = 5" },
    ],
};
