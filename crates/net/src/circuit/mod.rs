//! A circuit: one direction of a virtual connection, with the frames under way on it.

pub(crate) mod feeder;
mod frames;
pub(crate) mod held;
pub(crate) mod hop;
pub(crate) mod merge;
pub(crate) mod other_ways;

use cellwise_atm::aal5::{CellRun, Encapsulation, Reassembled, Reassembler, ReassemblyError};
use cellwise_units::{Bytes, Time};

use crate::circuit::feeder::Feeder;
use crate::data::delays::DelaysByFlow;
use crate::data::ids::{HopId, Ids, kind};
use crate::data::measured::{Measured, Since};
use crate::data::packet::Sdu;
use crate::data::train::Train;
use frames::{Frames, Kept};

/// What a circuit is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Frames of data, one direction of a virtual connection.
    Data,
    /// Forward RM cells of a control loop, with its data.
    ForwardRm,
    /// RM cells on their way from where they are turned around to the ABR source that sends them back;
    /// they are no cells on a line yet.
    TurnedRm,
    /// Backward RM cells of a control loop.
    BackwardRm,
    /// Packets on packet links.
    Packets,
}

/// What the sending end counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct SendTally {
    pub(crate) frames: u64,
    pub(crate) cells: u64,
}

impl Since for SendTally {
    fn since(&self, before: &Self) -> Self {
        Self { frames: self.frames - before.frames, cells: self.cells - before.cells }
    }
}

/// What the receiving end counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReceiveTally {
    /// Cells that arrived.
    pub(crate) cells: u64,
    /// Frames that were put together.
    pub(crate) frames: u64,
    /// Frames (or merged runs of frames) thrown away, by [`ReassemblyError::index`].
    pub(crate) failed: [u64; ReassemblyError::ALL.len()],
    /// Cells that arrived in vain: thrown away with their frame.
    pub(crate) wasted_cells: u64,
}

impl Since for ReceiveTally {
    fn since(&self, before: &Self) -> Self {
        Self {
            cells: self.cells - before.cells,
            frames: self.frames - before.frames,
            failed: std::array::from_fn(|index| self.failed[index] - before.failed[index]),
            wasted_cells: self.wasted_cells - before.wasted_cells,
        }
    }
}

/// One direction of a virtual connection.
#[derive(Clone, Debug)]
pub(crate) struct Circuit {
    /// Position in the world's list of the first hop: the sending host's adapter.
    pub(crate) first_hop: HopId,
    /// Hops, the receiving host included.
    pub(crate) hops: u32,
    pub(crate) role: Role,
    /// What feeds the first hop.
    pub(crate) origin: Feeder,
    pub(crate) encapsulation: Encapsulation,
    /// Those under way.
    pub(crate) frames: Frames,
    /// Frames on their way to a packet queue, where others may overtake them; `None` without one.
    to_queue: Option<Box<Frames>>,
    /// What was sent, for captures; `None` without one.
    kept: Option<Box<Kept>>,
    reassembler: Reassembler,
    pub(crate) sent: Measured<SendTally>,
    pub(crate) received: Measured<ReceiveTally>,
    /// Of the flows whose data arrive at their destination by it.
    pub(crate) delays: DelaysByFlow,
}

impl Circuit {
    pub(crate) fn new(
        first_hop: HopId,
        hops: u32,
        role: Role,
        origin: Feeder,
        encapsulation: Encapsulation,
        reassembler: Reassembler,
    ) -> Self {
        Self {
            first_hop,
            hops,
            role,
            origin,
            encapsulation,
            frames: Frames::default(),
            to_queue: None,
            kept: None,
            reassembler,
            sent: Measured::default(),
            received: Measured::default(),
            delays: DelaysByFlow::default(),
        }
    }

    /// Notes a packet that goes out as a frame; gives the frame's number and cells.
    #[inline(always)]
    pub(crate) fn send(&mut self, frame: Sdu) -> (u32, u16) {
        let cells = self.encapsulation.cells_for(Bytes::new(u64::from(frame.octets()))).get();
        self.sent.frames += 1;
        self.sent.cells += cells;
        match &mut self.to_queue {
            Some(frames) => (frames.push(frame), cells as u16),
            None => (self.launch(frame), cells as u16),
        }
    }

    /// Notes a frame of one cell; gives its number.
    #[inline]
    pub(crate) fn send_cell(&mut self, frame: Sdu) -> u32 {
        self.sent.frames += 1;
        self.sent.cells += 1;
        self.launch(frame)
    }

    /// Notes a frame that is now under way; gives its number.
    #[inline]
    pub(crate) fn launch(&mut self, frame: Sdu) -> u32 {
        let number = self.frames.push(frame);
        if let Some(kept) = &mut self.kept {
            kept.frames.adopt(number, frame);
        }
        number
    }

    /// Keeps frames until a later one has arrived, also lost ones.
    pub(crate) fn keep_frames(&mut self) {
        self.kept = Some(Box::default());
    }

