//! The application that writes in blocks into a socket buffer, as ttcp does.
//!
//! Source: `sosend` of 4.3BSD, from which SunOS 4 comes. A write waits until the buffer has room for the
//! rest of its block, or for a cluster of memory; it returns when all of its block is in the buffer, and the next one begins
//! at once. The application runs after the acknowledgment that made room has been answered. State:
//! what is left to write.

use cellwise_units::Bytes;

use crate::config::Settings;

/// Room for which a blocked write continues, in octets: 4.3BSD's memory cluster. (4.4BSD has 2048.)
const CLUSTER: u64 = 1_024;

/// What an application has still to write.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    /// Octets in all.
    left: u64,
    block: u64,
    /// Octets of the present write that are not in the buffer.
    block_left: u64,
}

impl Writer {
    /// The application of the settings, if it writes in blocks, with so many octets in all.
    pub(crate) fn new(settings: &Settings, octets: u64) -> Option<Self> {
        let block = settings.write_size.map(Bytes::get)?.max(1);
        // Without a buffer to fill, every write returns at once.
        settings.send_buffer?;
        Some(Self { left: octets, block, block_left: block.min(octets) })
    }

    /// Has `octets` more to write.
    pub(crate) fn add(&mut self, octets: u64) {
        self.left = self.left.saturating_add(octets);
        if self.block_left == 0 {
            self.block_left = self.block.min(self.left);
        }
    }

    /// Writes no more.
    pub(crate) fn stop(&mut self) {
        self.left = 0;
        self.block_left = 0;
    }

    /// Whether all writes have returned.
    pub(crate) const fn is_done(&self) -> bool {
        self.left == 0
    }

    /// The octets that all the steps copy that find nothing to send between them: as many whole blocks
    /// as fit `most` octets and the room in the buffer, without the last octets of the writing. The same as
    /// so many calls of [`Self::copy`].
    pub(crate) fn copy_blocks(&mut self, capacity: u64, used: u64, most: u64) -> u64 {
        let room = capacity.saturating_sub(used).min(most).min(self.left.saturating_sub(1));
        // The first block may be begun; those behind it are whole, and the one after them waits its turn.
        if self.block_left == 0 || room < self.block_left {
            return 0;
        }
        let octets = self.block_left + (room - self.block_left) / self.block * self.block;
        self.left -= octets;
        self.block_left = self.block.min(self.left);
        octets
    }

    /// The octets that one step copies into a buffer of `capacity` with so many in use; none if the
    /// writer waits.
    pub(crate) fn copy(&mut self, capacity: u64, used: u64) -> u64 {
        let room = capacity.saturating_sub(used);
        if room < self.block_left.min(CLUSTER).min(capacity) {
            return 0;
        }
        let octets = self.block_left.min(room);
        self.left -= octets;
        self.block_left -= octets;
        if self.block_left == 0 {
            self.block_left = self.block.min(self.left);
        }
        octets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writer(block: u64, octets: u64) -> Writer {
        let settings = Settings {
            write_size: Some(Bytes::new(block)),
            send_buffer: Some(Bytes::new(65_536)),
            ..Settings::default()
        };
        Writer::new(&settings, octets).expect("it writes in blocks")
    }

    proptest::proptest! {
        #[test]
        fn blocks_copied_at_once_are_those_copied_one_by_one(
            block in 1u64..2_000, octets in 1u64..50_000, capacity in 1u64..60_000, used in 0u64..60_000,
            begun in 0u64..2_000, most in 0u64..60_000,
        ) {
            let mut one = writer(block, octets);
            one.copy(begun, 0);
            let mut other = one.clone();
            let copied = one.copy_blocks(capacity, used, most);
            let mut stepped = 0;
            while stepped < copied {
                stepped += other.copy(capacity, used + stepped);
            }
            proptest::prop_assert_eq!((stepped, one.left, one.block_left), (copied, other.left, other.block_left));
            proptest::prop_assert!(copied <= most && (copied == 0 || !one.is_done()));
        }
    }

    #[test]
    fn a_write_fills_the_buffer_and_waits_for_room_of_a_cluster() {
        let mut writer = writer(16_384, 40_000);
        assert_eq!(writer.copy(20_000, 0), 16_384, "the first write returns");
        assert_eq!(writer.copy(20_000, 16_384), 3_616, "the second one begins");
        assert_eq!(writer.copy(20_000, 20_000), 0);
        assert_eq!(writer.copy(20_000, 20_000 - 1_023), 0);
        assert_eq!(writer.copy(20_000, 20_000 - 1_024), 1_024);
    }

    #[test]
    fn the_rest_of_a_block_needs_no_more_room_than_itself() {
        let mut writer = writer(3_000, 4_000);
        assert_eq!(writer.copy(2_500, 0), 2_500);
        assert_eq!(writer.copy(2_500, 2_000), 500);
        assert_eq!((writer.copy(2_500, 1_600), writer.copy(2_500, 1_500)), (0, 1_000));
        assert!(writer.is_done());
    }

    #[test]
    fn a_buffer_smaller_than_a_cluster_is_filled_when_it_is_empty() {
        let mut writer = writer(10_000, 10_000);
        assert_eq!(writer.copy(1_000, 0), 1_000);
        assert_eq!((writer.copy(1_000, 1), writer.copy(1_000, 0)), (0, 1_000));
    }
}
