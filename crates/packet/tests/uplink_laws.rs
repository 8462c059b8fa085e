//! Laws that the uplink queue keeps whatever its settings and whatever comes.

use std::collections::BTreeMap;

use cellwise_packet::discipline::uplink::{AckFiltering, Config, Priority, Uplink};
use cellwise_packet::discipline::{Around, Discipline, DropReason, Service};
use cellwise_packet::{Acknowledgment, Codepoint, Flow, Packet};
use cellwise_units::{BitRate, Bytes, Time};
use proptest::prelude::*;

const SERVICE: Service = Service { rate: BitRate::from_bps(2_000_000), mtu_octets: 1514, salt: 3 };

/// What happens at a queue.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// An acknowledgment of a connection that moves on by so much; by nothing for a duplicate.
    Ack {
        connection: u64,
        step: u32,
        selective: bool,
        codepoint: Codepoint,
    },
    Data {
        octets: u32,
    },
    Pop,
}

fn event() -> impl Strategy<Value = Event> {
    let codepoint = prop_oneof![Just(Codepoint::NotEct), Just(Codepoint::Ect0), Just(Codepoint::Ce)];
    let ack = (0u64..3, prop_oneof![Just(0u32), 1u32..3_000], prop::bool::weighted(0.2), codepoint);
    prop_oneof![
        5 => ack.prop_map(|(connection, step, selective, codepoint)| Event::Ack { connection, step, selective, codepoint }),
        2 => (40u32..1_500).prop_map(|octets| Event::Data { octets }),
        3 => Just(Event::Pop),
    ]
}

/// A queue under test, and all packets that crossed it.
struct Bench {
    queue: Uplink,
    /// Numbers of the connections' last acknowledgments; they wrap early.
    last: BTreeMap<u64, u32>,
    random: u64,
    pushed: Vec<Packet>,
    popped: Vec<Packet>,
    filtered: Vec<Packet>,
    dropped: Vec<Packet>,
}

fn number(packet: &Packet) -> Option<u32> {
    packet.acknowledgment.map(|acknowledgment| acknowledgment.ack)
}

impl Bench {
    fn new(config: &Config) -> Self {
        let nothing = || (Vec::new(), Vec::new());
        let ((pushed, popped), (filtered, dropped)) = (nothing(), nothing());
        let queue = config.build(&SERVICE);
        Self { queue, last: BTreeMap::new(), random: 1, pushed, popped, filtered, dropped }
    }

    fn packet(&mut self, event: Event) -> Option<Packet> {
        let data = |octets| Packet {
            handle: self.pushed.len() as u32,
            ip_octets: octets,
            octets,
            flow: Flow { number: 9, ..Flow::default() },
            dscp: 0,
            codepoint: Codepoint::NotEct,
            acknowledgment: None,
            arrived: Time::ZERO,
            queue: 0,
            marked: None,
        };
        match event {
            Event::Pop => None,
            Event::Data { octets } => Some(data(octets)),
            Event::Ack { connection, step, selective, codepoint } => {
                let last = self.last.entry(connection).or_insert(u32::MAX - 5_000);
                *last = last.wrapping_add(step);
                let acknowledgment = Acknowledgment {
                    pure: true,
                    ack: *last,
                    window: 8_000,
                    ecn_flags: 0,
                    timestamps: None,
                    sack: [(0, 0); 4],
                    sack_blocks: selective.into(),
                };
                let flow = Flow { number: connection, ..Flow::default() };
                Some(Packet { flow, codepoint, acknowledgment: Some(acknowledgment), ..data(40) })
            }
        }
    }