    /// A frame that was sent, if the circuit keeps frames and no later one has arrived.
    pub(crate) fn kept(&self, number: u32) -> Option<&Sdu> {
        self.kept.as_ref()?.frames.get(number)
    }

    /// Takes in a frame that has arrived, whether whole or not.
    #[inline]
    fn land(&mut self, number: u32) -> Sdu {
        if let Some(kept) = &mut self.kept {
            kept.frames.forget_until(number.wrapping_sub(1));
        }
        self.frames.take(number)
    }

    /// Lets frames pass a packet queue before they are under way: they get their number there.
    pub(crate) fn pass_queue(&mut self) {
        self.to_queue = Some(Box::default());
    }

    /// The frame of a number that enters a packet queue; `None` if the circuit leads over packet links.
    pub(crate) fn enter_queue(&mut self, number: u32) -> Option<Sdu> {
        self.to_queue.as_mut().map(|frames| frames.take(number))
    }

    /// Takes in a frame of one cell.
    #[inline]
    pub(crate) fn receive_cell(&mut self, number: u32) -> Sdu {
        self.received.cells += 1;
        self.received.frames += 1;
        self.land(number)
    }

    /// Counts a packet that comes from a packet link at `now`.
    #[inline]
    pub(crate) fn receive_packet(&mut self, packet: &Sdu, now: Time) {
        self.received.frames += 1;
        self.delays.record(packet.flow, (now - packet.sent_at).get());
    }

    /// A frame under way.
    ///
    /// # Panics
    /// If it is lost: then no cell of it that matters is left.
    #[inline]
    pub(crate) fn frame_mut(&mut self, number: u32) -> &mut Sdu {
        self.frames.get_mut(number).expect("a frame under way is known")
    }

    /// Takes over what the sending end has counted elsewhere, and what the receiving end has.
    pub(crate) fn join_ends(&mut self, other: &mut Self, sending: bool, receiving: bool) {
        if sending {
            std::mem::swap(&mut self.sent, &mut other.sent);
        }
        if receiving {
            std::mem::swap(&mut self.received, &mut other.received);
            std::mem::swap(&mut self.delays, &mut other.delays);
            std::mem::swap(&mut self.reassembler, &mut other.reassembler);
        }
    }

    /// The last hop of the circuit.
    pub(crate) fn last_hop(&self) -> HopId {
        HopId::new(self.first_hop.number() + self.hops - 1)
    }

    /// All hops of the circuit, in order.
    pub(crate) fn way(&self) -> Ids<kind::Hop> {
        self.first_hop.up_to(self.last_hop().next())
    }

    /// Whether cells must be passed to [`Circuit::receive`] one by one.
    #[inline]
    pub(crate) fn wants_single_cells(&self) -> bool {
        self.reassembler.has_timeout()
    }

    /// Takes the cells of a train, the last of which has arrived by `now`; gives the frame that
    /// they complete, if they do.
    #[inline(always)]
    pub(crate) fn receive(&mut self, train: &Train, now: Time) -> Option<Sdu> {
        self.check_timeout(now);
        self.received.cells += u64::from(train.count);
        let run = CellRun {
            frame: u64::from(train.frame),
            frame_cells: u32::from(train.label.frame_cells()),
            first_index: u32::from(train.index),
            count: u32::from(train.count),
            is_damaged: train.label.is_damaged(),
        };
        if let Some(Reassembled::Failed { error, cells }) = self.reassembler.on_frame_check(run.frame) {
            self.fail(error, cells);
        }
        let outcome = self.reassembler.on_cells(run, now)?;
        let frame = train.ends_frame().then(|| self.land(train.frame));
        match outcome {
            Reassembled::Delivered { .. } => {
                let frame = frame.expect("a frame is complete with its last cell");
                self.received.frames += 1;
                self.delays.record(frame.flow, (now - frame.sent_at).get());
                Some(frame)
            }
            Reassembled::Failed { error, cells } => {
                self.fail(error, cells);
                if let (Some(kept), Some(frame)) = (&mut self.kept, frame) {
                    kept.note_unfit(train.frame, frame, now);
                }
                None
            }
        }
    }

    /// The packets of transports outside whose frames could not be put together since this was asked, each with the
    /// number of its frame and the instant, if frames are kept.
    pub(crate) fn take_unfit(&mut self) -> Vec<(u32, Sdu, Time)> {
        self.kept.as_mut().map(|kept| kept.take_unfit()).unwrap_or_default()
    }

    /// Lets the reassembly timer fire if it is due by `now`.
    #[inline]
    pub(crate) fn check_timeout(&mut self, now: Time) {
        if let Some(Reassembled::Failed { error, cells }) = self.reassembler.on_timeout_check(now) {
            self.fail(error, cells);
        }
    }

    #[cold]
    fn fail(&mut self, error: ReassemblyError, cells: u64) {
        self.received.failed[error.index()] += 1;
        self.received.wasted_cells += cells;
    }

    /// Lets the measured time begin at the receiving end.
    pub(crate) fn end_receiving_warmup(&mut self) {
        self.received.end_warmup();
        self.delays.clear();
    }
}
