//! A stream: the cells of one feeder, waiting in order at an ordering point.

use crate::data::growth::Growth as _;
use crate::data::ids::{HopId, PortId};
use std::collections::VecDeque;

use cellwise_engine::{Key, Rank, TieSource};
use cellwise_units::{CellClock, ClockPoint, Span, Time};

use crate::data::train::{INSTANT, Label, PACED, Train};

/// The train in an empty stream.
pub(crate) const IDLE: Train = Train {
    first: ClockPoint::exactly(Time::ZERO),
    hop: HopId::new(0),
    frame: 0,
    index: 0,
    count: 1,
    label: Label::of(1),
    clock: 0,
};

/// Cells that are taken from a stream later than they came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawn {
    pub(crate) cells: Train,
    /// When the last of them came.
    pub(crate) last: Time,
    /// How long ago they came, all together.
    pub(crate) ago_ps: u64,
}

/// The input of an ordering point from one feeder.
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    /// The train whose first cell is next; meaningless while `empty`.
    head: Train,
    empty: bool,
    rest: VecDeque<Train>,
    /// The clocks of the paced trains among them, in order, that of the head first.
    paced: VecDeque<CellClock>,
    ties: TieSource,
    /// Cells taken so far: the count that the next cell's tie is drawn from.
    taken: u64,
    slot: u32,
    /// The adapter that is asked for cells when they are needed.
    pub(crate) source: Option<PortId>,
    /// While the stream is empty: when its source has to be asked.
    promise: Key,
    /// Whether the element passes cells on at once, so that they come before all other arrivals of
    /// the instant.
    passes_on: bool,
}

impl Stream {
    pub(crate) fn new(slot: u32, ties: TieSource, passes_on: bool) -> Self {
        Self {
            head: IDLE,
            empty: true,
            rest: VecDeque::new(),
            paced: VecDeque::new(),
            ties,
            taken: 0,
            slot,
            source: None,
            promise: Key::NEVER,
            passes_on,
        }
    }

    /// When the next cell is due, or may be.
    #[inline(always)]
    pub(crate) fn key(&self) -> Key {
        if self.empty {
            return self.promise;
        }
        // Cells of a frame that a host takes together come with the last of them.
        let together = if self.passes_on && self.head.clock == INSTANT { self.head.count - 1 } else { 0 };
        self.key_of(self.taken + u64::from(together), self.head.first.at)
    }

    #[inline]
    fn key_of(&self, count: u64, at: Time) -> Key {
        let tie = self.ties.tie(count, at);
        Key::new(at, if self.passes_on { Rank::Passage(tie) } else { Rank::Arrival(tie) }, self.slot)
    }

    /// The train of which the next cell is the first.
    pub(crate) fn head(&self) -> Option<&Train> {
        (!self.empty).then_some(&self.head)
    }

    /// When the last cell of the head is due.
    pub(crate) fn key_of_last(&self, clocks: &[CellClock]) -> Key {
        self.key_of(self.taken + u64::from(self.head.count) - 1, self.head.last_arrival(clocks))
    }

    /// Takes the cells of the head, except its last one, that are due before a key, which is due at `now`.
    pub(crate) fn draw(&mut self, before: Key, now: Time, clocks: &[CellClock]) -> Option<Drawn> {
        let clock = &clocks[usize::from(self.head.clock)];
        let (mut drawn, mut ago_ps, mut next, mut last) = (0, 0, self.head.first, Time::ZERO);
        while drawn + 1 < self.head.count
            && (next.at < now || (next.at == now && self.key_of(self.taken + u64::from(drawn), now) < before))
        {
            ago_ps += (now - next.at).get();
            drawn += 1;
            last = next.at;
            next = clock.step(next);
        }
        (drawn > 0).then(|| {
            let cells = Train { clock: INSTANT, ..self.take_off(drawn, next) };
            Drawn { cells, last, ago_ps }
        })
    }

    /// Sets until when certainly nothing comes from the source; [`Time::NEVER`] if it has nothing to
    /// send. Gives the stream's key before, if it has another one now.
    #[inline]
    pub(crate) fn set_promise(&mut self, at: Time) -> Option<Key> {
        let promise = if at == Time::NEVER { Key::NEVER } else { Key::new(at, Rank::Promise, self.slot) };
        let before = std::mem::replace(&mut self.promise, promise);
        (self.empty && before != promise).then_some(before)
    }

