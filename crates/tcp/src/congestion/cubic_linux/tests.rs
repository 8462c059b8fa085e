use cellwise_units::Bytes;

use super::*;
use crate::config::Settings;

const MSS: u64 = 1_000;
const MS: u64 = 1_000_000_000;

fn parts(segments: u32) -> (CubicLinux, CongestionWindow) {
    let settings = Settings {
        mss: Bytes::new(MSS),
        receive_window: Bytes::new(10_000_000),
        initial_cwnd_segments: segments,
        ..Settings::default()
    };
    (
        CubicLinux::new(&settings.basics(), &settings.congestion.cubic_linux),
        CongestionWindow::new(&settings.basics()),
    )
}

fn lose(cubic: &mut CubicLinux, window: &mut CongestionWindow, cause: LossCause) {
    let loss = LossEvent { now: Time::ZERO, cause, flight: 0, snd_wnd: u64::MAX };
    let ssthresh = cubic.ssthresh_after(&loss, window);
    window.set_ssthresh(ssthresh);
    window.set(ssthresh);
}

/// Acknowledges a full window per round trip of 100 ms, beginning at `begin` ms; returns the window in segments at the
/// end.
fn grow(cubic: &mut CubicLinux, window: &mut CongestionWindow, begin: u64, round_trips: u64) -> u64 {
    let rtt = Some(Span::from_ps(100 * MS));
    for round in 0..round_trips {
        let segments = window.cwnd() / MSS;
        for n in 0..segments {
            let now = Time::from_ps((begin + round * 100) * MS + n * 100 * MS / segments);
            let feedback = Feedback { ack: 0, acked: MSS, marked: 0, snd_max: 0, now, rtt, srtt: rtt };
            cubic.on_feedback(&feedback);
            cubic.on_ack(&AckEvent { now, acked: MSS, flight: segments * MSS, rtt, srtt: rtt }, window);
        }
    }
    window.cwnd() / MSS
}

/// A loss leaves 717 of 1024 of the window, whole segments, whatever was outstanding.
#[test]
fn a_loss_leaves_whole_segments_of_the_window() {
    for (before, after) in [(1, 2), (2, 2), (3, 2), (10, 7), (100, 70), (1000, 700), (1024, 717)] {
        let (mut cubic, mut window) = parts(before);
        lose(&mut cubic, &mut window, LossCause::DuplicateAcks);
        assert_eq!(window.cwnd(), after * MSS, "{before}");
    }
}

/// C = 410/1024: 1000 segments fall to 700; K = cbrt(300 x 2^40 / 410) = 9300 of 1024 in a second, and the curve is
/// read 100 ms ahead.
#[test]
fn the_window_follows_the_curve_a_shortest_round_trip_ahead() {
    for round_trips in [20, 50, 90, 120] {
        let (mut cubic, mut window) = parts(1_000);
        lose(&mut cubic, &mut window, LossCause::DuplicateAcks);
        let grown = grow(&mut cubic, &mut window, 0, round_trips) as f64;
        assert_eq!(cubic.growth.plateau(), (1000, Some((9300, 1000))));
        let t = round_trips as f64 / 10.0 - 9.083;
        let curve = 410.0 / 1024.0 * t * t * t + 1_000.0;
        assert!((grown / curve - 1.0).abs() < 0.01, "{grown} against {curve}");
    }
}

/// 8 x 1741 / 3 / 307 = 15 eighths of the window are acknowledged for one more of Reno's: 8 segments in 15 round trips; the window
/// itself may be one behind, which it makes up for in a round trip.
#[test]
fn with_small_windows_it_grows_by_eight_segments_in_fifteen_round_trips() {
    let (mut cubic, mut window) = parts(10);
    lose(&mut cubic, &mut window, LossCause::DuplicateAcks);
    // K is cbrt(3 x 1024 / 410) = 1.96 s: until then the curve is below.
    let grown = grow(&mut cubic, &mut window, 0, 15);
    assert!((7 + 7..=7 + 8).contains(&grown), "{grown}");
}

/// At least 5 % in a round trip before anything was lost; a round of cnt = 20.
#[test]
fn before_the_first_loss_it_grows_by_a_twentieth_in_a_round_trip() {
    let (mut cubic, mut window) = parts(200);
    window.set_ssthresh(200 * MSS);
    assert_eq!(grow(&mut cubic, &mut window, 0, 1), 210);
}

#[test]
fn after_a_timeout_everything_is_forgotten() {
    let (mut cubic, mut window) = parts(100);
    lose(&mut cubic, &mut window, LossCause::DuplicateAcks);
    lose(&mut cubic, &mut window, LossCause::Timeout);
    assert_eq!((cubic.growth.plateau(), cubic.shortest_us), ((0, None), None));
    assert_eq!(window.ssthresh(), 49 * MSS);
}

/// 700 below 1000: 700 x 1741 / 2048 = 595 are remembered.
#[test]
fn a_second_loss_at_a_smaller_window_makes_room_for_others() {
    for (fast_convergence, remembered) in [(true, 595), (false, 700)] {
        let (mut cubic, mut window) = parts(1000);
        cubic.fast_convergence = fast_convergence;
        lose(&mut cubic, &mut window, LossCause::DuplicateAcks);
        lose(&mut cubic, &mut window, LossCause::Mark);
        assert_eq!(cubic.growth.plateau().0, remembered);
    }
}

/// Slow start goes to the threshold, and what is acknowledged beyond it counts for avoidance.
#[test]
fn slow_start_ends_at_the_threshold() {
    let (mut cubic, mut window) = parts(10);
    window.set_ssthresh(12 * MSS);
    let now = Time::from_ps(MS);
    cubic.on_ack(&AckEvent { now, acked: 5 * MSS, flight: 10 * MSS, rtt: None, srtt: None }, &mut window);
    assert_eq!((window.cwnd(), cubic.share), (12 * MSS, 3));
}

/// The same windows as if the twenty seconds had not been.
#[test]
fn an_idle_time_does_not_count() {
    let grown = [0, 20_000].map(|idle| {
        let (mut cubic, mut window) = parts(1_000);
        lose(&mut cubic, &mut window, LossCause::DuplicateAcks);
        grow(&mut cubic, &mut window, 0, 20);
        // The last acknowledgment came at 2 s, for what was sent at 1.9 s.
        cubic.on_idle_end(Time::from_ps((1_900 + idle) * MS));
        grow(&mut cubic, &mut window, 2_000 + idle, 30)
    });
    assert!(grown[0].abs_diff(grown[1]) <= 1, "{grown:?}");
}

/// A jiffy of 4 ms: acknowledgments within one, at one window, do not move the curve.
#[test]
fn time_goes_in_jiffies() {
    for (hz, jiffies) in [(250, 2), (1000, 9)] {
        let (mut cubic, _) = parts(10);
        cubic.hz = hz;
        assert_eq!(cubic.jiffies(Time::from_ps(9 * MS + MS / 2)), jiffies);
    }
}
