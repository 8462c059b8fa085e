//! Stages: elements that pass trains on in place, perhaps later or less of them.
//!
//! A stage is one file next to this one, with its state and what it knows of each circuit that passes, and one row
//! of [`stages!`]: the row makes it an [`Element`], gives it a list in [`Stages`] and lets the world ask it what it
//! asks every stage.

use cellwise_units::{CellClock, Span, Time};

use super::contract::{Around, LinkEnd, Stage};
use super::delay_line::DelayLine;
use super::lanes::{LaneId, Lanes};
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

        impl Element {
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
                match element {
                    $(Element::$name(id) => self.$list[id].name(),)+
                    _ => "",
                }
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

            pub(crate) fn least_passage(&self, element: Element) -> Span {
                match element {
                    $(Element::$name(id) => self.$list[id].least_passage(),)+
                    _ => Span::ZERO,
                }
            }

            pub(crate) fn lanes(&self, element: Element) -> Option<&Lanes> {
                match element {
                    $(Element::$name(id) => self.$list[id].lanes(),)+
                    _ => None,
                }
            }

            pub(crate) fn lanes_mut(&mut self, element: Element) -> Option<&mut Lanes> {
                match element {
                    $(Element::$name(id) => self.$list[id].lanes_mut(),)+
                    _ => None,
                }
            }

            pub(crate) fn end_early(&mut self, end: Time) {
                $(self.$list.iter_mut().for_each(|stage| stage.end_early(end));)+
            }

            pub(crate) fn finish(&mut self) {
                $(self.$list.iter_mut().for_each(Stage::finish);)+
            }

            /// Cells lost at all stages.
            pub(crate) fn lost(&self) -> u64 {
                0 $(+ self.$list.iter().map(Stage::lost).sum::<u64>())+
            }

            /// Cells that would have arrived at stages after the end of the run.
            pub(crate) fn beyond_end(&self) -> u64 {
                0 $(+ self.$list.iter().map(Stage::beyond_end).sum::<u64>())+
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
