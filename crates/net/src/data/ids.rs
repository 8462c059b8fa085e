//! Typed numbers: the place of something in one of the world's lists, and those lists.
//!
//! A number of one kind cannot be taken for that of another, and is of use only with its own list.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Map;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut, Range};

/// The kinds of numbers: names alone, so that code with a number need not know the numbered type.
pub(crate) mod kind {
    pub(crate) enum CellTap {}
    pub(crate) enum Circuit {}
    pub(crate) enum ControlLoop {}
    pub(crate) enum Endpoint {}
    pub(crate) enum Exit {}
    pub(crate) enum Flow {}
    pub(crate) enum Hop {}
    pub(crate) enum Host {}
    pub(crate) enum Merge {}
    pub(crate) enum PacketPort {}
    pub(crate) enum PacketWatch {}
    pub(crate) enum Port {}
    pub(crate) enum QueueTap {}
    pub(crate) enum Watch {}
}

pub(crate) type CellTapId = Id<kind::CellTap>;
pub(crate) type CircuitId = Id<kind::Circuit>;
pub(crate) type EndpointId = Id<kind::Endpoint>;
pub(crate) type ExitId = Id<kind::Exit>;
pub(crate) type FlowId = Id<kind::Flow>;
pub(crate) type HopId = Id<kind::Hop>;
pub(crate) type HostId = Id<kind::Host>;
pub(crate) type LoopId = Id<kind::ControlLoop>;
pub(crate) type MergeId = Id<kind::Merge>;
pub(crate) type PacketPortId = Id<kind::PacketPort>;
pub(crate) type PacketWatchId = Id<kind::PacketWatch>;
pub(crate) type PortId = Id<kind::Port>;
pub(crate) type QueueTapId = Id<kind::QueueTap>;
pub(crate) type WatchId = Id<kind::Watch>;

/// The place of something of the kind `K` in its list.
pub(crate) struct Id<K>(u32, PhantomData<fn() -> K>);

impl<K> Id<K> {
    /// Nothing of the list.
    pub(crate) const NONE: Self = Self::new(u32::MAX);

    pub(crate) const fn new(number: u32) -> Self {
        Self(number, PhantomData)
    }

    pub(crate) fn at(place: usize) -> Self {
        Self::new(place as u32)
    }

    #[inline]
    pub(crate) const fn number(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) const fn place(self) -> usize {
        self.0 as usize
    }

    /// The one behind it.
    #[inline]
    pub(crate) const fn next(self) -> Self {
        Self::new(self.0 + 1)
    }

    /// Those from this one on to before `end`.
    pub(crate) fn up_to(self, end: Self) -> Ids<K> {
        (self.0..end.0).map(Id::new)
    }
}

impl PortId {
    /// The output port of one end, 0 or 1, of a link.
    pub(crate) fn of_link(link: usize, end: usize) -> Self {
        Self::at(2 * link + end)
    }

    /// The link, if it is the port of one.
    pub(crate) const fn link(self) -> usize {
        self.place() / 2
    }

    /// The end of its link from which it sends.
    pub(crate) const fn end(self) -> usize {
        self.place() % 2
    }
}

impl CircuitId {
    /// The circuit of data of one direction, 0 or 1, of a virtual connection.
    pub(crate) fn of_vc(vc: usize, side: usize) -> Self {
        Self::at(2 * vc + side)
    }

    /// The virtual connection of a circuit of data.
    pub(crate) const fn vc(self) -> usize {
        self.place() / 2
    }

    /// The direction of a circuit of data.
    pub(crate) const fn side(self) -> usize {
        self.place() % 2
    }

    /// The circuit of data of the other direction.
    pub(crate) const fn opposite(self) -> Self {
        Self::new(self.number() ^ 1)
    }
}

impl<K> Clone for Id<K> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Id<K> {}

impl<K> PartialEq for Id<K> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<K> Eq for Id<K> {}

impl<K> PartialOrd for Id<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K> Ord for Id<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl<K> fmt::Debug for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Consecutive numbers.
pub(crate) type Ids<K> = Map<Range<u32>, fn(u32) -> Id<K>>;

/// A list whose entries are known by their [`Id`], which is of the kind `K`.
pub(crate) struct List<T, K = T>(Vec<T>, PhantomData<fn() -> K>);

impl<T, K> Default for List<T, K> {
    fn default() -> Self {
        Self(Vec::new(), PhantomData)
    }
}

impl<T: fmt::Debug, K> fmt::Debug for List<T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Clone, K> Clone for List<T, K> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}

impl<T, K> List<T, K> {
    /// Adds an entry; gives its number.
    pub(crate) fn push(&mut self, entry: T) -> Id<K> {
        self.0.push(entry);
        Id::at(self.0.len() - 1)
    }

    /// The number that the next entry will have.
    pub(crate) fn next_id(&self) -> Id<K> {
        Id::at(self.0.len())
    }

    /// The numbers of all entries.
    pub(crate) fn ids(&self) -> Ids<K> {
        Id::new(0).up_to(self.next_id())
    }

    /// All entries with their numbers.
    pub(crate) fn with_ids(&self) -> impl ExactSizeIterator<Item = (Id<K>, &T)> {
        self.ids().zip(&self.0)
    }

    /// The entry of a number, if the list has it.
    pub(crate) fn find(&self, id: Id<K>) -> Option<&T> {
        self.0.get(id.place())
    }

    /// Takes over those entries of a list of the same length that `is_own` names.
    pub(crate) fn take_from(&mut self, other: &mut Self, is_own: impl Fn(Id<K>) -> bool) {
        for (id, (own, other)) in self.ids().zip(self.0.iter_mut().zip(&mut other.0)) {
            if is_own(id) {
                std::mem::swap(own, other);
            }
        }
    }

    /// Makes another of an entry.
    pub(crate) fn replace_with(&mut self, id: Id<K>, make: impl FnOnce(T) -> T) {
        let entry = self.0.swap_remove(id.place());
        let last = self.0.len();
        self.0.push(make(entry));
        self.0.swap(id.place(), last);
    }

    /// The list as it grows.
    pub(crate) fn as_vec(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T, K> Deref for List<T, K> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T, K> DerefMut for List<T, K> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T, K> Index<Id<K>> for List<T, K> {
    type Output = T;

    #[inline]
    fn index(&self, id: Id<K>) -> &T {
        &self.0[id.place()]
    }
}

impl<T, K> IndexMut<Id<K>> for List<T, K> {
    #[inline]
    fn index_mut(&mut self, id: Id<K>) -> &mut T {
        &mut self.0[id.place()]
    }
}

impl<'a, T, K> IntoIterator for &'a List<T, K> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, T, K> IntoIterator for &'a mut List<T, K> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}
