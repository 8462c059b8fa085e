//! What an end point counts, in the words of TCP whatever it is: a datagram, a cell or an echo is a segment.

use cellwise_tcp::{ReceiverStats, SenderStats};
use cellwise_units::PAYLOAD_BYTES;

use crate::host::endpoint::Transport;
use crate::host::web::Totals;

/// The counts of an end that sends, of one that receives, or of one that does both.
#[derive(Clone, Debug)]
pub(crate) enum Counters {
    Sender(SenderStats),
    Receiver(ReceiverStats),
    Both(Box<Totals>),
}

impl Counters {
    /// What has been counted so far.
    pub(crate) fn of(transport: &Transport) -> Self {
        match transport {
            Transport::TcpSender(sender) => Self::Sender(*sender.stats()),
            Transport::TcpReceiver(receiver) => Self::Receiver(*receiver.stats()),
            Transport::UdpSource(source) => Self::sent(source.datagrams_sent()),
            Transport::UdpSink(sink) => Self::received(sink.stats().datagrams, sink.stats().octets),
            Transport::CellSource(source) => Self::sent(source.cells_sent()),
            Transport::CellSink(cells) => Self::received(*cells, *cells * PAYLOAD_BYTES),
            Transport::WebServer(server) => Self::Both(Box::new(server.totals())),
            Transport::WebClient(client) => Self::Both(Box::new(client.totals())),
            Transport::Pinger(pinger) => Self::sent(pinger.round_trips().len() as u64),
            Transport::Responder(requests) => Self::received(*requests, 0),
            // The data go from the first port of a flow to the second.
            Transport::Outside { port, passed } if port % 2 == 0 => Self::sent(passed.packets_in),
            Transport::Outside { passed, .. } => Self::received(passed.packets_out, passed.octets_out),
        }
    }

    fn sent(segments_sent: u64) -> Self {
        Self::Sender(SenderStats { segments_sent, ..SenderStats::default() })
    }

    fn received(segments_received: u64, octets: u64) -> Self {
        let (delivered_octets, received_octets) = (octets, octets);
        let none = ReceiverStats::default();
        Self::Receiver(ReceiverStats { segments_received, delivered_octets, received_octets, ..none })
    }

    pub(crate) fn totals(&self) -> Totals {
        match self {
            Self::Sender(sender) => Totals { sender: *sender, ..Totals::default() },
            Self::Receiver(receiver) => Totals { receiver: *receiver, ..Totals::default() },
            Self::Both(totals) => **totals,
        }
    }
}
