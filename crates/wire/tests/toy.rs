//! A line of cells: two ports, a rate and a buffer for each direction, tail drop of packets, marks above a level.

use std::collections::VecDeque;

use cellwise_units::Time;
use cellwise_wire::packet::Ecn;
use cellwise_wire::{Delivery, Line, Offer};

const CELL_BITS: u64 = 424;
const TRAILER_OCTETS: u64 = 8;
const PAYLOAD_OCTETS: u64 = 48;
const PS_PER_S: u64 = 1_000_000_000_000;

#[derive(Debug)]
pub(crate) struct Toy {
    cell_ps: u64,
    /// More packets than this do not wait; from half of it on they are marked.
    room: usize,
    now: Time,
    /// What enters later, in order.
    offered: VecDeque<Offer>,
    ways: [VecDeque<Delivery>; 2],
    delivered: Vec<Delivery>,
    lost: Vec<u64>,
}

impl Toy {
    pub(crate) fn new(rate_bps: u64, room: usize) -> Self {
        let cell_ps = CELL_BITS * PS_PER_S / rate_bps;
        Self {
            cell_ps,
            room,
            now: Time::from_ps(0),
            offered: VecDeque::new(),
            ways: [VecDeque::new(), VecDeque::new()],
            delivered: Vec::new(),
            lost: Vec::new(),
        }
    }
}

impl Toy {
    fn enter(&mut self, offer: Offer) {
        let Offer { port, at, octets, ecn, tag, .. } = offer;
        let way = &mut self.ways[port];
        if way.len() >= self.room {
            self.lost.push(tag);
            return;
        }
        let cells = (octets + TRAILER_OCTETS).div_ceil(PAYLOAD_OCTETS);
        let free = way.back().map_or(at, |last| last.at.max(at));
        let is_marked = ecn != Ecn::NotEct && way.len() >= self.room / 2;
        let at = Time::from_ps(free.ps() + cells * self.cell_ps);
        way.push_back(Delivery {
            port: 1 - port,
            at,
            tag,
            ecn: if is_marked { Ecn::Ce } else { ecn },
            damaged: false,
        });
    }

    fn next_delivery(&self) -> Option<Time> {
        self.ways.iter().filter_map(|way| way.front()).map(|first| first.at).min()
    }
}

impl Line for Toy {
    fn offer(&mut self, offer: Offer) -> Result<(), String> {
        assert!(offer.at >= self.now, "an offer in the past");
        let order = |one: &Offer| (one.at, one.port);
        let place = self.offered.partition_point(|one| order(one) <= order(&offer));
        self.offered.insert(place, offer);
        Ok(())
    }

    fn run(&mut self, until: Time) -> Result<bool, String> {
        // What is offered at an instant enters after everything of that instant.
        while let Some(first) = self.offered.front().copied().filter(|first| first.at <= until)
            && self.next_delivery().is_none_or(|next| first.at < next)
        {
            self.offered.pop_front();
            self.enter(first);
        }
        let next = self.next_delivery().filter(|next| *next <= until);
        self.now = next.unwrap_or(until);
        for way in [1, 0] {
            while self.ways[way].front().is_some_and(|first| Some(first.at) == next) {
                self.delivered.extend(self.ways[way].pop_front());
            }
        }
        Ok(next.is_some())
    }

    fn take(&mut self, into: &mut Vec<Delivery>) {
        into.append(&mut self.delivered);
    }

    fn lost(&mut self, into: &mut Vec<u64>) {
        into.append(&mut self.lost);
    }

    fn earliest(&self) -> Option<Time> {
        let entering = self.offered.front().map(|first| first.at);
        [self.next_delivery(), entering].into_iter().flatten().min()
    }

    fn now(&self) -> Time {
        self.now
    }
}