    fn ask<R>(&mut self, question: impl FnOnce(&mut Uplink, &mut Around<'_>) -> R) -> R {
        let Self { queue, random, filtered, dropped, .. } = self;
        let mut draw = || {
            *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (*random >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut lose = |packet: &Packet, reason| match reason {
            DropReason::AckFiltered => filtered.push(*packet),
            _ => dropped.push(*packet),
        };
        question(queue, &mut Around { now: Time::ZERO, draw: &mut draw, lose: &mut lose })
    }

    fn step(&mut self, event: Event) {
        let Some(packet) = self.packet(event) else {
            let popped = self.ask(Discipline::dequeue);
            self.popped.extend(popped);
            return;
        };
        self.pushed.push(packet);
        let before = self.filtered.len();
        self.ask(|queue, around| queue.enqueue(packet, around));
        for removed in &self.filtered[before..] {
            let older = removed.acknowledgment.filter(|older| older.pure && older.sack_blocks == 0);
            let (older, newer) = (older.expect("no other is removed").ack, number(&packet));
            assert_eq!(removed.flow, packet.flow);
            assert!(newer.is_some_and(|newer| (newer.wrapping_sub(older) as i32) > 0), "{removed:?}");
        }
    }

    fn run(config: &Config, events: &[Event]) -> Self {
        let mut bench = Self::new(config);
        events.iter().for_each(|event| bench.step(*event));
        bench
    }

    fn drain(&mut self) {
        while let Some(packet) = self.ask(Discipline::dequeue) {
            self.popped.push(packet);
        }
    }

    /// The duplicates that the other end counts in the packets that leave: the number again that came last.
    fn duplicates_counted(&self) -> BTreeMap<u64, u32> {
        let (mut last, mut counted) = (BTreeMap::new(), BTreeMap::new());
        for packet in self.popped.iter().filter(|packet| packet.acknowledgment.is_some()) {
            let again = last.insert(packet.flow.number, number(packet)) == Some(number(packet));
            *counted.entry(packet.flow.number).or_insert(0) += u32::from(again);
        }
        counted
    }
}

fn handles(packets: &[Packet]) -> Vec<u32> {
    packets.iter().map(|packet| packet.handle).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn arbitrary_settings_are_sound(config in Config::arbitrary()) {
        prop_assert_eq!(config.check(&SERVICE), []);
    }

    #[test]
    fn no_more_wait_than_may(
        config in Config::arbitrary(), events in prop::collection::vec(event(), 0..120),
    ) {
        let limit = config.limit_packets.map_or(u64::MAX, u64::from);
        let mut bench = Bench::new(&config);
        for event in events {
            bench.step(event);
            prop_assert!(bench.queue.backlog().packets <= limit);
        }
    }

    #[test]
    fn within_a_class_packets_leave_as_they_came(
        config in Config::arbitrary(), events in prop::collection::vec(event(), 0..120),
    ) {
        let config = Config { ack_filtering_in_place: false, ..config };
        let mut bench = Bench::run(&config, &events);
        bench.drain();
        for is_ack in [true, false] {
            let of_class: Vec<_> = bench.popped.iter().filter(|packet| packet.acknowledgment.is_some() == is_ack).copied().collect();
            prop_assert!(handles(&of_class).is_sorted(), "{of_class:?}");
        }
        if config.priority == Priority::None {
            prop_assert!(handles(&bench.popped).is_sorted());
        }
    }

    #[test]
    fn the_highest_acknowledgment_of_each_connection_is_among_what_is_left(
        config in Config::arbitrary(), events in prop::collection::vec(event(), 0..120),
    ) {
        let config = Config { limit_packets: None, ..config };
        let mut bench = Bench::run(&config, &events);
        bench.drain();
        for (connection, last) in &bench.last {
            let highest = bench.popped.iter().any(|p| p.flow.number == *connection && number(p) == Some(*last));
            prop_assert!(highest, "{last} of {connection}");
        }
    }

    #[test]
    fn the_other_end_counts_as_many_duplicates_as_without_filtering(
        config in Config::arbitrary(), events in prop::collection::vec(event(), 0..120),
    ) {
        let config = Config { limit_packets: None, ack_filtering_in_place: false, ..config };
        let plain = Config { ack_filtering: AckFiltering::Off, ..config.clone() };
        let [filtered, plain] = [config, plain].map(|config| {
            let mut bench = Bench::run(&config, &events);
            bench.drain();
            bench.duplicates_counted()
        });
        prop_assert_eq!(filtered, plain);
    }

    #[test]
    fn waiting_data_goes_after_so_many_octets_of_acknowledgments(
        config in Config::arbitrary(), after in 1u64..300, events in prop::collection::vec(event(), 0..120),
    ) {
        let config = Config {
            priority: Priority::Acknowledgments,
            data_after_ack_octets: Some(Bytes::new(after)),
            ..config
        };
        let mut bench = Bench::new(&config);
        let mut in_a_row = 0;
        for event in events {
            let is_data = |packet: &&Packet| packet.acknowledgment.is_none();
            let left = |packets: &[Packet]| packets.iter().filter(is_data).count();
            let data_waits = left(&bench.pushed) > left(&bench.popped) + left(&bench.dropped);
            let popped = bench.popped.len();
            bench.step(event);
            match bench.popped.get(popped).map(|packet| packet.acknowledgment.is_some()) {
                Some(true) => {
                    prop_assert!(!data_waits || in_a_row < after, "{in_a_row} octets in a row");
                    in_a_row += 40;
                }
                Some(false) => in_a_row = 0,
                None => {}
            }
        }
    }

    #[test]
    fn a_packet_is_marked_only_if_its_transport_understands_marks(
        config in Config::arbitrary(), events in prop::collection::vec(event(), 0..120),
    ) {
        let mut bench = Bench::run(&config, &events);
        bench.drain();
        for packet in &bench.popped {
            let before = bench.pushed[packet.handle as usize].codepoint;
            let allowed = match before {
                Codepoint::NotEct => packet.codepoint == Codepoint::NotEct,
                Codepoint::Ect0 | Codepoint::Ect1 => packet.codepoint != Codepoint::NotEct,
                Codepoint::Ce => packet.codepoint == Codepoint::Ce,
            };
            prop_assert!(allowed, "{before:?} became {:?}", packet.codepoint);
        }
    }
}
