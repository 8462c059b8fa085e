//! A sender and a sink of ns-2, one-way agents.
//!
//! Source: `tcl/lib/ns-default.tcl` and `tcp` of ns-2.35, with lines. `Agent/TCP` is Tahoe.

use super::{Key, Profile};

/// The profile.
pub(super) const PROFILE: Profile = Profile {
    name: "ns-2",
    summary: "A sender and a sink of the simulator ns-2.",
    source: "ns-2.35 tcl/lib/ns-default.tcl; tcp",
    keys: &[
        Key {
            name: "variant",
            value: r#""tahoe""#,
            source: "Agent/TCP; for another variant, name it in addition to the profile",
        },
        Key { name: "recovery_window", value: r#""at-once""#, source: "tcp.cc:1252, slowdown" },
        Key { name: "sack", value: "false", source: "Agent/TCPSink" },
        Key { name: "dsack", value: "false", source: "Agent/TCPSink" },
        Key { name: "limited_transmit", value: "true", source: "ns-default.tcl:1002, singledup_ 1" },
        Key { name: "undo", value: r#"{"rule": "none"}"#, source: "tcp.cc" },
        Key {
            name: "slow_start",
            value: r#"{"rule": "standard"}"#,
            source: "ns-default.tcl:1013, max_ssthresh_ 0",
        },
        Key { name: "pacing", value: r#"{"rule": "none"}"#, source: "tcp.cc" },
        Key { name: "timestamps", value: "false", source: "ns-default.tcl:961, timestamps_ false" },
        Key { name: "paws", value: "false", source: "no timestamps" },
        Key { name: "window_scaling", value: "true", source: "windows count segments and have no field" },
        Key {
            name: "rto_rule",
            value: r#""ns-2""#,
            source: "tcp.cc:576, rtt_update; 540, rtt_timeout; ns-default.tcl:984, rfc2988_ true",
        },
        Key {
            name: "round_trip_clock",
            value: r#""at-least-one-tick""#,
            source: "tcp.cc:586, rtt_update: the ticks that have passed, at least one",
        },
        Key { name: "timer_expiry", value: r#""exact""#, source: "tcp.cc:992, set_rtx_timer" },
        Key { name: "window_probe_timer", value: r#""bounded""#, source: "windows do not close" },
        Key { name: "timer_tick", value: r#""10 ms""#, source: "ns-default.tcl:967, tcpTick_ 0.01" },
        Key { name: "min_rto_ticks", value: "20", source: "ns-default.tcl:971, minrto_ 0.2" },
        Key { name: "min_rto", value: r#""200 ms""#, source: "ns-default.tcl:971, minrto_ 0.2" },
        Key { name: "max_rto", value: r#""60 s""#, source: "ns-default.tcl:969, maxrto_ 60" },
        Key { name: "initial_rto", value: r#""3 s""#, source: "ns-default.tcl:976, rtxcur_init_ 3.0" },
        Key {
            name: "initial_cwnd",
            value: r#""segments""#,
            source: "ns-default.tcl:936, windowInitOption_ 1",
        },
        Key { name: "initial_cwnd_segments", value: "2", source: "ns-default.tcl:935, windowInit_ 2" },
        Key {
            name: "initial_ssthresh",
            value: r#""unlimited""#,
            source: "tcp.cc:473, the window there, which is the same",
        },
        Key { name: "cwnd_unit", value: r#""segments""#, source: "tcp.cc:1130, opencwnd" },
        Key { name: "cwnd_cap", value: r#""receive-window""#, source: "tcp.cc:899, window" },
        Key { name: "header_prediction", value: "false", source: "tcp.cc" },
        Key {
            name: "ssthresh_rule",
            value: r#""bsd""#,
            source: "tcp.cc:1252, slowdown: half of the window in use",
        },
        Key {
            name: "cwnd_after_loss",
            value: r#""half""#,
            source: "ns-default.tcl:1004, precisionReduce_ true; tcp.cc:1264",
        },
        Key { name: "after_timeout", value: r#""go-back-n""#, source: "tcp.cc:976, reset_rtx_timer" },
        Key { name: "byte_counting", value: r#""off""#, source: "tcp.cc:1130, opencwnd" },
        Key { name: "cwnd_growth", value: r#""always""#, source: "ns-default.tcl:1040, control_increase_ 0" },
        Key { name: "slow_start_boundary", value: r#""below""#, source: "tcp.cc:1133, opencwnd" },
        Key { name: "mss_over_8", value: "false", source: "tcp.cc:1130, opencwnd" },
        Key { name: "bsd_deflate_bug", value: "false", source: "tcp-reno.cc:108" },
        Key {
            name: "newreno_timer",
            value: r#""impatient""#,
            source: "ns-default.tcl:1099, newreno_changes1_ 1",
        },
        Key {
            name: "newreno_exit",
            value: r#""deflated""#,
            source: "tcp-newreno.cc:242; ns-default.tcl:1103, exit_recovery_fix_ 0",
        },
        Key {
            name: "avoid_multiple_fast_retransmits",
            value: "true",
            source: "ns-default.tcl:954, bugFix_ true; tcp-reno.cc:171, dupack_action",
        },
        Key { name: "idle_restart", value: "true", source: "ns-default.tcl:965, slow_start_restart_ true" },
        Key { name: "after_idle", value: r#""restart""#, source: "tcp.cc:1918, timeout" },
        Key { name: "nagle", value: "false", source: "segments are of one length" },
        Key { name: "ecn", value: "false", source: "ns-default.tcl:948, ecn_ 0" },
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
