use super::*;
use crate::framing::{FramingConfig, raw};
use proptest::prelude::*;

const US: u64 = PS_PER_US;
const SLOT: u64 = 500 * US;

/// A line on which a slot carries 1000 octets.
fn link() -> Link {
    let framing = FramingConfig::Raw(raw::Config::default()).build();
    Link { rate: BitRate::from_bps(16_000_000), framing }
}

/// Draws of a sequence with this number.
fn draws(number: u64) -> impl FnMut() -> f64 {
    let mut state = number;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn ms(count: u64) -> Span {
    Span::from_ps(count * 1000 * US)
}

/// One burst, of which slot 10 is hit and no other.
fn slot_10() -> NoiseConfig {
    let us = |us: u64| Span::from_ps(us * US);
    NoiseConfig::Rein { every: ms(1_000_000), length: us(100), first: us(5_100), correctable: Span::ZERO }
}

/// A busy line with packets of a unit each: arrivals of so many, in slots, and which are lost.
fn units(config: Config, count: u64) -> (Vec<f64>, Vec<bool>, Retransmissions) {
    assert_eq!(config.check(&link()), []);
    let (mut line, mut draw) = (config.build(&link()), draws(5));
    let mut start = line.free_at(Time::ZERO, &mut draw);
    let mut send = |_| {
        let sending = line.send(start, 1000, &mut draw);
        start = sending.free_at;
        (sending.arrives_at.ps() as f64 / SLOT as f64, sending.lost)
    };
    let (arrivals, lost) = (0..count).map(&mut send).unzip();
    let counts = line.retransmissions(start, &mut draw).unwrap();
    (arrivals, lost, counts)
}

#[test]
fn an_isolated_hit_delays_a_unit_by_a_return_and_those_behind_it_come_with_it() {
    let config = Config { noise: slot_10(), ..Config::default() };
    let (arrivals, lost, counts) = units(config, 20);
    // A return takes 4 slots: unit 10 is sent again in slot 15, one slot is lost for new units.
    let expected = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 16, 16, 16, 16, 17, 18, 19, 20, 21];
    assert_eq!(arrivals, expected.map(f64::from));
    assert!(lost.iter().all(|&lost| !lost));
    assert_eq!(counts, Retransmissions { retransmitted: 1, corrected: 1, uncorrected: 0 });
}

#[test]
fn a_least_delay_of_a_return_makes_the_delay_constant() {
    let config = Config { noise: slot_10(), delay_min: Span::from_ps(5 * SLOT), ..Config::default() };
    let (arrivals, ..) = units(config, 20);
    // Each unit arrives 5 slots after the end of its first sending; slot 15 is no first sending.
    let ends = (0..21u32).filter(|&slot| slot != 15).map(|slot| f64::from(slot + 1 + 5));
    assert_eq!(arrivals, ends.collect::<Vec<_>>());
}

#[test]
fn an_outlet_lets_units_go_no_faster_than_its_rate() {
    let outlet_rate = Some(BitRate::from_bps(32_000_000));
    let (arrivals, ..) = units(Config { noise: slot_10(), outlet_rate, ..Config::default() }, 24);
    let late: Vec<f64> = (10..24).map(|unit| 16.0 + 0.5 * f64::from(unit - 10)).collect();
    let in_time = |unit: u32| f64::from(unit + 2);
    let expected: Vec<f64> = late.iter().zip(10..).map(|(&late, unit)| late.max(in_time(unit))).collect();
    assert_eq!(arrivals[10..], expected);
}

#[test]
fn a_unit_that_grows_too_old_is_given_up_and_skipped() {
    // One repeat fits, and noise hits slots 10 to 15.
    let noise = NoiseConfig::Rein {
        every: ms(1_000_000),
        length: Span::from_ps(3_000 * US),
        first: Span::from_ps(5_000 * US),
        correctable: Span::ZERO,
    };
    let (arrivals, lost, counts) = units(Config { noise, delay_max: ms(5), ..Config::default() }, 16);
    let given_up: Vec<usize> = (0..16).filter(|&unit| lost[unit]).collect();
    assert_eq!(given_up, [10]);
    // 10 slots after its first sending, not before.
    assert_eq!(arrivals[10..13], [20.0, 20.0, 20.0]);
    // Units 10 to 14 are sent again in slots 15 to 19, the first of them in vain.
    assert_eq!(counts, Retransmissions { retransmitted: 5, corrected: 4, uncorrected: 1 });
}

#[test]
fn without_noise_an_idle_line_is_passed_over_at_once() {
    let mut line = Config::default().build(&link());
    // Twenty thousand million slots.
    let start = line.free_at(Time::from_ps(20_000_000_000 * SLOT + 1), &mut || 0.5);
    assert_eq!(start.ps(), 20_000_000_000 * SLOT + 1);
    assert_eq!(line.send(start, 100, &mut || 0.5).arrives_at.ps(), 20_000_000_001 * SLOT);
}

/// That a share of `count` is the wanted one, within 4 standard errors.
fn assert_share(what: &str, found: f64, wanted: f64, count: f64) {
    let error = (wanted * (1.0 - wanted) / count).sqrt();
    assert!((found - wanted).abs() < 4.0 * error, "{what}: {found}, not {wanted} +- {error}");
}

