//! Borders: where circuits leave one part of a network for others, and what has left.

use crate::data::ids::{List, kind};
use crate::data::packet::Sdu;
use crate::data::train::Train;
use crate::element::Exit;

/// Cells on their way from one part to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub(super) train: Train,
    /// What their frame carries; `None` if its last cell is lost.
    pub(super) frame: Option<Sdu>,
}

/// Where circuits leave a part of the network.
#[derive(Clone, Debug, Default)]
pub(super) struct Borders {
    pub(super) exits: List<Exit, kind::Exit>,
    /// What has left, by the part that takes it.
    pub(super) outgoing: Vec<Vec<Crossing>>,
}
