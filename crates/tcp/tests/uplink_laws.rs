//! Laws that the uplink queue keeps whatever its settings and whatever comes.

use std::collections::BTreeMap;

use cellwise_tcp::Seq;
use cellwise_tcp::uplink::{AckFiltering, Class, Ecn, Packet, Priority, Settings, UplinkQueue};
use cellwise_units::Bytes;
use proptest::prelude::*;

/// What happens at a queue.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// An acknowledgment of a connection that moves on by so much; by nothing for a duplicate.
    Ack {
        connection: u32,
        step: u32,
        selective: bool,
        ecn: Ecn,
    },
    Data {
        octets: u64,
    },
    Pop,
}

fn event() -> impl Strategy<Value = Event> {
    let ecn = prop_oneof![Just(Ecn::NotCapable), Just(Ecn::Capable), Just(Ecn::Marked)];
    let ack = (0u32..3, prop_oneof![Just(0u32), 1u32..3_000], prop::bool::weighted(0.2), ecn);
    prop_oneof![
        5 => ack.prop_map(|(connection, step, selective, ecn)| Event::Ack { connection, step, selective, ecn }),
        2 => (40u64..1_500).prop_map(|octets| Event::Data { octets }),
        3 => Just(Event::Pop),
    ]
}

/// A queue under test, and all that went through it.
struct Bench {
    queue: UplinkQueue<u32>,
    /// Numbers of the connections' last acknowledgments; they wrap early.
    last: BTreeMap<u32, u32>,
    random: u64,
    pushed: Vec<Packet<u32>>,
    popped: Vec<Packet<u32>>,
    filtered: Vec<Packet<u32>>,
    dropped: Vec<Packet<u32>>,
}

impl Bench {
    fn new(settings: &Settings) -> Self {
        let nothing = || (Vec::new(), Vec::new());
        let ((pushed, popped), (filtered, dropped)) = (nothing(), nothing());
        let queue = UplinkQueue::new(settings);
        Self { queue, last: BTreeMap::new(), random: 1, pushed, popped, filtered, dropped }
    }

    fn packet(&mut self, event: Event) -> Option<Packet<u32>> {
        let handle = self.pushed.len() as u32;
        match event {
            Event::Pop => None,
            Event::Data { octets } => Some(Packet::other(9, octets, handle)),
            Event::Ack { connection, step, selective, ecn } => {
                let known = self.last.contains_key(&connection);
                let last = self.last.entry(connection).or_insert(u32::MAX - 5_000);
                *last = last.wrapping_add(step);
                let (ack, duplicate) = (Seq(*last), known && step == 0);
                let class = Class::Acknowledgment;
                Some(Packet { class, connection, ack, duplicate, selective, ecn, octets: 40, handle })
            }
        }
    }

    fn step(&mut self, event: Event) {
        let Some(packet) = self.packet(event) else {
            self.popped.extend(self.queue.pop());
            return;
        };
        self.pushed.push(packet);
        let random = &mut self.random;
        let pushed = self.queue.push(packet, &mut || {
            *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (*random >> 11) as f64 / (1u64 << 53) as f64
        });
        for removed in &pushed.filtered {
            assert!(!removed.duplicate && !removed.selective && removed.class == Class::Acknowledgment);
            let stands = |waiting: &Packet<u32>| {
                waiting.connection == removed.connection && waiting.ack.since(removed.ack) > 0
            };
            assert!(self.queue.iter().any(stands), "nothing newer waits for {removed:?}");
        }
        self.filtered.extend(pushed.filtered);
        self.dropped.extend(pushed.dropped);
    }

    fn run(settings: &Settings, events: &[Event]) -> Self {
        let mut bench = Self::new(settings);
        events.iter().for_each(|event| bench.step(*event));
        bench
    }

    fn drain(&mut self) {
        while let Some(packet) = self.queue.pop() {
            self.popped.push(packet);
        }
    }

    /// The duplicates that the other end counts in what leaves: the number again that came last.
    fn duplicates_counted(&self) -> BTreeMap<u32, u32> {
        let (mut last, mut counted) = (BTreeMap::new(), BTreeMap::new());
        for packet in self.popped.iter().filter(|packet| packet.class == Class::Acknowledgment) {
            let again = last.insert(packet.connection, packet.ack) == Some(packet.ack);
            *counted.entry(packet.connection).or_insert(0) += u32::from(again);
        }
        counted
    }
}

