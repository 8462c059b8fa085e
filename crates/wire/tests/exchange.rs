//! Packets of hosts over a line and back, without devices.

use proptest::prelude::*;

use cellwise_units::Time;
use cellwise_wire::exchange::{Exchange, Left};
use cellwise_wire::packet::{Ecn, Refusal};
use cellwise_wire::record::{Head, Record, order, read};
use cellwise_wire::replay::replay;
use cellwise_wire::{Delivery, Line, NullLine, Offer};

use crate::toy::Toy;

const MTU: usize = 1500;

fn packet(octets: u16, class: u8) -> Vec<u8> {
    let mut packet = vec![7; usize::from(octets)];
    packet[0] = 0x45;
    packet[1] = class;
    packet[2..4].copy_from_slice(&octets.to_be_bytes());
    packet[16..20].copy_from_slice(&[198, 18, 0, 2]);
    packet
}

fn toy() -> Exchange<Toy> {
    Exchange::new(Toy::new(424_000_000, 4), MTU, true)
}

#[test]
fn a_packet_comes_out_at_the_other_end_when_its_cells_have_passed() {
    let mut exchange = toy();
    let sent = packet(41, 0);
    exchange.admit(0, Time::from_ps(5), &sent).unwrap();
    let mut came = Vec::new();
    exchange
        .advance(Time::from_ps(10_000_000), |due| came.push((due.port, due.at, due.octets.to_vec())))
        .unwrap();
    // 41 octets and the trailer take two cells of a microsecond.
    assert_eq!(came, [(1, Time::from_ps(2_000_005), sent)]);
    assert_eq!((exchange.counts(), exchange.on_the_line()), ((1, 0), 0));
}

#[test]
fn what_meets_a_long_queue_is_marked_or_lost_and_leaves_no_room_taken() {
    let mut exchange = toy();
    for _ in 0..6 {
        exchange.admit(0, Time::from_ps(1), &packet(40, 2)).unwrap();
    }
    let mut fields = Vec::new();
    exchange.advance(Time::from_ps(100_000_000), |due| fields.push(due.octets[1])).unwrap();
    assert_eq!(fields, [2, 2, 3, 3]);
    assert_eq!((exchange.counts(), exchange.on_the_line()), ((6, 2), 0));
}

#[test]
fn noise_and_what_is_no_packet_do_not_enter() {
    let mut exchange = toy();
    let mut noise = packet(40, 0);
    noise[16] = 224;
    assert_eq!(exchange.admit(0, Time::from_ps(1), &noise), Err(Left::Noise));
    let long = packet(1501, 0);
    assert_eq!(
        exchange.admit(0, Time::from_ps(1), &long),
        Err(Left::Refused(Refusal::TooLong { octets: 1501, mtu: 1500 }))
    );
    assert_eq!((exchange.counts(), exchange.take_rows()), ((0, 0), Vec::new()));
}

#[test]
fn everything_comes_back_at_its_instant_and_in_order_through_no_line() {
    let mut exchange = Exchange::new(NullLine::default(), MTU, false);
    for octets in 40..50 {
        exchange.admit(0, Time::from_ps(9), &packet(octets, 0)).unwrap();
    }
    let mut came = Vec::new();
    exchange.advance(Time::from_ps(20), |due| came.push((due.at, due.octets.len()))).unwrap();
    assert_eq!(came, (40..50).map(|octets| (Time::from_ps(9), octets)).collect::<Vec<_>>());
}

/// The actions of hosts: after so many ps, at this port, a packet of so many octets; then the line may continue.
/// A line that delivers every packet twice, the second time marked.
#[derive(Default)]
struct Doubling {
    line: NullLine,
    taken: Vec<Delivery>,
}

impl Line for Doubling {
    fn offer(&mut self, offer: Offer) -> Result<(), String> {
        self.line.offer(offer)
    }

    fn run(&mut self, until: Time) -> Result<bool, String> {
        let is_some = self.line.run(until)?;
        self.line.take(&mut self.taken);
        Ok(is_some)
    }

    fn take(&mut self, into: &mut Vec<Delivery>) {
        into.extend(self.taken.drain(..).flat_map(|one| [one, Delivery { ecn: Ecn::Ce, ..one }]));
    }

    fn lost(&mut self, into: &mut Vec<u64>) {
        self.line.lost(into);
    }

    fn copied(&mut self, into: &mut Vec<u64>) {
        into.extend(self.taken.iter().map(|one| one.tag));
    }

    fn earliest(&self) -> Option<Time> {
        self.line.earliest()
    }

    fn now(&self) -> Time {
        self.line.now()
    }
}

#[test]
fn a_packet_that_is_delivered_twice_keeps_its_room_until_then() {
    let mut exchange = Exchange::new(Doubling::default(), MTU, true);
    let mut came = Vec::new();
    for (at, octets) in [(1, 41), (2, 42), (3, 43)] {
        exchange.admit(0, Time::from_ps(at), &packet(octets, 2)).unwrap();
        exchange.advance(Time::from_ps(at), |due| came.push((due.octets.len(), due.octets[1]))).unwrap();
        assert_eq!(exchange.on_the_line(), 0);
    }
    assert_eq!(came, [(41, 2), (41, 3), (42, 2), (42, 3), (43, 2), (43, 3)]);
}

fn offers() -> impl Strategy<Value = Vec<(u64, usize, u16, bool)>> {
    prop::collection::vec((0..3_000_000_u64, 0..2_usize, 20..=1500_u16, any::<bool>()), 0..60)
}

proptest! {
    #[test]
    fn a_replayed_record_is_the_same_to_the_bit_however_time_was_cut(offers in offers()) {
        let mut exchange = toy();
        let (mut now, mut rows) = (0, Vec::new());
        for (wait, port, octets, goes_on) in offers {
            now += wait;
            // What was read late is offered late.
            exchange.admit(port, Time::from_ps(now), &packet(octets, 1)).unwrap();
            if goes_on {
                now = now.max(exchange.now().ps()) + wait;
                exchange.advance(Time::from_ps(now), |_| {}).unwrap();
                rows.append(&mut exchange.take_rows());
            }
        }
        let end = Time::from_ps(now.max(exchange.now().ps()) + 1_000_000);
        exchange.advance(end, |_| {}).unwrap();
        rows.append(&mut exchange.take_rows());
        let head = Head { seed: 7, ports: vec!["a".into(), "b".into()], scenario: "x = 1\n".into() };
        order(&mut rows);
        let record = Record { head, rows, end, invalid: Vec::new() };
        let record = read(&record.to_text()).unwrap();
        let again = replay(&mut Toy::new(424_000_000, 4), &record).unwrap();
        prop_assert_eq!(again.differs, None);
        prop_assert_eq!(again.offers, exchange.counts().0);
    }

    #[test]
    fn a_record_of_another_line_differs(at in 1..1_000_000_u64) {
        let mut exchange = toy();
        exchange.admit(0, Time::from_ps(at), &packet(40, 0)).unwrap();
        let end = Time::from_ps(at + 5_000_000);
        exchange.advance(end, |_| {}).unwrap();
        let record = Record { rows: exchange.take_rows(), end, ..Record::default() };
        let mut slower = Toy::new(212_000_000, 4);
        let again = replay(&mut slower, &record).unwrap();
        prop_assert_eq!(again.differs.map(|(place, ..)| place), Some(0));
        prop_assert_eq!(slower.now(), end);
    }
}
