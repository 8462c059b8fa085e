//! Tests of settings that are read, refused and followed.

use cellwise_units::ConfigIssue;

use super::*;
use crate::variant::VARIANTS;

fn window(octets: u64, window_scaling: bool) -> Settings {
    Settings { receive_window: Bytes::new(octets), window_scaling, ..Settings::default() }
}

#[test]
fn the_scale_is_the_smallest_that_can_say_the_window() {
    assert_eq!(window(65_535, true).window_scale(), 0);
    assert_eq!(window(65_536, true).window_scale(), 1);
    assert_eq!(
        (window(600_000, true).window_scale(), window(600_000, true).advertised_window()),
        (4, 600_000)
    );
    assert_eq!(window(600_007, true).advertised_window(), 600_000);
    assert_eq!(window(600_000, false).advertised_window(), 65_535);
    assert_eq!(window(u64::MAX, true).advertised_window(), 65_535 << 14);
}

#[test]
fn the_defaults_are_allowed_and_survive_their_text() {
    let settings = Settings::default();
    assert_eq!(settings.check(), []);
    let text = serde_json::to_string(&settings).unwrap();
    assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
}

#[test]
fn every_mistake_is_reported_at_once() {
    let settings = Settings {
        mss: Bytes::ZERO,
        send_buffer: Some(Bytes::new(0)),
        min_rto_ticks: 5,
        max_rto_ticks: Some(4),
        ..window(u64::MAX, true)
    };
    let fields: Vec<_> = settings.check().into_iter().map(|issue| issue.field).collect();
    let expected = ["mss", "receive_window", "max_rto_ticks"];
    assert_eq!(fields, expected);
}

#[test]
fn sizes_below_one_segment_are_refused() {
    let settings = Settings {
        mss: Bytes::new(1460),
        receive_window: Bytes::new(1459),
        send_buffer: Some(Bytes::new(1459)),
        initial_ssthresh: InitialSsthresh::Octets(Bytes::new(1459)),
        cwnd_cap: CwndCap::Octets(Bytes::new(1459)),
        ..Settings::default()
    };
    let fields: Vec<_> = settings.check().into_iter().map(|issue| issue.field).collect();
    assert_eq!(fields, ["receive_window", "send_buffer", "initial_ssthresh", "cwnd_cap"]);
}

#[test]
fn mistakes_of_the_extensions_are_reported() {
    let mut settings = Settings {
        mss: Bytes::new(12),
        timestamps: true,
        write_size: Some(Bytes::new(100)),
        ..Settings::default()
    };
    settings.congestion.vegas.alpha = 4;
    let fields: Vec<_> = settings.check().into_iter().map(|issue| issue.field).collect();
    assert_eq!(fields, ["mss", "write_size", "vegas.beta"]);
    let allowed = Settings {
        mss: Bytes::new(13),
        timestamps: true,
        write_size: Some(Bytes::new(100)),
        send_buffer: Some(Bytes::new(100)),
        ..Settings::default()
    };
    assert_eq!((allowed.check(), allowed.mss_octets()), (vec![], 1));
    let with_window = Settings { ack_congestion_control: true, mss: Bytes::new(17), ..allowed };
    assert_eq!((with_window.check(), with_window.mss_octets()), (vec![], 1));
    let too_small = Settings { mss: Bytes::new(16), ..with_window };
    assert_eq!(too_small.check().first().map(|issue| issue.field.clone()).as_deref(), Some("mss"));
}

#[test]
fn selective_acknowledgment_follows_the_recovery_or_the_switch() {
    for (variant, sack, used) in [("reno", false, false), ("reno", true, true), ("cubic", false, true)] {
        let variant = VariantName::find(variant).expect("a known variant");
        assert_eq!(Settings { variant, sack, ..Settings::default() }.uses_sack(), used);
    }
}

#[test]
fn unknown_keys_are_refused_and_unknown_names_with_what_is_known() {
    for text in [r#"{"varient": "reno"}"#, r#"{"vegas": {"alfa": 2}}"#] {
        let unknown = serde_json::from_str::<Settings>(text).unwrap_err().to_string();
        assert!(unknown.contains("`varient`") || unknown.contains("`alfa`"), "{unknown}");
    }
    let unknown = serde_json::from_str::<Settings>(r#"{"variant": "renoo"}"#).unwrap_err().to_string();
    assert!(unknown.contains("renoo") && unknown.contains("tahoe"), "{unknown}");
    let unknown = serde_json::from_str::<Settings>(r#"{"cwnd_cap": "wide"}"#).unwrap_err().to_string();
    assert!(unknown.contains("receive-window"), "{unknown}");
}

#[test]
fn keywords_and_octets_are_read() {
    let text = r#"{"cwnd_cap": "receive-window", "initial_ssthresh": "64 KiB", "ssthresh_rule": "goyal96"}"#;
    let settings: Settings = serde_json::from_str(text).unwrap();
    assert_eq!(settings.cwnd_cap_octets(), 65_535);
    assert_eq!(settings.initial_ssthresh, InitialSsthresh::Octets(Bytes::new(65_536)));
    assert_eq!(settings.ssthresh_rule, SsthreshRule::Goyal96);
}

#[test]
fn only_tahoe_and_reno_may_go_back_after_a_fast_retransmission() {
    let with = |variant: &str, way| {
        let variant = VariantName::find(variant).expect("a known variant");
        Settings { variant, after_fast_retransmit: Some(way), ..Settings::default() }
    };
    for variant in VARIANTS {
        let goes_back = with(variant.name, AfterFastRetransmit::GoBackN).check();
        assert_eq!(goes_back.is_empty(), ["tahoe", "reno"].contains(&variant.name), "{}", variant.name);
        assert_eq!(with(variant.name, AfterFastRetransmit::GoOn).check(), []);
    }
    let refused = with("sack", AfterFastRetransmit::GoBackN).check();
    let rule = "leave it out, or give it with one of the variants tahoe, reno";
    assert_eq!(refused, [ConfigIssue::new("after_fast_retransmit", "go-back-n", rule)]);
}

#[test]
fn the_largest_timeout_is_given_once_and_not_below_the_smallest() {
    let with = |ms: u64, rto_rule, max_rto_ticks| {
        let max_rto = Some(Span::from_ps(ms * PS_PER_MS));
        Settings { max_rto, rto_rule, max_rto_ticks, ..Settings::default() }
    };
    // Two ticks of 500 ms, or 1 s.
    for rto_rule in [RtoRule::Net3, RtoRule::Unrounded, RtoRule::Rfc6298] {
        assert_eq!(with(1_000, rto_rule, None).check(), []);
        let key = if rto_rule == RtoRule::Rfc6298 { "min_rto" } else { "min_rto_ticks" };
        let [found] = &with(999, rto_rule, None).check()[..] else { panic!("one issue") };
        let rule = format!("give at least {key} (1 s), or a smaller {key}");
        assert_eq!(*found, ConfigIssue::new("max_rto", "999 ms", rule));
    }
    let twice = with(1_000, RtoRule::Net3, Some(4)).check();
    assert_eq!(twice.iter().map(|issue| &issue.field).collect::<Vec<_>>(), ["max_rto"]);
    let zero = with(0, RtoRule::Net3, None).check();
    assert_eq!(zero.iter().map(|issue| &issue.field).collect::<Vec<_>>(), ["max_rto"]);
}
