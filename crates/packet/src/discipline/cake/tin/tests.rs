//! A tin against DRR++ with hosts, written again: it takes every turn, one after the other.

use std::collections::{BTreeMap, VecDeque};

use cellwise_units::Span;
use proptest::prelude::*;

use super::*;
use crate::discipline::cake::Priority;
use crate::discipline::testing::packet;

#[derive(Clone, Copy, PartialEq)]
enum State {
    Sparse,
    EmptySparse,
    Bulk,
    Decaying,
}

/// The next of some random numbers.
fn next(drawn: &mut u64) -> f64 {
    *drawn += 1;
    (*drawn as f64 * 0.618_033_988_75).fract()
}

struct ModelFlow {
    hosts: [u32; 2],
    packets: u32,
    deficit: i64,
    rest: (u64, u64),
    state: Option<State>,
}

/// The lists, and the flows by their queues.
struct Model {
    sharing: Sharing,
    counted_hosts: [bool; 2],
    flows: BTreeMap<usize, ModelFlow>,
    new: VecDeque<usize>,
    old: VecDeque<usize>,
    decaying: VecDeque<usize>,
    drawn: u64,
}

const QUANTUM: u64 = 1514;

impl Model {
    fn load(&self, queue: usize) -> u64 {
        let of_host = |side: usize| {
            let host = self.flows[&queue].hosts[side];
            let bulk = |flow: &&ModelFlow| flow.state == Some(State::Bulk) && flow.hosts[side] == host;
            self.flows.values().filter(bulk).count() as u64
        };
        (0..2).filter(|&side| self.counted_hosts[side]).map(of_host).fold(1, u64::max)
    }

    fn take_turn(&mut self, queue: usize) {
        let load = self.load(queue);
        let flow = self.flows.get_mut(&queue).unwrap();
        if self.sharing == Sharing::Linux {
            let random = (next(&mut self.drawn) * 65_536.0) as u64;
            flow.deficit += ((QUANTUM * (65_535 / load) + random) / 65_536) as i64;
            return;
        }
        let octets = QUANTUM + if flow.rest.1 == load { flow.rest.0 } else { 0 };
        flow.deficit += (octets / load) as i64;
        flow.rest = (octets % load, load);
    }

    fn arrive(&mut self, queue: usize, hosts: [u32; 2]) {
        let unknown = ModelFlow { hosts, packets: 0, deficit: 0, rest: (0, 0), state: None };
        let flow = self.flows.entry(queue).or_insert(unknown);
        flow.packets += 1;
        // A queue is counted for the hosts of the packet that came last.
        flow.hosts = hosts;
        match flow.state {
            Some(State::Sparse | State::Bulk) => return,
            Some(State::EmptySparse) => return flow.state = Some(State::Bulk),
            Some(State::Decaying) => self.decaying.retain(|other| *other != queue),
            None => {}
        }
        (flow.state, flow.deficit) = (Some(State::Sparse), 0);
        self.take_turn(queue);
        self.new.push_back(queue);
    }

    /// The queue whose turn it is.
    fn pick(&mut self) -> Option<usize> {
        loop {
            let queue = *self.new.front().or(self.old.front())?;
            if self.flows[&queue].deficit > 0 {
                return Some(queue);
            }
            let flow = self.flows.get_mut(&queue).unwrap();
            if flow.state == Some(State::Sparse) {
                flow.state = Some(if flow.packets > 0 { State::Bulk } else { State::EmptySparse });
            }
            self.take_turn(queue);
            self.take_off(queue);
            self.old.push_back(queue);
        }
    }

    fn take_off(&mut self, queue: usize) {
        let list = if self.new.front() == Some(&queue) { &mut self.new } else { &mut self.old };
        assert_eq!(list.pop_front(), Some(queue));
    }

    /// A packet of so many octets leaves: the queue that sends it, and what it has left.
    fn serve(&mut self, octets: u64) -> Option<(usize, i64)> {
        let mut asked = self.decaying.front().copied();
        loop {
            let is_decaying = asked.is_some();
            let queue = asked.take().or_else(|| self.pick())?;
            let flow = self.flows.get_mut(&queue).unwrap();
            if flow.packets > 0 {
                flow.packets -= 1;
                flow.deficit -= octets as i64;
                return Some((queue, flow.deficit));
            }
            let stays = !is_at_rest(queue);
            flow.state = stays.then_some(State::Decaying);
            if is_decaying {
                self.decaying.pop_front();
            } else {
                self.take_off(queue);
            }
            if stays {
                self.decaying.push_back(queue);
            }
        }
    }
}

