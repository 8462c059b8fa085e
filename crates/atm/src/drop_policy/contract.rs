//! What every drop policy answers, and what it sees of its queue.

use cellwise_units::Time;

/// The family's name in the catalogue.
pub const FAMILY: &str = "drop-policies";

/// The state that a policy may use when the first cell of a frame arrives, before it is inserted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QueueView {
    /// The instant of arrival.
    pub now: Time,
    /// X: cells in the queue.
    pub waiting: u64,
    /// K: cells that the buffer holds; `u64::MAX` without limit.
    pub capacity: u64,
    /// `Y_i`: cells of the arriving cell's VC in the queue.
    pub vc_waiting: u64,
    /// `N_a`: VCs with at least one cell in the queue (the arriving VC only if `vc_waiting` > 0).
    pub active_vcs: u64,
    /// Whole cell times since the last cell of the queue was sent, 0 while one is in transmission.
    /// Means idle time only while nothing waits: a paced line rests between cells.
    pub idle_cells: u64,
    /// Whether the arriving cell has CLP=1: it was sent or tagged as one that may be lost first.
    pub clp: bool,
    /// A draw, uniform over 0 to 1 (exclusive), of its own for each frame; 0 unless the policy
    /// [needs randomness](DropPolicy::needs_randomness).
    pub draw: f64,
}

/// A rule by which a queue refuses frames.
pub trait DropPolicy {
    /// The least X at which the queue must ask: in a shorter queue no frame is ever refused. 0 if
    /// the policy must see every frame, `u64::MAX` if it never refuses one. Constant over the
    /// policy's life.
    fn asked_from(&self) -> u64;

    /// Whether the frame whose first cell arrives now is refused as a whole. Asked once per frame,
    /// with `view.waiting` at least [`asked_from`](Self::asked_from).
    fn refuses_frame(&mut self, view: &QueueView) -> bool;

    /// Whether the rest of a frame is discarded once one of its cells met a full buffer.
    fn discards_remainder(&self) -> bool;

    /// Whether the policy uses `vc_waiting` and `active_vcs`, so that the queue must count them.
    fn needs_vc_accounting(&self) -> bool;

    /// Whether the policy uses `draw`, so that the queue must have a random stream for it.
    fn needs_randomness(&self) -> bool {
        false
    }
}
