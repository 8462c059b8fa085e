//! A sender and a sink of ns-2, one-way agents.
//!
//! Source: `tcl/lib/ns-default.tcl` and `tcp/tcp.cc` of ns-2.35. `Agent/TCP` is Tahoe.

use super::{Key, Profile};

/// The profile.
pub(super) const PROFILE: Profile = Profile {
    name: "ns-2",
    summary: "A sender and a sink of the simulator ns-2.",
    source: "ns-2.35 tcl/lib/ns-default.tcl; tcp/tcp.cc",
    keys: &[
        Key {
            name: "variant",
            value: r#""tahoe""#,
            source: "Agent/TCP; name another variant beside the profile",
        },
        Key { name: "recovery_window", value: r#""at-once""#, source: "tcp.cc, slowdown" },
        Key { name: "sack", value: "false", source: "Agent/TCPSink" },
        Key { name: "dsack", value: "false", source: "Agent/TCPSink" },
        Key { name: "limited_transmit", value: "true", source: "singledup_ 1" },
        Key { name: "undo", value: r#"{"rule": "none"}"#, source: "tcp.cc" },
        Key { name: "slow_start", value: r#"{"rule": "standard"}"#, source: "max_ssthresh_ 0" },
        Key { name: "pacing", value: r#"{"rule": "none"}"#, source: "tcp.cc" },
        Key { name: "timestamps", value: "false", source: "timestamps_ false" },
        Key { name: "paws", value: "false", source: "no timestamps" },
        Key { name: "window_scaling", value: "true", source: "windows count segments and have no field" },
        Key { name: "rto_rule", value: r#""unrounded""#, source: "rtt_timeout" },
        Key {
            name: "round_trip_clock",
            value: r#""at-least-one-tick""#,
            source: "rtt_update without timestamps: the ticks that have passed, at least one",
        },
        Key { name: "timer_expiry", value: r#""exact""#, source: "TcpTimer" },
        Key { name: "timer_tick", value: r#""10 ms""#, source: "tcpTick_ 0.01" },
        Key { name: "min_rto_ticks", value: "20", source: "minrto_ 0.2" },
        Key { name: "min_rto", value: r#""200 ms""#, source: "minrto_ 0.2" },
        Key { name: "max_rto", value: r#""60 s""#, source: "maxrto_ 60" },
        Key { name: "initial_rto", value: r#""3 s""#, source: "rtxcur_init_ 3.0" },
        Key { name: "initial_cwnd", value: r#""segments""#, source: "windowInitOption_ 1" },
        Key { name: "initial_cwnd_segments", value: "2", source: "windowInit_ 2" },
        Key {
            name: "initial_ssthresh",
            value: r#""unlimited""#,
            source: "the window there, which is the same",
        },
        Key { name: "cwnd_unit", value: r#""segments""#, source: "cwnd_" },
        Key { name: "cwnd_cap", value: r#""receive-window""#, source: "window_" },
        Key { name: "header_prediction", value: "false", source: "tcp.cc" },
        Key { name: "ssthresh_rule", value: r#""bsd""#, source: "slowdown: half of the window in use" },
        Key { name: "after_timeout", value: r#""go-back-n""#, source: "reset_rtx_timer" },
        Key { name: "byte_counting", value: r#""off""#, source: "opencwnd" },
        Key { name: "cwnd_growth", value: r#""always""#, source: "control_increase_ 0" },
        Key { name: "slow_start_boundary", value: r#""below""#, source: "opencwnd" },
        Key { name: "mss_over_8", value: "false", source: "opencwnd" },
        Key { name: "bsd_deflate_bug", value: "false", source: "tcp-reno.cc" },
        Key { name: "newreno_timer", value: r#""impatient""#, source: "newreno_changes1_ 1" },
        Key { name: "idle_restart", value: "true", source: "slow_start_restart_ true" },
        Key { name: "nagle", value: "false", source: "segments are of one length" },
        Key { name: "ecn", value: "false", source: "ecn_ 0" },
        Key { name: "delayed_ack", value: "false", source: "Agent/TCPSink" },
        Key {
            name: "ack_delay",
            value: r#"{"rule": "timer", "delay": "100 ms"}"#,
            source: "Agent/TCPSink/DelAck interval_ 100ms",
        },
        Key {
            name: "delayed_ack_timer",
            value: r#""100 ms""#,
            source: "Agent/TCPSink/DelAck interval_ 100ms",
        },
    ],
};
