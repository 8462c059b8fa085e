//! Borders: where circuits leave one part of a network for others, and what has left.

use crate::data::ids::{ExitId, List, kind};
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
    exits: List<Exit, kind::Exit>,
    /// What has left, by the part that takes it.
    outgoing: Vec<Vec<Crossing>>,
}

impl Borders {
    /// Those of a network in so many parts.
    pub(super) fn of(parts: usize) -> Self {
        Self { exits: List::default(), outgoing: vec![Vec::new(); parts] }
    }

    /// Adds a place at which a circuit leaves.
    pub(super) fn add(&mut self, exit: Exit) -> ExitId {
        let number = self.exits.next_id();
        self.exits.push(exit);
        number
    }

    /// Where an exit leads.
    pub(super) fn exit(&self, exit: ExitId) -> Exit {
        self.exits[exit]
    }

    /// Hands something over to another part.
    pub(super) fn hand_over(&mut self, to: usize, crossing: Crossing) {
        self.outgoing[to].push(crossing);
    }

    /// What has left for a part since this was asked.
    pub(super) fn outgoing_to(&mut self, part: usize) -> &mut Vec<Crossing> {
        &mut self.outgoing[part]
    }
}