    /// Whether the next cell is the only one of its train. The stream is not empty.
    #[inline]
    pub(crate) fn is_single(&self) -> bool {
        self.head.count == 1
    }

    /// Adds a train behind all that come before it; gives the stream's key before, if it has another one now.
    #[inline]
    pub(crate) fn push(&mut self, train: Train) -> Option<Key> {
        if self.empty {
            self.head = train;
            self.empty = false;
            return Some(self.promise);
        }
        self.rest.make_room();
        if self.passes_on && train.first.at < self.rest.back().unwrap_or(&self.head).first.at {
            return self.push_between(train);
        }
        self.rest.push_back(train);
        None
    }

    /// Adds an RM cell that reaches a host before data that were brought there ahead of it.
    #[cold]
    fn push_between(&mut self, train: Train) -> Option<Key> {
        if train.first.at < self.head.first.at {
            let before = self.key();
            self.rest.push_front(std::mem::replace(&mut self.head, train));
            return Some(before);
        }
        let place = self.rest.partition_point(|other| other.first.at < train.first.at);
        self.rest.insert(place, train);
        None
    }

    /// Takes out the trains that are of a kind, in order; the others stay. The stream has no source that is asked.
    pub(crate) fn take_out(&mut self, is_meant: impl Fn(&Train) -> bool) -> Vec<Train> {
        let all = self.head().into_iter().chain(&self.rest).copied();
        let (taken, left): (Vec<Train>, Vec<Train>) = all.partition(is_meant);
        self.rest = left.into();
        self.empty = false;
        self.next_train();
        taken
    }

    /// Adds a train of a source that is asked for cells, at a distance of its own, as [`Stream::push`] does.
    pub(crate) fn push_paced(&mut self, train: Train, distance: Span) {
        self.paced.push_back(CellClock::every(distance));
        self.push(train);
    }

    /// Takes back the last so many cells of the stream, which are of one paced train.
    pub(crate) fn take_back(&mut self, cells: u16) {
        let last = self.rest.back_mut().unwrap_or(&mut self.head);
        last.count = last.count.checked_sub(cells).expect("what is taken back has not been taken");
        if last.count == 0 {
            self.paced.pop_back();
            self.empty = self.rest.pop_back().is_none();
        }
    }

    /// Takes the next cell. The stream is not empty.
    #[inline]
    pub(crate) fn take_cell(&mut self, clocks: &[CellClock]) -> Train {
        let mut cell = Train { count: 1, ..self.head };
        self.taken += 1;
        let is_paced = cell.clock == PACED;
        if is_paced {
            cell.clock = INSTANT;
        }
        if self.head.count > 1 {
            let clock = if is_paced { &self.paced[0] } else { &clocks[usize::from(cell.clock)] };
            self.head.first = clock.step(self.head.first);
            self.head.index += 1;
            self.head.count -= 1;
            return cell;
        }
        if is_paced {
            self.paced.pop_front();
        }
        self.next_train();
        cell
    }

    /// Takes the next cell, and those behind it in its train that are due before `bound`. The stream
    /// is not empty, and its head is not paced.
    #[inline(always)]
    pub(crate) fn take(&mut self, bound: Time, clocks: &[CellClock]) -> Train {
        let clock = &clocks[usize::from(self.head.clock)];
        let all = u64::from(self.head.count);
        if all == 1 || self.head.first.at + clock.cell_time_ceiling() * all < bound {
            self.taken += all;
            let train = self.head;
            self.next_train();
            return train;
        }
        let (mut cells, mut next) = (1, clock.step(self.head.first));
        while cells < self.head.count && next.at < bound {
            cells += 1;
            next = clock.step(next);
        }
        self.take_off(cells, next)
    }

    /// Takes so many cells off the head; the one behind them, if there is one, comes at `next`.
    #[inline]
    fn take_off(&mut self, cells: u16, next: ClockPoint) -> Train {
        self.taken += u64::from(cells);
        let train = Train { count: cells, ..self.head };
        if cells == self.head.count {
            self.next_train();
        } else {
            self.head.first = next;
            self.head.index += cells;
            self.head.count -= cells;
        }
        train
    }