/// Whether an empty queue is forgotten at once.
fn is_at_rest(queue: usize) -> bool {
    !queue.is_multiple_of(3)
}

fn serve(tin: &mut Tin, octets: u64, drawn: &mut u64) -> Option<(usize, i64)> {
    let mut is_first = true;
    loop {
        let queue = tin.pick(is_first, &mut || next(drawn))?;
        is_first = false;
        if tin.pop(queue).is_some() {
            tin.spend(queue, octets);
            return Some((queue, tin.queue(queue).deficit));
        }
        tin.retire(queue, is_at_rest(queue));
    }
}

/// What happens at a tin.
#[derive(Clone, Debug)]
enum Event {
    /// A packet of this flow comes.
    Come(u64),
    /// A packet of so many octets leaves.
    Leave(u64),
}

/// The flow's hosts: so many send, and a third as many receive.
fn hosts(flow: u64, senders: u64) -> [u32; 2] {
    [(flow % senders) as u32, (flow % senders.div_ceil(3)) as u32]
}

/// What leaves a tin, and what leaves the model.
fn compare(isolation: Isolation, sharing: Sharing, senders: u64, events: &[Event]) -> usize {
    let ms = Span::from_ps(1_000_000_000);
    let settings = Priority::Besteffort.tins(None, QUANTUM as u32, ms * 5, ms * 100)[0];
    let mut tin = Tin::new(settings, isolation, sharing, 3);
    let counted_hosts = match isolation {
        Isolation::DualSrchost => [true, false],
        Isolation::DualDsthost => [false, true],
        Isolation::TripleIsolate => [true, true],
        _ => [false, false],
    };
    let [new, old, decaying] = [(); 3].map(|()| VecDeque::new());
    let mut model = Model { sharing, counted_hosts, flows: BTreeMap::new(), new, old, decaying, drawn: 0 };
    let mut drawn = 0;
    let mut sent = 0;
    for (number, event) in events.iter().enumerate() {
        match *event {
            Event::Come(flow) => {
                let [source, destination] = hosts(flow, senders);
                let of = Flow { number: flow, source, destination };
                let queue = tin.queue_of(of);
                tin.packets += 1;
                tin.queue(queue).packets.push(Packet { flow: of, ..packet(number as u32, 1500) });
                tin.activate(queue, &mut || next(&mut drawn));
                model.arrive(queue, [source, destination]);
            }
            Event::Leave(octets) => {
                let served = serve(&mut tin, octets, &mut drawn);
                assert_eq!(served, model.serve(octets), "event {number}");
                sent += usize::from(served.is_some());
            }
        }
    }
    sent
}

fn events(flows: u64) -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        3 => (0..flows).prop_map(Event::Come),
        2 => (1u64..3000).prop_map(Event::Leave),
    ];
    let empty = prop::collection::vec((1u64..3000).prop_map(Event::Leave), 0..400);
    let busy = prop::collection::vec(event, 1..900);
    prop::collection::vec((busy, empty), 1..3)
        .prop_map(|parts| parts.into_iter().flat_map(|(busy, empty)| busy.into_iter().chain(empty)).collect())
}

proptest! {
    #[test]
    fn packets_leave_in_the_order_of_drr_that_takes_every_turn(
        (senders, events) in (1u64..8, 1u64..200).prop_flat_map(|(senders, flows)| (Just(senders), events(flows))),
        isolation in prop_oneof![
            Just(Isolation::TripleIsolate), Just(Isolation::DualSrchost), Just(Isolation::DualDsthost),
            Just(Isolation::Flows),
        ],
        sharing in prop_oneof![Just(Sharing::Exact), Just(Sharing::Linux)],
    ) {
        compare(isolation, sharing, senders, &events);
    }
}

/// Each of so many flows always has packets.
fn saturated(flows: u64, leaving: u64) -> Vec<Event> {
    let begin = (0..3 * flows).map(|number| Event::Come(number % flows));
    let go_on = (0..leaving).flat_map(|number| {
        let flow = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        [Event::Come(flow % flows), Event::Leave(40 + flow % 1475)]
    });
    begin.chain(go_on).collect()
}

#[test]
fn hundreds_of_flows_of_seven_hosts_or_of_one_keep_that_order() {
    for sharing in [Sharing::Exact, Sharing::Linux] {
        for senders in [1, 7] {
            let events = saturated(300, 3000);
            assert_eq!(compare(Isolation::TripleIsolate, sharing, senders, &events), 3000);
        }
    }
}
