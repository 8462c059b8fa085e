//! Stages: elements that pass trains on in place, perhaps later or less of them.
//!
//! A stage is one file next to this one, with its state and what it knows of each circuit that passes, and one row
//! of `stages!`: the row makes it an [`Element`], gives it a list in [`Stages`] and lets the world ask it what it
//! asks every stage.

use cellwise_units::{CellClock, Time};

use super::contract::{Around, LinkEnd, Stage, Station, Stationed};
use super::delay_line::DelayLine;
use super::lanes::LaneId;
use super::noise::Noise;
use super::policer::Policer;
use super::shaper::Shaper;
use crate::data::ids::{CellTapId, ExitId, HostId, Id, List, PacketPortId, PortId, WatchId};
use crate::data::train::Train;

macro_rules! stages {
    ($($(#[$doc:meta])+ $name:ident($stage:ty) in $list:ident;)+) => {
        /// An element that cells pass or end at, by its place in its list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Element {
            /// An output port, or an ABR end's adapter.
            Port(PortId),
            /// A host or a router.
            Host(HostId),
            /// The rate rule of a port, which answers backward RM cells that pass its switch.
            Feedback(PortId),
            /// A port that backward RM cells pass without waiting: one cell time and the link's delay.
            Express(PortId),
            /// The queue of packets in front of a link.
            PacketPort(PacketPortId),
            /// A tap, which shows what passes to a capture.
            Tap(CellTapId),
            /// A watch, which notes the cells that are offered to the port behind it.
            Watch(WatchId),
            /// Where cells leave for another part of the network.
            Exit(ExitId),
            $($(#[$doc])+ $name(Id<$stage>),)+
        }

        /// All stages of a network.
        #[derive(Clone, Debug, Default)]
        pub(crate) struct Stages {
            $(pub(crate) $list: List<$stage>,)+
        }

        $(impl Stationed for $stage {
            fn station(&mut self) -> &mut Station {
                &mut self.station
            }
        })+

        impl Element {
            /// The port, if it is one.
            pub(crate) fn port(self) -> Option<PortId> {
                if let Self::Port(port) = self { Some(port) } else { None }
            }

            /// Whether it is a stage, and if so, whether it feeds the next element.
            pub(crate) fn feeds(self) -> Option<bool> {
                match self {
                    $(Self::$name(_) => Some(<$stage as Stage>::FEEDS),)+
                    _ => None,
                }
            }
        }

        impl Stages {
            /// Adds the stages on a direction of a link; gives them in the order in which cells pass them.
            pub(crate) fn add_on_link(&mut self, end: &LinkEnd<'_>) -> Vec<Element> {
                let mut added = Vec::new();
                $(if let Some(stage) = <$stage as Stage>::on_link(end) {
                    added.push(Element::$name(self.$list.push(stage)));
                })+
                added
            }

            /// All stages.
            pub(crate) fn elements(&self) -> Vec<Element> {
                let mut elements = Vec::new();
                $(elements.extend(self.$list.ids().map(Element::$name));)+
                elements
            }

            /// The name of a stage; that of anything else is empty.
            pub(crate) fn name(&self, element: Element) -> &str {
                self.station(element).map_or("", |station| &station.name)
            }

            /// What a stage has in common with all others; nothing else has it.
            pub(crate) fn station(&self, element: Element) -> Option<&Station> {
                match element {
                    $(Element::$name(id) => Some(&self.$list[id].station),)+
                    _ => None,
                }
            }

            pub(crate) fn station_mut(&mut self, element: Element) -> Option<&mut Station> {
                match element {
                    $(Element::$name(id) => Some(&mut self.$list[id].station),)+
                    _ => None,
                }
            }

            fn stations(&self) -> impl Iterator<Item = &Station> {
                std::iter::empty()$(.chain(self.$list.iter().map(|stage| &stage.station)))+
            }

            #[inline]
            pub(crate) fn passes_whole(
                &mut self, element: Element, train: &Train, feeder: &CellClock,
            ) -> bool {
                match element {
                    $(Element::$name(id) => self.$list[id].passes_whole(train, feeder),)+
                    _ => unreachable!("{element:?} is served in order of time"),
                }
            }

            pub(crate) fn accept(
                &mut self, element: Element, train: &Train, lane: LaneId, around: Around<'_>,
            ) {
                match element {
                    $(Element::$name(id) => self.$list[id].accept(train, lane, around),)+
                    _ => unreachable!("{element:?} is no stage"),
                }
            }

            /// Makes `end`, which is before the end of the run, the end of all.
            pub(crate) fn end_early(&mut self, end: Time) {
                $(for stage in &mut self.$list {
                    stage.station.marks.end_early(end);
                })+
            }

            /// Closes the statistics at the end of the run.
            pub(crate) fn finish(&mut self) {
                $(for stage in self.$list.iter_mut().filter(|stage| stage.station.marks.is_warming_up()) {
                    stage.end_warmup();
                })+
            }

            /// Cells lost at all stages over the whole run.
            pub(crate) fn lost(&self) -> u64 {
                self.stations().map(|station| station.lanes.all_lost()).sum()
            }

            /// Cells that would have arrived at stages after the end of the run.
            pub(crate) fn beyond_end(&self) -> u64 {
                self.stations().map(|station| station.marks.beyond_end).sum()
            }

            /// Takes over those stages of another part of the network that `is_own` names.
            pub(crate) fn join(&mut self, other: &mut Self, is_own: impl Fn(Element) -> bool) {
                $(self.$list.take_from(&mut other.$list, |id| is_own(Element::$name(id)));)+
            }
        }
    };
}

stages! {
    /// Noise on a line, behind which errored cells are dropped, or continue damaged.
    Noise(Noise) in noises;
    /// A policer, which passes cells on at once or not at all.
    Policer(Policer) in policers;
    /// A shaper, which delays cells until a contract allows them.
    Shaper(Shaper) in shapers;
    /// A delay line: the jitter of a link.
    DelayLine(DelayLine) in delay_lines;
}
