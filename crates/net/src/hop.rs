//! A hop: one element on the way of a circuit, and what that element knows of the circuit.
//!
//! All hops of a circuit stand next to each other in the world's list, so "the next element" is
//! the next entry.

use cellwise_atm::drop_policy::FrameGate;
use cellwise_atm::loss::{LossCounts, LossReason};
use cellwise_units::{ClockPoint, Span, Time};

use crate::capture::CellTap;
use crate::cells::Watch;
use crate::ids::{CircuitId, HopId, HostId, Id, LoopId, MergeId, PortId};
use crate::line::Line;
use crate::losses::LostRun;
use crate::noise::Noise;
use crate::policer::Policer;
use crate::shaper::Shaper;
use crate::train::Train;
use crate::uplink::Uplink;
use crate::world::Exit;

/// An element that cells pass or end at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Element {
    /// An output port, or an ABR end's adapter: its position in the world's list of ports.
    Port(PortId),
    /// A host or a router: its position in the world's list of hosts.
    Host(HostId),
    /// The rate rule of a port, which answers backward RM cells that pass its switch.
    Feedback(PortId),
    /// A port that backward RM cells pass without waiting: one cell time and the link's delay.
    Express(PortId),
    /// A LAN line, which carries packets: its position in the world's list.
    Line(Id<Line>),
    /// Noise on a line, behind which errored cells are dropped: its position in the world's list.
    Noise(Id<Noise>),
    /// A tap, which shows what passes to a capture: its position in the world's list.
    Tap(Id<CellTap>),
    /// A watch, which notes the cells that are offered to the port behind it: its position in the world's
    /// list.
    Watch(Id<Watch>),
    /// A policer, which passes cells on at once or not at all: its position in the world's list.
    Policer(Id<Policer>),
    /// The packet queue of a host: its position in the world's list.
    Uplink(Id<Uplink>),
    /// A shaper, which delays cells until a contract allows them: its position in the world's list.
    Shaper(Id<Shaper>),
    /// Where cells leave for another part of the network: a position in the world's list.
    Exit(Id<Exit>),
}

/// Cells of one frame that have left an ordering point and meet nothing before their host but
/// ports that are always empty when they come.
///
/// Nobody needs to know about them before the last of the frame: they are brought to the host
/// together. See [`World::gather`](crate::world::World).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gathering {
    /// From the end of transmission here to the arrival at the host.
    pub(crate) to_host: Span,
    /// Hops from here to the host.
    pub(crate) hops_to_host: u32,
    /// The cells gathered: consecutive cells of one frame. None while `count` is 0.
    pub(crate) cells: Train,
    /// End of transmission of the last of them.
    pub(crate) last_end: Time,
}

/// Cells of one frame that have left an ordering point on a way that is their circuit's alone. See
/// [`World::bring_on`](crate::world::World).
#[derive(Clone, Debug)]
pub(crate) struct Bunch {
    /// Consecutive cells of one frame, on their way to the next element. None while `count` is 0.
    pub(crate) cells: Train,
    /// When each of them arrives there.
    pub(crate) arrivals: Vec<ClockPoint>,
}

/// One element on the way of a circuit.
#[derive(Clone, Debug)]
pub(crate) struct Hop {
    /// The element.
    pub(crate) element: Element,
    /// The ordering point and the stream in which cells wait for their turn at the element; `None`
    /// where the element is a stage of a pipe and is evaluated in place.
    pub(crate) stream: Option<(MergeId, u32)>,
    /// Where the circuit stands in its current frame at this port.
    pub(crate) gate: FrameGate,
    /// Cells of the circuit in this port's queue, if the port accounts for them.
    pub(crate) queued: u32,
    /// The virtual connection's place among those of a scheduled port.
    pub(crate) place: u32,
    /// The hop of the data beside which RM cells pass the element; `None` for data.
    pub(crate) data_hop: Option<HopId>,
    /// The control loop that ends at the element.
    pub(crate) ends_loop: Option<LoopId>,
    /// At an ordering point: the cells of a frame on their way to the host, if nothing on that way
    /// can make them wait.
    pub(crate) gathering: Option<Gathering>,
    /// At an ordering point: the cells of a frame on their way to the next port, if all that follows is
    /// the circuit's alone.
    pub(crate) bunch: Option<Box<Bunch>>,
    /// The circuit: its position in the world's list.
    pub(crate) circuit: CircuitId,
    /// Cells of the circuit lost at this port.
    pub(crate) lost: LossCounts,
    /// Cells of the circuit lost at this port by the end of the warm-up.
    lost_baseline: LossCounts,
    /// The cells lost here one by one, until they are asked for; `None` if nobody will.
    pub(crate) log: Option<Vec<LostRun>>,
}

impl Hop {
    /// A hop of a circuit at an element, before streams and places are known.
    pub(crate) fn new(element: Element, circuit: CircuitId) -> Self {
        Self {
            element,
            stream: None,
            gate: FrameGate::Between,
            queued: 0,
            place: 0,
            data_hop: None,
            ends_loop: None,
            gathering: None,
            bunch: None,
            circuit,
            lost: LossCounts::default(),
            lost_baseline: LossCounts::default(),
            log: None,
        }
    }

    /// Notes that cells are lost here, the first of them at `at`.
    pub(crate) fn lose(&mut self, reason: LossReason, at: Time, cells: &Train) {
        self.lost.record(reason, u64::from(cells.count));
        self.note(LostRun { at, cells: *cells, reason, go_on: false });
    }

    /// Notes that noise damages cells here that go on, the first of them at `at`.
    pub(crate) fn damage(&mut self, at: Time, cells: &Train) {
        self.note(LostRun { at, cells: *cells, reason: LossReason::LineError, go_on: true });
    }

    fn note(&mut self, run: LostRun) {
        if let Some(log) = &mut self.log {
            log.push(run);
        }
    }

    /// Notes that the warm-up ends here.
    pub(crate) fn note_warmup_losses(&mut self) {
        self.lost_baseline = self.lost.clone();
    }

    /// Cells lost here in the measured time, by reason.
    pub(crate) fn lost_since_warmup(&self) -> LossCounts {
        losses_since(&self.lost, &self.lost_baseline)
    }
}

/// What was lost after `baseline` was taken.
pub(crate) fn losses_since(total: &LossCounts, baseline: &LossCounts) -> LossCounts {
    let mut since = LossCounts::default();
    for (reason, cells) in total.iter() {
        since.record(reason, cells - baseline.get(reason));
    }
    since
}
