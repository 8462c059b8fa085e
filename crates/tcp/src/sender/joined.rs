//! What a sender does for the receiver of its end, where both ends send.

use super::Sender;
use crate::seq::Seq;

impl Sender {
    /// Octets of data in a full segment that carries no selective blocks.
    pub(crate) const fn mss(&self) -> u64 {
        self.block.window.mss()
    }

    /// The sequence number of its next octet.
    pub(crate) fn next_seq(&self) -> Seq {
        self.block.initial_seq.plus(self.block.snd_max)
    }

    /// The other end has closed its direction, and its FIN was taken.
    pub(crate) fn note_peer_closed(&mut self) {
        self.peer_closed = true;
    }

    /// Leaves room for so many octets of options in new segments, unless they would have none for data.
    pub(crate) fn leave_room(&mut self, octets: u64) {
        self.block.left_room = u32::try_from(octets).ok().filter(|_| octets < self.mss()).unwrap_or(0);
    }
}
