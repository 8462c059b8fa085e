//! A merge: an ordering point, where the cells of several streams are taken in order of time.

use cellwise_engine::{Key, KeyQueue};
use cellwise_units::{CellClock, Span, Time};

use super::held::Uncounted;
use crate::data::ids::{HostId, Id, MergeId, PacketPortId, PortId};
use crate::data::stream::Stream;
use crate::data::train::{INSTANT, Train};
use crate::element::Element;

/// What takes the cells of an ordering point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Server {
    /// A FIFO port, which settles departures on arrival.
    Fifo(PortId),
    /// A host or a router.
    Host(HostId),
    /// A stage that is fed from several places, such as a shaper of a virtual path.
    Stage(Element),
    /// Ports with a scheduler, each with a slot of its own for its next departure.
    Scheduled,
    /// The queue of packets in front of a link, with a slot of its own for its next departure.
    PacketPort(PacketPortId),
    /// The adapter of an ABR end, with a slot of its own for its next cell.
    Paced(PortId),
}

/// How long it takes at least until something that happens elsewhere reaches an ordering point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lookahead {
    /// What happens at another ordering point.
    pub(crate) places: Span,
    /// What happens when a timer of a host fires.
    pub(crate) timers: Span,
}

/// Until when no RM cell reaches an adapter.
#[derive(Clone, Debug)]
pub(crate) struct BeforeRm {
    /// How long one takes at least from an event elsewhere.
    pub(crate) lookahead: Lookahead,
    /// The places of those that are here when they are turned around: not before anything is due there.
    pub(crate) turned_at: Vec<MergeId>,
}

impl Default for BeforeRm {
    fn default() -> Self {
        let never = Span::from_ps(u64::MAX);
        Self { lookahead: Lookahead { places: never, timers: never }, turned_at: Vec::new() }
    }
}

impl BeforeRm {
    /// Notes that RM cells come in so short a time; by way of another ordering point if they are turned around there.
    pub(crate) fn note(&mut self, passage: Span, turned_at: Option<MergeId>) {
        let Lookahead { places, timers } = &mut self.lookahead;
        *places = passage.min(*places);
        *timers = passage.min(*timers);
        self.turned_at.extend(turned_at.filter(|place| !self.turned_at.contains(place)));
    }
}

/// An ordering point.
#[derive(Clone, Debug)]
pub(crate) struct Merge {
    /// What takes the cells.
    pub(crate) server: Server,
    pub(crate) streams: Vec<Stream>,
    /// The ports, or the packet queue, with slots of their own, which follow those of the streams.
    pub(crate) own: Vec<PortId>,
    /// How far it may be ahead of other places.
    pub(crate) lookahead: Lookahead,
    /// At an adapter that may take runs of data: until when no RM cell comes.
    pub(crate) before_rm: Option<Box<BeforeRm>>,
    /// The cells that its only port has not counted yet, if that counts later.
    pub(crate) uncounted: Option<Id<Uncounted>>,
    key_queue: KeyQueue,
}

impl Merge {
    pub(crate) fn new(server: Server, streams: Vec<Stream>, own: Vec<PortId>) -> Self {
        let key_queue = KeyQueue::new(streams.len() + own.len());
        let lookahead = Lookahead { places: Span::ZERO, timers: Span::ZERO };
        Self { server, streams, own, lookahead, before_rm: None, uncounted: None, key_queue }
    }

    /// When something is due next, and in which slot: the number of a stream, or behind those one
    /// of [`Merge::own`].
    #[inline]
    pub(crate) fn first(&self) -> Key {
        self.key_queue.first()
    }

    /// When something is due behind that.
    #[inline]
    pub(crate) fn second(&self) -> Key {
        self.key_queue.second()
    }

    /// The port whose own slot is due first; `None` if a stream is.
    #[inline]
    pub(crate) fn first_own(&self) -> Option<PortId> {
        let slot = self.key_queue.first().slot() as usize;
        slot.checked_sub(self.streams.len()).map(|own| self.own[own])
    }

    /// The adapter that has to be asked now, because its promise is due first.
    #[inline]
    pub(crate) fn promised(&self) -> Option<PortId> {
        let first = self.key_queue.first();
        if first.is_promise() { self.streams[first.slot() as usize].source } else { None }
    }

    /// The cell that is due first; `None` if something else is.
    #[inline]
    pub(crate) fn cell_due_first(&self) -> Option<Train> {
        let head = self.streams.get(self.key_queue.first().slot() as usize)?.head()?;
        Some(Train { count: 1, ..*head })
    }

