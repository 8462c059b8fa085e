//! When the congestion window grows: always, or while it is the limit.
//!
//! A data segment needs 1 ms on the line and 10 ms on the way, an acknowledgment 10 ms.

use cellwise_tcp::slow_start::SlowStartConfig;
use cellwise_tcp::{
    Application, CwndGrowth, InitialCwnd, InitialSsthresh, Seq, Settings, VARIANTS, VariantName,
};
use cellwise_units::{Bytes, Span, Time};

use crate::toy::{Act, MS, Toy, line};

const MSS: u64 = 1000;

fn settings(variant: &str, cwnd_growth: CwndGrowth) -> Settings {
    Settings {
        variant: VariantName::find(variant).expect("a known variant"),
        cwnd_growth,
        mss: Bytes::new(MSS),
        receive_window: Bytes::new(1_000_000),
        initial_cwnd: InitialCwnd::Segments,
        initial_cwnd_segments: 10,
        header_prediction: false,
        delayed_ack: false,
        timer_tick: Span::from_ps(100 * MS),
        ..Settings::default()
    }
}

/// The window, in segments, after an application has written so many segments every 100 ms for a second.
fn after_writing(settings: &Settings, segments: u64) -> u64 {
    let mut toy = Toy::new(settings, Application::OnDemand, Seq(0), line(&[]));
    (0..10).for_each(|write| toy.at(100 * write, Act::Supply(segments * MSS)));
    toy.start();
    while toy.step(Time::from_ps(1_000 * MS)) {}
    assert_eq!(toy.receiver.stats().delivered_octets, 10 * segments * MSS);
    toy.sender.cwnd() / MSS
}

/// In slow start the window of ten stays where at most five are outstanding, and grows to twice what is.
// spec: rfc9438 5.8
#[test]
fn in_slow_start_an_application_that_writes_little_opens_the_window_to_twice_what_it_writes() {
    for variant in ["reno", "sack", "newreno", "cubic", "cubic-linux"] {
        let while_limited = settings(variant, CwndGrowth::WhileLimited);
        let windows = [5, 6, 9].map(|segments| after_writing(&while_limited, segments));
        assert_eq!(windows, [10, 12, 18], "{variant}");
        let always = settings(variant, CwndGrowth::Always);
        assert_eq!(after_writing(&always, 5), 10 + 50, "{variant}: a segment for each acknowledgment");
    }
}

#[test]
fn in_congestion_avoidance_it_does_not_open_it_at_all() {
    let initial_ssthresh = InitialSsthresh::Octets(Bytes::new(10 * MSS));
    for variant in ["reno", "cubic"] {
        let with = |growth| Settings { initial_ssthresh, ..settings(variant, growth) };
        // A window of 10 is not above the threshold yet, so that BSD's slow start opens it once.
        let before = after_writing(&with(CwndGrowth::WhileLimited), 4);
        assert!(before <= 11, "{variant}: {before}");
        assert!(after_writing(&with(CwndGrowth::Always), 4) > before, "{variant}");
    }
}

/// HyStart++ opens the window itself, and keeps to the rule as well.
#[test]
fn rules_of_slow_start_keep_to_it() {
    for slow_start in SlowStartConfig::all() {
        let settings = Settings { slow_start, ..settings("cubic", CwndGrowth::WhileLimited) };
        assert_eq!(after_writing(&settings, 6), 12, "{:?}", settings.slow_start);
    }
}

/// With enough to send the window is the limit since the first round trip: nothing differs, to the octet, also behind
/// losses.
#[test]
fn who_always_has_data_is_not_affected() {
    for variant in VARIANTS {
        let outcome = |growth| {
            let mut toy =
                Toy::new(&settings(variant.name, growth), Application::Greedy, Seq(0), line(&[60, 61, 300]));
            toy.run(3_000);
            assert!(toy.data.len() > 500, "{}", variant.name);
            (toy.data, toy.sender.cwnd())
        };
        let same = outcome(CwndGrowth::Always) == outcome(CwndGrowth::WhileLimited);
        assert!(same, "{}", variant.name);
    }
}

/// What the receiver's window limits does not grow without end: to twice that window in slow start.
#[test]
fn a_window_of_the_receiver_ends_growth() {
    let window = |growth| {
        let settings = Settings {
            receive_window: Bytes::new(30 * MSS),
            cwnd_cap: cellwise_tcp::CwndCap::Unlimited,
            ..settings("cubic", growth)
        };
        let mut toy = Toy::new(&settings, Application::Greedy, Seq(0), line(&[]));
        toy.run(3_000);
        toy.sender.cwnd() / MSS
    };
    assert_eq!(window(CwndGrowth::WhileLimited), 60);
    assert!(window(CwndGrowth::Always) > 2_000);
}
