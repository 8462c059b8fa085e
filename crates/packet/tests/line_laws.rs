//! Laws of all lines: whatever the settings and the packets, order is kept, and idling costs and changes nothing.

use cellwise_packet::framing::{Framing, FramingConfig};
use cellwise_packet::line::{Line, LineConfig, Link, Outage, Retransmissions, Sending, Transmitter};
use cellwise_units::{BitRate, Time};
use proptest::prelude::*;

/// Packets: how long after the one before, and their octets.
type Packets = Vec<(u64, u32)>;

fn packets() -> impl Strategy<Value = Packets> {
    let gap = prop_oneof![Just(0u64), 0u64..2_000_000_000, 0u64..200_000_000_000];
    prop::collection::vec((gap, 28u32..=576), 1..60)
}

fn link() -> impl Strategy<Value = Link> {
    let rate = prop_oneof![100_000u64..100_000_000, Just(8_000_000)];
    (rate, FramingConfig::arbitrary())
        .prop_map(|(rate, framing)| Link { rate: BitRate::from_bps(rate), framing: framing.build() })
}

fn config() -> impl Strategy<Value = LineConfig> {
    LineConfig::arbitrary()
}

/// None in half of all cases.
fn outages() -> impl Strategy<Value = Vec<Outage>> {
    prop_oneof![Just(Vec::new()), Outage::arbitrary_list()]
}

/// A packet: when it came, when the line took it, and its sending.
type Fate = (Time, Time, Sending);

/// A queue without limit in front of a line. `asks` is how many times the line is asked while it is idle.
fn run(
    (config, outages): (&LineConfig, &[Outage]),
    link: &Link,
    packets: &Packets,
    asks: u64,
) -> (Vec<Fate>, Option<Retransmissions>) {
    let mut line = Transmitter::new(config.build(link), outages);
    let mut state = 1u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let (mut now, mut free) = (0u64, Time::ZERO);
    let mut fates: Vec<Fate> = Vec::new();
    for &(gap, ip_octets) in packets {
        now += gap;
        for ask in 0..asks {
            let at = free.ps().saturating_add(now.saturating_sub(free.ps()) * ask / asks);
            if at <= now {
                line.free_at(Time::from_ps(at), &mut draw);
            }
        }
        let came = Time::from_ps(now);
        // What ends now has ended before anything comes.
        let start = if came < free { free } else { line.free_at(came, &mut draw) };
        if start == Time::NEVER {
            break;
        }
        let sending = line.send(start, ip_octets, &mut draw);
        free = sending.free_at;
        fates.push((came, start, sending));
    }
    let end = Time::from_ps(now.saturating_add(1_000_000_000_000));
    (fates, line.retransmissions(end, &mut draw))
}

proptest! {
    #[test]
    fn packets_are_taken_and_arrive_in_order_and_none_before_it_is_taken(
        config in config(), outages in outages(), link in link(), packets in packets(),
    ) {
        let (fates, _) = run((&config, &outages), &link, &packets, 0);
        for &(came, start, sending) in &fates {
            prop_assert!(came <= start && start <= sending.free_at && start <= sending.arrives_at);
        }
        for &(_, start, sending) in &fates {
            for outage in &outages {
                let from = Time::ZERO + outage.from;
                let until = outage.until.map_or(Time::NEVER, |until| Time::ZERO + until);
                prop_assert!(start < from || until <= start);
                prop_assert!(sending.lost || until <= start || sending.arrives_at <= from);
            }
        }
        for pair in fates.windows(2) {
            prop_assert!(pair[0].2.free_at <= pair[1].1 && pair[0].2.arrives_at <= pair[1].2.arrives_at);
        }
    }

    #[test]
    fn how_often_an_idle_line_is_asked_changes_nothing(
        config in config(), outages in outages(), link in link(), packets in packets(), asks in 1u64..20,
    ) {
        prop_assert_eq!(run((&config, &outages), &link, &packets, asks), run((&config, &outages), &link, &packets, 0));
    }

    #[test]
    fn a_line_of_constant_rate_is_busy_for_as_long_as_its_octets_take(link in link(), packets in packets()) {
        let (fates, _) = run((&LineConfig::default(), &[]), &link, &packets, 0);
        let (mut begun, mut bits) = (Time::ZERO, 0u128);
        for (&(_, start, sending), &(_, ip_octets)) in fates.iter().zip(&packets) {
            let is_first = begun == Time::ZERO && bits == 0;
            let follows = !is_first && start == busy_until(begun, bits, link.rate);
            if !follows {
                (begun, bits) = (start, 0);
            }
            bits += u128::from(link.framing.wire(ip_octets).parts());
            prop_assert_eq!(sending.arrives_at, busy_until(begun, bits, link.rate));
        }
    }
}

/// When so many sixteenths of a bit are sent that were begun at a time.
fn busy_until(begun: Time, sixteenths: u128, rate: BitRate) -> Time {
    let ps = (sixteenths * 1_000_000_000_000).div_ceil(16 * u128::from(rate.get()));
    Time::from_ps(begun.ps() + ps as u64)
}