    /// Whether what is due first, by an instant, are cells of a frame that come together, except its last one.
    pub(crate) fn has_part_by(&self, now: Time) -> bool {
        let first = self.key_queue.first();
        let head = self.streams.get(first.slot() as usize).and_then(Stream::head);
        first.time() <= now && head.is_some_and(|head| head.clock == INSTANT && !head.ends_frame())
    }

    /// Adds a train to a stream.
    #[inline(always)]
    pub(crate) fn push(&mut self, stream: u32, train: Train) {
        let stream = &mut self.streams[stream as usize];
        if let Some(before) = stream.push(train) {
            self.key_queue.replace(before, stream.key());
        }
    }

    /// Adds a train of a source that is asked for cells, at a distance of its own.
    pub(crate) fn push_paced(&mut self, stream: u32, train: Train, distance: Span) {
        self.change(stream, |stream| stream.push_paced(train, distance));
    }

    /// Takes back the last so many cells of a stream, which are of one paced train.
    pub(crate) fn take_back(&mut self, stream: u32, cells: u16) {
        self.change(stream, |stream| stream.take_back(cells));
    }

    /// Puts a stream to sleep until the last cell of its head is due. What is due before is drawn from it.
    pub(crate) fn sleep(&mut self, stream: u32, clocks: &[CellClock]) {
        let stream = &self.streams[stream as usize];
        self.key_queue.replace(stream.key(), stream.key_of_last(clocks));
    }

    /// Wakes a stream that sleeps.
    pub(crate) fn wake(&mut self, stream: u32, clocks: &[CellClock]) {
        let stream = &self.streams[stream as usize];
        self.key_queue.replace(stream.key_of_last(clocks), stream.key());
    }

    /// Sets until when certainly nothing comes from the source of a stream; says whether what is due
    /// first may be another thing now.
    #[inline]
    pub(crate) fn set_promise(&mut self, stream: u32, at: Time) -> bool {
        let stream = &mut self.streams[stream as usize];
        let before = stream.set_promise(at);
        if let Some(before) = before {
            self.key_queue.replace(before, stream.key());
        }
        before.is_some()
    }

    /// Takes the next cell, and those behind it in its train that come before anything else: what
    /// is in other slots, and `bound`. A stream is due first.
    #[inline(always)]
    pub(crate) fn take(&mut self, bound: Time, clocks: &[CellClock]) -> Train {
        let stream = &mut self.streams[self.key_queue.first().slot() as usize];
        let bound = if stream.is_single() { bound } else { bound.min(self.key_queue.second().time()) };
        let train = stream.take(bound, clocks);
        self.key_queue.move_first(stream.key());
        train
    }

    /// Takes those of the next so many cells of a stream that are due by `last`, whatever is due before them.
    pub(crate) fn leave_out(
        &mut self,
        stream: u32,
        most: u16,
        last: Time,
        clocks: &[CellClock],
    ) -> Option<Train> {
        self.change(stream, |stream| stream.leave_out(most, last, clocks))
    }

    /// Takes the next cell. A stream is due first.
    #[inline(always)]
    pub(crate) fn take_cell(&mut self, clocks: &[CellClock]) -> Train {
        let stream = &mut self.streams[self.key_queue.first().slot() as usize];
        let cell = stream.take_cell(clocks);
        self.key_queue.move_first(stream.key());
        cell
    }

    /// Takes the cells out of a stream that are of a kind, in order; the others stay. All are trains of their own.
    pub(crate) fn take_out(&mut self, stream: u32, is_meant: impl Fn(&Train) -> bool) -> Vec<Train> {
        self.change(stream, |stream| stream.take_out(is_meant))
    }

    /// Does something with a stream that may get another key by it.
    fn change<R>(&mut self, stream: u32, act: impl FnOnce(&mut Stream) -> R) -> R {
        let stream = &mut self.streams[stream as usize];
        let before = stream.key();
        let result = act(stream);
        let key = stream.key();
        self.set_own(before, key);
        result
    }

    /// Gives the own slot that is due first its next key.
    #[inline]
    pub(crate) fn move_own(&mut self, key: Key) {
        self.key_queue.move_first(key);
    }

    /// Gives a slot, whatever is due before it, the key `key` instead of `before`, which may be the same;
    /// [`Key::NEVER`] takes it out.
    #[inline]
    pub(crate) fn set_own(&mut self, before: Key, key: Key) {
        if key != before {
            self.key_queue.replace(before, key);
        }
    }
}