    /// Takes those of the next so many cells of the head that are due by `last`, if there are any. The stream is not
    /// empty, and its head is not paced.
    pub(crate) fn leave_out(&mut self, most: u16, last: Time, clocks: &[CellClock]) -> Option<Train> {
        let clock = &clocks[usize::from(self.head.clock)];
        let (mut cells, mut next) = (0, self.head.first);
        while cells < most && next.at <= last {
            cells += 1;
            next = clock.step(next);
        }
        (cells > 0).then(|| self.take_off(cells, next))
    }

    /// Cells that still wait here, of the trains that count: under way when the run ends.
    pub(crate) fn pending_cells(&self, counts: impl Fn(&Train) -> bool) -> u64 {
        let head = (!self.empty).then_some(&self.head);
        let trains = head.into_iter().chain(&self.rest);
        trains.filter(|train| counts(train)).map(|train| u64::from(train.count)).sum()
    }

    #[inline]
    fn next_train(&mut self) {
        match self.rest.pop_front() {
            Some(train) => self.head = train,
            None => self.empty = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_engine::{StreamName, TieOrder};
    use cellwise_units::{BitRate, ClockPoint, Span};
    use proptest::prelude::*;

    /// A stream with trains of so many cells each, and the clocks.
    fn filled(counts: &[u16], order: TieOrder) -> (Stream, [CellClock; 2]) {
        let clocks = [CellClock::INSTANT, CellClock::of(BitRate::from_bps(155_520_000))];
        let name = StreamName { seed: 1, replication: 0, element: "sw1.trunk", purpose: "tie" };
        let ties = TieSource::new(order, name, 1, 3, clocks[1].cell_time_ceiling());
        let idle = Train {
            first: ClockPoint::exactly(Time::ZERO),
            hop: HopId::new(0),
            frame: 0,
            index: 0,
            count: 1,
            label: Label::of(1),
            clock: 0,
        };
        let mut stream = Stream::new(2, ties, false);
        let mut first = idle.first;
        for (frame, &count) in (0..).zip(counts) {
            stream.push(Train { first, frame, count, label: Label::of(count), clock: 1, ..idle });
            first = clocks[1].point_after(first, u64::from(count)) + Span::from_ps(1000);
        }
        (stream, clocks)
    }

    proptest! {
        #[test]
        fn a_run_leaves_a_stream_as_its_cells_one_by_one_do(
            counts in prop::collection::vec(1u16..20, 1..6),
            runs in prop::collection::vec(1u16..20, 1..20),
            order in prop::sample::select(vec![TieOrder::Random, TieOrder::Rotate, TieOrder::Fixed]),
        ) {
            let (mut by_run, clocks) = filled(&counts, order);
            let (mut by_cell, _) = filled(&counts, order);
            for run in runs {
                if by_run.key() == Key::NEVER {
                    break;
                }
                let bound = by_run.key().time() + clocks[1].cell_time() * u64::from(run);
                let mut taken = by_run.take(bound, &clocks);
                prop_assert!(taken.count == 1 || taken.last_arrival(&clocks) < bound);
                while taken.count > 0 {
                    prop_assert_eq!(by_cell.take(Time::ZERO, &clocks), taken.take_first(&clocks));
                }
                prop_assert_eq!(by_run.key(), by_cell.key());
                prop_assert_eq!(by_run.pending_cells(|_| true), by_cell.pending_cells(|_| true));
                prop_assert_eq!(by_run.rest.len(), by_cell.rest.len());
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_drawn_is_what_would_have_been_taken(
            count in 5u16..40, steps in prop::collection::vec(0u64..6, 1..12), part_ps in 0u64..3_000_000,
            order in prop::sample::select(vec![TieOrder::Random, TieOrder::Rotate, TieOrder::Fixed]),
        ) {
            let (mut asleep, clocks) = filled(&[count, 3], order);
            let (mut awake, _) = filled(&[count, 3], order);
            let due = asleep.key_of_last(&clocks);
            let mut now = Time::ZERO;
            for step in steps {
                now += clocks[1].cell_time() * step + Span::from_ps(part_ps);
                let before = Key::new(now, Rank::Departure(0), 7);
                let (mut cells, mut ago_ps) = (0, 0);
                while awake.key() < before && awake.key() < due {
                    ago_ps += (now - awake.key().time()).get();
                    cells += 1;
                    awake.take_cell(&clocks);
                }
                let drawn = asleep.draw(before, now, &clocks).map_or((0, 0), |drawn| (drawn.cells.count, drawn.ago_ps));
                prop_assert_eq!(drawn, (cells, ago_ps));
                prop_assert_eq!(asleep.key_of_last(&clocks), due);
            }
            prop_assert_eq!(asleep.key(), awake.key());
            prop_assert_eq!(asleep.pending_cells(|_| true), awake.pending_cells(|_| true));
        }

        #[test]
        fn of_a_paced_train_the_cells_that_are_taken_back_were_never_there(
            count in 2u16..40, taken in 0u16..40, back in 1u16..40, distance_ps in 1u64..10_000_000,
        ) {
            let back = back.min(count);
            let taken = taken.min(count - back);
            let (mut stream, clocks) = filled(&[], TieOrder::Random);
            let train = Train { count, label: Label::of(count), clock: PACED, ..IDLE };
            stream.push_paced(train, Span::from_ps(distance_ps));
            for cell in 0..taken {
                prop_assert_eq!(stream.key().time().ps(), u64::from(cell) * distance_ps);
                prop_assert_eq!(stream.take_cell(&clocks).index, cell);
            }
            stream.take_back(back);
            prop_assert_eq!(stream.pending_cells(|_| true), u64::from(count - taken - back));
            prop_assert_eq!(stream.head().is_none(), taken + back == count);
            if stream.head().is_none() {
                prop_assert_eq!(stream.key(), Key::NEVER);
                stream.push_paced(train, Span::from_ps(7));
                stream.take_cell(&clocks);
                prop_assert_eq!(stream.key().time().ps(), 7);
            }
        }
    }

    /// A stream of a host with RM cells, of one cell, and data that come together with their last one.
    fn at_host() -> (Stream, [CellClock; 2]) {
        let (mut stream, clocks) = filled(&[], TieOrder::Random);
        stream.passes_on = true;
        for (frame, at_ps) in [(0, 30), (1, 50), (2, 70)] {
            let first = ClockPoint::exactly(Time::from_ps(at_ps));
            stream.push(Train { first, frame, count: 3, label: Label::of(3), clock: INSTANT, ..IDLE });
        }
        (stream, clocks)
    }

    #[test]
    fn an_rm_cell_comes_before_data_that_were_brought_to_a_host_ahead_of_it() {
        for (at_ps, order) in [(10, [10, 30, 50, 70]), (40, [30, 40, 50, 70]), (90, [30, 50, 70, 90])] {
            let (mut stream, clocks) = at_host();
            let before = stream.key();
            let rm = Train { first: ClockPoint::exactly(Time::from_ps(at_ps)), ..IDLE };
            // Only where it is the first is another thing due.
            assert_eq!(stream.push(rm), (at_ps < 30).then_some(before));
            let times = order.map(|_| stream.take(Time::NEVER, &clocks).first.at.ps());
            assert_eq!(times, order);
        }
    }

    #[test]
    fn what_is_taken_out_of_a_stream_leaves_the_others_in_order() {
        let (mut stream, clocks) = at_host();
        let taken: Vec<u32> =
            stream.take_out(|train| train.frame != 1).iter().map(|train| train.frame).collect();
        assert_eq!(taken, [0, 2]);
        assert_eq!(stream.take(Time::NEVER, &clocks).frame, 1);
        assert_eq!(stream.key(), Key::NEVER);
        assert!(stream.take_out(|_| true).is_empty());
        assert_eq!(stream.key(), Key::NEVER);
    }

    #[test]
    fn an_empty_stream_is_never_due_and_holds_nothing() {
        let (mut stream, clocks) = filled(&[1], TieOrder::Random);
        assert_ne!(stream.key(), Key::NEVER);
        stream.take(Time::NEVER, &clocks);
        assert_eq!((stream.key(), stream.pending_cells(|_| true), stream.rest.len()), (Key::NEVER, 0, 0));
    }
}