fn handles(packets: &[Packet<u32>]) -> Vec<u32> {
    packets.iter().map(|packet| packet.handle).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn arbitrary_settings_are_sound(settings in Settings::arbitrary()) {
        prop_assert_eq!(settings.check(), []);
    }

    #[test]
    fn every_packet_leaves_waits_or_is_reported_once(
        settings in Settings::arbitrary(), events in prop::collection::vec(event(), 0..120),
    ) {
        prop_assert_eq!(settings.check(), []);
        let bench = Bench::run(&settings, &events);
        let waiting: Vec<_> = bench.queue.iter().copied().collect();
        let mut all = [handles(&bench.popped), handles(&bench.filtered), handles(&bench.dropped), handles(&waiting)]
            .concat();
        all.sort_unstable();
        prop_assert_eq!(all, handles(&bench.pushed));
        let stats = bench.queue.stats();
        prop_assert_eq!(stats.arrived, bench.pushed.len() as u64);
        prop_assert_eq!(stats.sent, bench.popped.len() as u64);
        prop_assert_eq!(stats.filtered, bench.filtered.len() as u64);
        prop_assert_eq!(stats.dropped, bench.dropped.len() as u64);
        let limit = settings.limit_packets.map_or(u64::MAX, u64::from);
        prop_assert!(stats.most_waiting <= limit && waiting.len() as u64 <= stats.most_waiting);
    }

    #[test]
    fn within_a_class_packets_leave_as_they_came(
        settings in Settings::arbitrary(), events in prop::collection::vec(event(), 0..120),
    ) {
        let settings = Settings { ack_filtering_in_place: false, ..settings };
        let mut bench = Bench::run(&settings, &events);
        bench.drain();
        for class in [Class::Acknowledgment, Class::Data] {
            let of_class: Vec<_> =
                bench.popped.iter().filter(|packet| packet.class == class).map(|packet| packet.handle).collect();
            prop_assert!(of_class.is_sorted(), "{of_class:?}");
        }
        if settings.priority == Priority::None {
            prop_assert!(handles(&bench.popped).is_sorted());
        }
    }

    #[test]
    fn the_highest_acknowledgment_of_each_connection_is_among_what_is_left(
        settings in Settings::arbitrary(), events in prop::collection::vec(event(), 0..120),
    ) {
        let settings = Settings { limit_packets: None, ..settings };
        let mut bench = Bench::run(&settings, &events);
        bench.drain();
        for (connection, last) in &bench.last {
            let highest = bench.popped.iter().any(|p| p.connection == *connection && p.ack == Seq(*last));
            prop_assert!(highest, "{last} of {connection}");
        }
    }

    #[test]
    fn the_other_end_counts_as_many_duplicates_as_without_filtering(
        settings in Settings::arbitrary(), events in prop::collection::vec(event(), 0..120),
    ) {
        let settings = Settings { limit_packets: None, ack_filtering_in_place: false, ..settings };
        let plain = Settings { ack_filtering: AckFiltering::Off, ..settings.clone() };
        let [filtered, plain] = [settings, plain].map(|settings| {
            let mut bench = Bench::run(&settings, &events);
            bench.drain();
            bench.duplicates_counted()
        });
        prop_assert_eq!(filtered, plain);
    }

    #[test]
    fn waiting_data_goes_after_so_many_octets_of_acknowledgments(
        settings in Settings::arbitrary(), after in 1u64..300, events in prop::collection::vec(event(), 0..120),
    ) {
        let settings = Settings {
            priority: Priority::Acknowledgments,
            data_after_ack_octets: Some(Bytes::new(after)),
            ..settings
        };
        let mut bench = Bench::new(&settings);
        let mut in_a_row = 0;
        for event in events {
            let data_waits = bench.queue.iter().any(|packet| packet.class == Class::Data);
            let popped = bench.popped.len();
            bench.step(event);
            match bench.popped.get(popped).map(|packet| packet.class) {
                Some(Class::Acknowledgment) => {
                    prop_assert!(!data_waits || in_a_row < after, "{in_a_row} octets in a row");
                    in_a_row += 40;
                }
                Some(Class::Data) => in_a_row = 0,
                None => {}
            }
        }
    }

    #[test]
    fn a_packet_is_marked_only_if_its_transport_understands_marks(
        settings in Settings::arbitrary(), events in prop::collection::vec(event(), 0..120),
    ) {
        let mut bench = Bench::run(&settings, &events);
        bench.drain();
        for packet in &bench.popped {
            let before = bench.pushed[packet.handle as usize].ecn;
            let allowed = match before {
                Ecn::NotCapable => packet.ecn == Ecn::NotCapable,
                Ecn::Capable => packet.ecn != Ecn::NotCapable,
                Ecn::Marked => packet.ecn == Ecn::Marked,
            };
            prop_assert!(allowed, "{before:?} became {:?}", packet.ecn);
        }
    }
}
