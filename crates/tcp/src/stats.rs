//! What the two ends count.

/// Counters of a [`crate::Sender`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SenderStats {
    /// Segments sent, retransmissions and window probes included.
    pub segments_sent: u64,
    /// Octets of data in them.
    pub data_octets_sent: u64,
    /// Segments whose first octet had been sent before.
    pub retransmitted_segments: u64,
    /// Octets that had been sent before.
    pub retransmitted_octets: u64,
    /// Segments without data: SYN, FIN, and acknowledgments of those of the other end.
    pub control_segments_sent: u64,
    /// Expiries of the retransmission timer; also of a SYN.
    pub timeouts: u64,
    /// Losses that duplicate or selective acknowledgments have shown, each with a segment resent
    /// before the timer expired.
    pub fast_retransmits: u64,
    /// Probes sent because no acknowledgment came (RFC 8985 7).
    pub tail_loss_probes: u64,
    /// Reductions of the congestion window for duplicate or selective acknowledgments that were taken back.
    pub undone_recoveries: u64,
    /// Reductions for timeouts that were taken back.
    pub undone_timeouts: u64,
    /// New segments that duplicates before the threshold have sent.
    pub limited_transmits: u64,
    /// Reductions of the congestion window because of echoed congestion marks.
    pub ecn_reductions: u64,
    /// Acknowledgments received that carried a congestion mark.
    pub marked_acks: u64,
    /// Times that the rest of a burst had to wait.
    pub burst_pauses: u64,
    /// Segments sent by the persist timer into a closed window.
    pub window_probes: u64,
    /// Acknowledgments received.
    pub acks_received: u64,
    /// Acknowledgments among them that were duplicates while data was outstanding.
    pub duplicate_acks: u64,
    /// Acknowledgments taken by the header-prediction path.
    pub predicted_acks: u64,
    /// Round-trip times measured.
    pub rtt_samples: u64,
    /// Returns to one segment after an idle time.
    pub idle_restarts: u64,
    /// Whether the connection ended at the 13th timeout without progress.
    pub gave_up: bool,
}

/// Counters of a [`crate::Receiver`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReceiverStats {
    /// Octets that the application has read, in order, each once.
    pub delivered_octets: u64,
    /// Octets received in order, each once; those that were read and those that wait to be.
    pub rcv_nxt_offset: u64,
    /// Segments with data received.
    pub segments_received: u64,
    /// Octets of data in them.
    pub received_octets: u64,
    /// Segments that brought nothing new.
    pub duplicate_segments: u64,
    /// Octets that had been received before.
    pub duplicate_octets: u64,
    /// Segments that arrived beyond a hole.
    pub out_of_order_segments: u64,
    /// Segments refused because their timestamps were older than earlier ones.
    pub refused_segments: u64,
    /// Octets dropped because they were beyond the offered window.
    pub octets_beyond_window: u64,
    /// Segments with data that carried a congestion mark.
    pub marked_segments: u64,
    /// Segments with data that carried the echo of a mark on an acknowledgment.
    pub ack_mark_echoes: u64,
    /// SYNs and FINs sent.
    pub control_segments_sent: u64,
    /// Acknowledgments sent that go alone.
    pub acks_sent: u64,
    /// Segments with data of this end that carried an acknowledgment, where both ends send.
    pub acks_carried: u64,
    /// Acknowledgments among them that the fast timer sent.
    pub delayed_acks: u64,
}

/// Declares which fields count, and which keep their value, when an earlier copy is subtracted.
macro_rules! counted_since {
    ($stats:ident: $($field:ident),+ $(; $($kept:ident),+)?) => {
        impl $stats {
            /// What was counted after `earlier`, an earlier copy of the same counters.
            #[must_use]
            pub fn since(&self, earlier: &Self) -> Self {
                Self { $($field: self.$field - earlier.$field,)+ $($($kept: self.$kept,)+)? }
            }

            /// Adds the counts of another, except fields that keep their value.
            pub fn add(&mut self, other: &Self) {
                $(self.$field += other.$field;)+
            }
        }
    };
}

counted_since!(SenderStats:
    segments_sent, data_octets_sent, retransmitted_segments, retransmitted_octets, timeouts,
    control_segments_sent, fast_retransmits, tail_loss_probes, undone_recoveries, undone_timeouts, limited_transmits, ecn_reductions, marked_acks, burst_pauses, window_probes, acks_received, duplicate_acks, predicted_acks, rtt_samples,
    idle_restarts; gave_up
);

counted_since!(ReceiverStats:
    delivered_octets, rcv_nxt_offset, segments_received, received_octets, duplicate_segments,
    duplicate_octets, out_of_order_segments, refused_segments, octets_beyond_window,
    marked_segments, ack_mark_echoes, control_segments_sent, acks_sent, acks_carried, delayed_acks
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_connections_count_adds_up() {
        let mut sum = SenderStats { segments_sent: 7, timeouts: 1, ..Default::default() };
        sum.add(&SenderStats { segments_sent: 3, window_probes: 2, gave_up: true, ..Default::default() });
        let expected = SenderStats { segments_sent: 10, timeouts: 1, window_probes: 2, ..Default::default() };
        assert_eq!(sum, expected);
    }

    #[test]
    fn what_was_counted_before_a_look_is_not_counted_after_it() {
        let earlier = SenderStats { segments_sent: 7, timeouts: 1, gave_up: false, ..Default::default() };
        let later = SenderStats { segments_sent: 10, timeouts: 1, gave_up: true, ..Default::default() };
        let since = SenderStats { segments_sent: 3, timeouts: 0, gave_up: true, ..Default::default() };
        assert_eq!(later.since(&earlier), since);
    }
}
