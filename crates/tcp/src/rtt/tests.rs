//! Timeouts that follow from settings, whatever the rule.

use super::*;

const MS: u64 = 1_000_000_000;

fn ms(ms: u64) -> Span {
    Span::from_ps(ms * MS)
}

/// Ticks of 200 ms, the smallest timeout of one tick or 1 ms, the first timeout after 500 ms.
fn settings(rto_rule: RtoRule) -> Settings {
    Settings {
        rto_rule,
        timer_tick: ms(200),
        min_rto_ticks: 1,
        min_rto: ms(1),
        initial_rto: ms(500),
        ..Settings::default()
    }
}

fn clock() -> TickClock {
    TickClock::aligned(ms(200))
}

fn at(ms: u64) -> Moment {
    let at = Time::from_ps(ms * MS);
    Moment { at, tick: clock().ticks_before(at) }
}

/// The timeout after samples of segments sent and acknowledged at such times.
fn rto_after(settings: &Settings, samples_ms: &[(u64, u64)]) -> Span {
    let mut rtt = RttEstimator::new(settings);
    samples_ms.iter().for_each(|(sent, acked)| rtt.sample(at(*sent), at(*acked)));
    rtt.rto()
}

#[test]
fn the_unrounded_rule_has_no_granularity_and_its_minimum_in_ticks() {
    let unrounded = settings(RtoRule::Unrounded);
    // 100 + 4 * 50; RFC 6298 adds at least the granularity of 200 ms, which is no more.
    assert_eq!(rto_after(&unrounded, &[(0, 100)]), ms(300));
    // SRTT 20, RTTVAR 10: 60 ms, and 220 ms with the granularity.
    let three = Settings { min_rto_ticks: 3, ..unrounded.clone() };
    let rfc = settings(RtoRule::Rfc6298);
    let rtos = [&unrounded, &three, &rfc].map(|settings| rto_after(settings, &[(0, 20)]));
    assert_eq!(rtos, [ms(200), ms(600), ms(220)]);
}

#[test]
fn round_trips_in_ticks_count_the_ticks_between() {
    let clocks = [RoundTripClock::Exact, RoundTripClock::Ticks, RoundTripClock::AtLeastOneTick];
    // 50 ms that see no tick, 50 ms that see one, 450 ms that see three.
    let expected =
        [((10, 60), [200, 200, 600]), ((190, 240), [200, 600, 600]), ((190, 640), [1350, 1800, 1800])];
    for (sample, rtos_ms) in expected {
        let rtos = clocks.map(|round_trip_clock| {
            rto_after(&Settings { round_trip_clock, ..settings(RtoRule::Unrounded) }, &[sample])
        });
        assert_eq!(rtos, rtos_ms.map(ms), "{sample:?}");
    }
}

#[test]
fn an_echoed_timestamp_measures_by_the_same_clock() {
    for (round_trip_clock, stamp, rto_ms) in
        [(RoundTripClock::Exact, 190, 200), (RoundTripClock::Ticks, 0, 600)]
    {
        let settings = Settings { round_trip_clock, ..settings(RtoRule::Unrounded) };
        let mut rtt = RttEstimator::new(&settings);
        assert_eq!(rtt.timestamp(at(190)), stamp);
        rtt.sample_echo(stamp, at(240), 1);
        assert_eq!(rtt.rto(), ms(rto_ms));
    }
}

#[test]
fn an_initial_deviation_is_smoothed_with_the_first_sample() {
    // Three ticks of 200 ms: RTTVAR = 600 * 3/4 + 10 * 1/4, SRTT = 10 / 8.
    let unrounded = Settings { initial_deviation: Some(ms(600)), ..settings(RtoRule::Unrounded) };
    assert_eq!(rto_after(&unrounded, &[]), ms(500), "the first timeout is the initial one");
    assert_eq!(rto_after(&unrounded, &[(0, 10)]), Span::from_ps(1_811_250_000_000));
    // In ticks: 4 * (3 * 3/4), and a smoothed time that is rounded down to 0.
    let net3 = Settings { rto_rule: RtoRule::Net3, ..unrounded };
    assert_eq!(rto_after(&net3, &[(0, 10)]), ms(9 * 200));
}

#[test]
fn the_largest_timeout_bounds_measured_and_backed_off_ones() {
    for (rto_rule, max_ms) in [(RtoRule::Unrounded, 500), (RtoRule::Rfc6298, 500), (RtoRule::Net3, 600)] {
        let bounded = Settings { max_rto: Some(ms(500)), ..settings(rto_rule) };
        let mut rtt = RttEstimator::new(&bounded);
        rtt.sample(at(0), at(1_900));
        assert_eq!(rtt.rto(), ms(max_ms), "{rto_rule:?}");
        rtt.back_off();
        assert_eq!(rtt.rto(), ms(max_ms));
    }
}