#[test]
fn with_independent_hits_the_rate_falls_by_their_share() {
    for hit_ratio in [0.01, 0.1, 0.3] {
        let noise = NoiseConfig::Independent { hit_ratio };
        let (mut line, mut draw) =
            (Config { noise, delay_max: ms(1000), ..Config::default() }.build(&link()), draws(5));
        let mut free = Time::ZERO;
        for _ in 0..50_000 {
            free = line.send(free, 1000, &mut draw).free_at;
        }
        let slots = free.ps() as f64 / SLOT as f64;
        assert_share("rate", 50_000.0 / slots, 1.0 - hit_ratio, slots);
    }
}

#[test]
fn with_independent_hits_so_many_are_lost_as_have_all_their_sendings_hit() {
    let hit_ratio = 0.2f64;
    for sendings in [2, 3] {
        // 4 slots of slack in addition to the returns, so that repeats that wait for each other are in time.
        let delay_max = Span::from_ps((1 + 5 * (sendings - 1) + 4) * SLOT);
        let noise = NoiseConfig::Independent { hit_ratio };
        let (_, lost, counts) = units(Config { noise, delay_max, ..Config::default() }, 50_000);
        let share = lost.iter().filter(|&&lost| lost).count() as f64 / 5e4;
        let wanted = hit_ratio.powi(sendings as i32);
        assert_share("lost", share, wanted, 5e4);
        let mean = 1.0 + counts.retransmitted as f64 / 5e4;
        let expected = (1.0 - wanted) / (1.0 - hit_ratio);
        assert!((mean - expected).abs() < 4.0 * (hit_ratio / 5e4).sqrt(), "{mean}, not {expected}");
    }
}

#[test]
fn everything_wrong_is_reported_at_once() {
    let config = Config {
        unit_time: ms(2),
        delay_min: ms(4),
        delay_max: ms(3),
        outlet_rate: Some(BitRate::from_bps(1)),
        noise: NoiseConfig::Independent { hit_ratio: 2.0 },
        ..Config::default()
    };
    let fields: Vec<String> = config.check(&link()).into_iter().map(|issue| issue.field).collect();
    assert_eq!(fields, ["unit_time", "delay_max", "delay_min", "outlet_rate", "noise.hit_ratio"]);
}

/// The rules slot by slot, with nothing skipped or forgotten: for each slot the new unit that is sent in it, and for
/// each unit when it leaves, in picoseconds, and whether it is given up.
fn play(config: &Config, seed: u64, slots: u64) -> (Vec<Option<usize>>, Vec<(u64, bool)>) {
    let (timing, mut draw) = (config.timing(), draws(seed));
    let mut noise = config.noise.build(timing.slot);
    let (mut news, mut first, mut good) = (Vec::new(), Vec::new(), Vec::new());
    // The units that are to be sent again, each with its slot, in their order.
    let mut due = std::collections::BTreeMap::new();
    for slot in 0..slots {
        due.retain(|&unit: &usize, &mut from| from > slot || slot + 1 - first[unit] <= timing.most);
        let again = due.iter().find(|&(_, &from)| from <= slot).map(|(&unit, _)| unit);
        news.push(if again.is_none() { Some(first.len()) } else { None });
        let unit = again.unwrap_or_else(|| {
            first.push(slot);
            good.push(None);
            first.len() - 1
        });
        due.remove(&unit);
        match noise.next_hit(slot, slot + 1, &mut draw) {
            Some(_) => drop(due.insert(unit, slot + 1 + timing.return_slots)),
            None => good[unit] = Some(slot + 1),
        }
    }
    let mut left = 0;
    let leave = (0..first.len()).map(|unit| {
        let slot = match good[unit] {
            Some(good) => good.max(first[unit] + 1 + timing.least),
            None => first[unit] + timing.most,
        };
        left = (slot * timing.slot).max(left);
        (left, good[unit].is_none())
    });
    let leave = leave.collect();
    (news, leave)
}

proptest! {
    #[test]
    fn packets_fare_as_they_do_slot_by_slot(
        config in Config::arbitrary(), seed in any::<u64>(),
        packets in prop::collection::vec((prop_oneof![Just(0u64), 0u64..3_000 * US, 0u64..30_000 * US], 1u64..3000), 1..20),
    ) {
        let config = Config { outlet_rate: None, ..config };
        let slot = config.timing().slot;
        let (news, leaves) = play(&config, seed, 8_000);
        // 16 Mbit/s: half a microsecond for an octet, so that all is whole.
        let octet = US / 2;
        let new_from = |from: u64| (from..).find_map(|slot| Some((slot, news[slot as usize]?))).unwrap();
        let (mut line, mut draw) = (config.build(&link()), draws(seed));
        let (mut now, mut free) = (0, 0);
        for (gap, octets) in packets {
            now += gap;
            // When the line next takes data, slot by slot.
            let from = now.max(free);
            let (taking, _) = new_from(from / slot);
            let start = from.max(taking * slot);
            let started = if now < free { Time::from_ps(free) } else { line.free_at(Time::from_ps(now), &mut draw) };
            prop_assert_eq!(started.ps(), start);
            let sending = line.send(started, octets as u32, &mut draw);
            let (mut at, mut left, mut units) = (start, octets * octet, Vec::new());
            while left > 0 {
                let (taking, unit) = new_from(at / slot);
                at = at.max(taking * slot);
                let taken = left.min((taking + 1) * slot - at);
                (at, left) = (at + taken, left - taken);
                units.push(unit);
            }
            let (arrives, _) = leaves[units[units.len() - 1]];
            let lost = units.iter().any(|&unit| leaves[unit].1);
            free = at.max(new_from(at / slot).0 * slot);
            let expected = Sending { free_at: Time::from_ps(free), arrives_at: Time::from_ps(arrives), lost };
            prop_assert_eq!(sending, expected);
        }
    }
}