#[test]
fn without_backoff_the_timeout_stays() {
    for rto_rule in [RtoRule::Unrounded, RtoRule::Net3, RtoRule::Sunos] {
        for (backoff, factor) in [(Backoff::Exponential, 8), (Backoff::None, 1)] {
            let mut rtt = RttEstimator::new(&Settings { backoff, ..settings(rto_rule) });
            rtt.sample(at(0), at(150));
            let before = rtt.rto();
            (0..3).for_each(|_| rtt.back_off());
            assert_eq!(rtt.rto(), before * factor, "{rto_rule:?}");
        }
    }
}

#[test]
fn a_timer_expires_when_its_time_is_over_or_at_the_next_tick() {
    for (timer_expiry, expiry_ms) in [(TimerExpiry::Exact, 630), (TimerExpiry::AtTick, 800)] {
        let settings = Settings { timer_expiry, ..settings(RtoRule::Unrounded) };
        let rtt = RttEstimator::new(&settings);
        let deadline = |from, now| rtt.rexmt_deadline(at(from), at(now), &clock());
        assert_eq!(deadline(130, 140), at(expiry_ms).at);
        assert_eq!(deadline(100, 100), at(600).at, "at the tick itself");
    }
}

#[test]
fn a_timer_that_is_overdue_expires_at_once_or_at_the_next_tick() {
    let deadline =
        |settings: &Settings| RttEstimator::new(settings).rexmt_deadline(at(100), at(910), &clock());
    assert_eq!(deadline(&settings(RtoRule::Unrounded)), at(910).at);
    // 500 ms are three ticks; 200, 400 and 600 ms have passed.
    assert_eq!(deadline(&settings(RtoRule::Net3)), at(1_000).at);
}

/// A steady round trip of 400 ms: 40 ticks, and the deviation's last three quarters of a tick count for three.
// source: ns-2.35, Reno over 10 Mbit/s and 200 ms, all acknowledgments lost from 40.05 s on: sends at 40.084832 (timer), 40.514832, 41.374832,
// 43.094832, 46.534832, 53.414832, 67.174832, 94.694832, 149.734832
#[test]
fn the_timeouts_of_ns2_are_whole_ticks_and_double_up_to_its_largest() {
    let ns2 = crate::profile::Profile::find("ns-2").expect("a profile").settings().expect("settings");
    let mut rtt = RttEstimator::new(&ns2);
    let clock = TickClock::aligned(ns2.timer_tick);
    let mut ticks = TickCursor::new(clock);
    let mut moment = |us: u64| {
        let at = Time::from_ps(us * 1_000_000);
        ticks.advance(at);
        Moment::new(at, &ticks)
    };
    for round in 0..100 {
        let sent = moment(round * 500_000 + 2_000);
        rtt.sample(sent, moment(round * 500_000 + 402_832));
    }
    let now = moment(60_000_000);
    let waits: Vec<u64> = (0..9)
        .map(|_| {
            let wait = rtt.rexmt_deadline(now, now, &clock) - now.at;
            rtt.back_off();
            wait.get() / (10 * MS)
        })
        .collect();
    assert_eq!(waits, [43, 86, 172, 344, 688, 1376, 2752, 5504, 6000]);
}

/// Round trips of 41 ticks: 41 and three ticks; in exact time the deviation is 0.
#[test]
fn a_timeout_of_ns2_is_0_44_s_where_one_in_exact_time_is_0_41() {
    for (rto_rule, rto) in [(RtoRule::Ns2, 440), (RtoRule::Unrounded, 410)] {
        let settings = Settings {
            rto_rule,
            timer_tick: ms(10),
            round_trip_clock: RoundTripClock::AtLeastOneTick,
            ..settings(rto_rule)
        };
        let mut rtt = RttEstimator::new(&settings);
        for _ in 0..200 {
            let (sent, acked) =
                (Moment { at: Time::ZERO, tick: 0 }, Moment { at: Time::from_ps(415 * MS), tick: 41 });
            rtt.sample(sent, acked);
        }
        assert_eq!(rtt.rto().get() / MS, rto, "{rto_rule:?}");
    }
}

/// TCPT_RANGESET of FreeBSD: the slop is added to what the backoff has lengthened, and not to the first timeout of all.
#[test]
fn freebsd_adds_its_slop_to_every_timeout_and_doubles_what_is_without_it() {
    let settings = Settings { min_rto: ms(200), initial_rto: ms(1000), ..settings(RtoRule::Freebsd) };
    let mut rtt = RttEstimator::new(&settings);
    let chain = |rtt: &mut RttEstimator| {
        std::array::from_fn::<u64, 4, _>(|_| {
            let rto = rtt.rto();
            rtt.back_off();
            rto.get() / MS
        })
    };
    assert_eq!(chain(&mut rtt), [1000, 2200, 4200, 8200]);
    // SRTT 100, RTTVAR 50: 300 ms and the slop.
    rtt.sample(at(0), at(100));
    assert_eq!(chain(&mut rtt), [500, 800, 1400, 2600]);
}
