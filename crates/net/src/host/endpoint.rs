//! An end point: one end of a flow at a host, with its start, its stop and its probes.

use cellwise_tcp::ping::{Echo, Pinger};
use cellwise_tcp::udp::{Datagram, UdpSink};
use cellwise_tcp::{Receiver, Segment, Sender};
use cellwise_units::Time;

use crate::data::halves::Halves;
use crate::data::ids::{CircuitId, FlowId, List, kind};
use crate::data::packet::{OutsidePacket, Packet};
use crate::data::recorder::Recorder;
use crate::data::segments::SegmentLog;
use crate::host::counters::Counters;
use crate::host::outside::Passed;
use crate::host::sources::{CellSender, DatagramSender};
use crate::host::web::{Totals, WebClient, WebServer};

/// The protocol machine of an end point.
#[derive(Clone, Debug)]
pub(crate) enum Transport {
    TcpSender(Box<Sender>),
    TcpReceiver(Box<Receiver>),
    UdpSource(Box<DatagramSender>),
    UdpSink(UdpSink),
    CellSource(Box<CellSender>),
    /// Cells that have arrived.
    CellSink(u64),
    WebServer(Box<WebServer>),
    WebClient(Box<WebClient>),
    Pinger(Box<Pinger>),
    /// Echo requests that have arrived, each of which has been replied to.
    Responder(u64),
    /// A port for packets of a transport that is outside.
    Outside {
        port: u32,
        passed: Passed,
    },
}

/// Where end points leave what they send; emptied after each event and used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outbox {
    pub(crate) segments: Vec<Segment>,
    pub(crate) datagram: Option<Datagram>,
    pub(crate) beside: Beside,
}

/// The other output of end points, in addition to segments and datagrams.
#[derive(Clone, Debug, Default)]
pub(crate) enum Beside {
    #[default]
    Nothing,
    /// A cell.
    Cell,
    /// What an end of a web flow holds for the world to take.
    Web,
    /// An echo request or reply.
    Echo(Echo),
    /// A packet that leaves at a port.
    Outside(u32, OutsidePacket),
}

/// How a recorded value is read from a TCP sender.
pub(crate) type SenderValue = fn(&Sender) -> f64;

/// One end of a flow.
#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    pub(crate) transport: Transport,
    /// The flow: position in the world's list.
    pub(crate) flow: FlowId,
    /// The circuit on which the end point sends: position in the world's list.
    pub(crate) circuit: CircuitId,
    /// When the application starts; [`Time::NEVER`] once it has, and at the receiving end.
    start: Time,
    /// When the application stops; [`Time::NEVER`] once it has.
    stop: Time,
    /// When the application has started.
    pub(crate) started_at: Option<Time>,
    /// What had been counted by the end of the warm-up; apart, as many networks have none.
    baseline: Option<Box<Counters>>,
    recorders: Vec<(SenderValue, Recorder)>,
    /// The segments that a TCP sender sends and receives; `None` if they are not needed.
    pub(crate) log: Option<SegmentLog>,
    /// The halves of a connection with data both ways, of which this is one.
    pub(crate) halves: Option<Halves>,
    /// Whether the application has to wait for a handshake that the other end begins.
    pub(crate) awaits_handshake: bool,
}

impl Endpoint {
    /// An end point whose application starts and stops at these times.
    pub(crate) fn new(transport: Transport, flow: FlowId, circuit: CircuitId, times: [Time; 2]) -> Self {
        let [start, stop] = times;
        Self {
            transport,
            flow,
            circuit,
            start,
            stop,
            started_at: None,
            baseline: None,
            recorders: Vec::new(),
            log: None,
            halves: None,
            awaits_handshake: false,
        }
    }

    /// When the end point has something to do by itself.
    #[inline(always)]
    pub(crate) fn next_deadline(&self) -> Time {
        if self.start != Time::NEVER {
            // An application that waits may stop before it has given anything.
            return if self.awaits_handshake { self.stop } else { self.start };
        }
        let own = match &self.transport {
            Transport::TcpSender(sender) => sender.next_deadline(),
            Transport::TcpReceiver(receiver) => receiver.next_deadline(),
            Transport::UdpSource(source) => source.next_emission(),
            Transport::CellSource(source) => source.next_emission(),
            Transport::Pinger(pinger) => pinger.next_request(),
            Transport::UdpSink(_) | Transport::CellSink(_) => Time::NEVER,
            Transport::Responder(_) | Transport::Outside { .. } => Time::NEVER,
            Transport::WebServer(server) => server.next_deadline(),
            Transport::WebClient(client) => client.next_deadline(),
        };
        own.min(self.stop)
    }

    /// Does what is due at `now`.
    pub(crate) fn on_deadline(&mut self, now: Time, out: &mut Outbox) {
        if self.start <= now && !self.awaits_handshake {
            self.start = Time::NEVER;
            self.started_at = Some(now);
            match &mut self.transport {
                Transport::TcpSender(sender) => sender.start(now, &mut out.segments),
                // The source's own deadline is the same instant, and comes next.
                Transport::UdpSource(_) | Transport::CellSource(_) | Transport::Pinger(_) => {}
                Transport::TcpReceiver(_) | Transport::UdpSink(_) | Transport::CellSink(_) => {}
                Transport::WebServer(_) | Transport::Responder(_) | Transport::Outside { .. } => {}
                Transport::WebClient(client) => {
                    client.start(now);
                    out.beside = Beside::Web;
                }
            }
        } else if self.stop <= now {
            self.stop = Time::NEVER;
            match &mut self.transport {
                Transport::TcpSender(sender) => sender.close(now, &mut out.segments),
                Transport::UdpSource(source) => source.stop(),
                Transport::CellSource(source) => source.stop(),
                Transport::TcpReceiver(_) | Transport::UdpSink(_) | Transport::CellSink(_) => {}
                Transport::WebServer(_) | Transport::Responder(_) | Transport::Outside { .. } => {}
                Transport::WebClient(client) => client.stop(),
                Transport::Pinger(pinger) => pinger.stop(),
            }
        } else {
            match &mut self.transport {
                Transport::TcpSender(sender) => sender.on_deadline(now, &mut out.segments),
                Transport::TcpReceiver(receiver) => receiver.on_deadline(now, &mut out.segments),
                Transport::UdpSource(source) => out.datagram = Some(source.emit()),
                Transport::CellSource(source) => {
                    source.emit();
                    out.beside = Beside::Cell;
                }
                Transport::Pinger(pinger) => out.beside = Beside::Echo(pinger.request(now)),
                Transport::UdpSink(_) | Transport::CellSink(_) | Transport::Responder(_) => {}
                Transport::Outside { .. } => {}
                Transport::WebServer(server) => {
                    server.on_deadline(now);
                    out.beside = Beside::Web;
                }
                Transport::WebClient(client) => {
                    client.on_deadline(now);
                    out.beside = Beside::Web;
                }
            }
        }
        self.record_changes(now);
        if self.log.is_some() {
            self.log_sent(now, out);
        }
    }

    /// Takes a packet that has arrived.
    #[inline]
    pub(crate) fn on_packet(&mut self, now: Time, packet: &Packet, out: &mut Outbox) {
        if self.log.is_some() {
            return self.on_logged_packet(now, packet, out);
        }
        self.take_packet(now, packet, out);
    }

    /// Takes a packet that has arrived, and logs it with its effects.
    #[cold]
    fn on_logged_packet(&mut self, now: Time, packet: &Packet, out: &mut Outbox) {
        let before = self.duplicates();
        self.take_packet(now, packet, out);
        if let Packet::Tcp(segment) = packet {
            self.log_received(now, segment, before);
        }
        self.log_sent(now, out);
    }

    /// Duplicates that a TCP sender has seen.
    pub(crate) fn duplicates(&self) -> u64 {
        match &self.transport {
            Transport::TcpSender(sender) => sender.stats().duplicate_acks,
            _ => 0,
        }
    }

    /// Logs a segment that has reached a TCP sender, which had seen so many duplicates `before` it.
    pub(crate) fn log_received(&mut self, now: Time, segment: &Segment, before: u64) {
        if let (Transport::TcpSender(sender), Some(log)) = (&self.transport, &mut self.log) {
            log.note_received(now, sender, segment, before);
        }
    }

    /// Logs the segments that were just sent; the outbox holds no others.
    #[cold]
    pub(crate) fn log_sent(&mut self, now: Time, out: &Outbox) {
        if let (Transport::TcpSender(sender), Some(log)) = (&self.transport, &mut self.log) {
            log.note_sent(now, sender, &out.segments);
        }
    }

    #[inline]
    fn take_packet(&mut self, now: Time, packet: &Packet, out: &mut Outbox) {
        match (&mut self.transport, packet) {
            (Transport::TcpSender(sender), Packet::Tcp(segment)) => {
                sender.on_ack(now, segment, &mut out.segments);
            }
            (Transport::TcpReceiver(receiver), Packet::Tcp(segment)) => {
                receiver.on_data(now, segment, &mut out.segments);
            }
            (Transport::UdpSink(sink), Packet::Udp(datagram)) => sink.on_datagram(*datagram),
            (Transport::CellSink(cells), Packet::Cell) => *cells += 1,
            (Transport::WebServer(server), Packet::Web(segment)) => {
                server.on_segment(now, segment);
                out.beside = Beside::Web;
            }
            (Transport::WebClient(client), Packet::Web(segment)) => {
                client.on_segment(now, segment);
                out.beside = Beside::Web;
            }
            (Transport::Pinger(pinger), Packet::Echo(echo)) => pinger.on_reply(now, *echo),
            (Transport::Responder(requests), Packet::Echo(echo)) => {
                *requests += 1;
                out.beside = Beside::Echo(echo.reply());
            }
            (Transport::Outside { port, passed }, Packet::Outside(packet)) => {
                passed.packets_out += 1;
                passed.octets_out += u64::from(packet.octets);
                out.beside = Beside::Outside(*port, *packet);
            }
            (transport, packet) => unreachable!("{packet:?} for {transport:?}"),
        }
        if !self.recorders.is_empty() {
            self.record_changes(now);
        }
    }

    /// Sets a congestion window that is set from outside, in octets.
    pub(crate) fn set_cwnd(&mut self, now: Time, octets: u64, out: &mut Outbox) {
        let Transport::TcpSender(sender) = &mut self.transport else {
            unreachable!("only a sender of TCP has a congestion window")
        };
        assert!(sender.set_cwnd(now, octets, &mut out.segments), "the window is not set from outside");
        self.record_changes(now);
        if self.log.is_some() {
            self.log_sent(now, out);
        }
    }

    /// Notes that a packet of so many octets has left the adapter; says whether the end point continues
    /// because of that.
    pub(crate) fn on_room(&mut self, now: Time, octets: u32) -> bool {
        match &mut self.transport {
            Transport::UdpSource(source) => source.on_room(now, octets),
            Transport::CellSource(source) => {
                source.resume(now);
                true
            }
            _ => false,
        }
    }

    /// What has been counted from the end of the warm-up.
    pub(crate) fn measured(&self) -> Totals {
        let before = self.baseline.as_ref().map(|before| before.totals()).unwrap_or_default();
        Counters::of(&self.transport).totals().since(&before)
    }

    /// Has an application start that has waited for the handshake; at once if its time has come.
    pub(crate) fn go_on_after_handshake(&mut self, now: Time) {
        self.awaits_handshake = false;
        if self.start != Time::NEVER {
            self.start = self.start.max(now);
        }
    }

    /// Keeps what has been counted by the end of the warm-up.
    pub(crate) fn take_baseline(&mut self) {
        self.baseline = Some(Box::new(Counters::of(&self.transport)));
    }

    /// Adds a record; TCP senders only.
    pub(crate) fn record(&mut self, value: SenderValue, mut recorder: Recorder) {
        if let Transport::TcpSender(sender) = &self.transport {
            recorder.begin(value(sender));
        }
        self.recorders.push((value, recorder));
    }

    /// The next instant to sample.
    pub(crate) fn next_sample(&self) -> Time {
        self.recorders.iter().map(|(_, recorder)| recorder.next_sample()).min().unwrap_or(Time::NEVER)
    }

    /// Takes the samples due at `mark`, and before `until`.
    pub(crate) fn sample(&mut self, mark: Time, until: Time) {
        let Transport::TcpSender(sender) = &self.transport else { return };
        for (value, recorder) in self.recorders.iter_mut().filter(|(_, r)| r.next_sample() == mark) {
            recorder.sample(value(sender), until);
        }
    }

    pub(crate) fn record_changes(&mut self, now: Time) {
        let Transport::TcpSender(sender) = &self.transport else { return };
        for (value, recorder) in self.recorders.iter_mut().filter(|(_, recorder)| recorder.is_exact()) {
            recorder.change(now, value(sender));
        }
    }

    /// The records.
    pub(crate) fn recorders(&mut self) -> impl Iterator<Item = &mut Recorder> {
        self.recorders.iter_mut().map(|(_, recorder)| recorder)
    }
}

/// Whether an end point is one of a transport that is outside.
pub(crate) fn is_outside(endpoint: &Endpoint) -> bool {
    matches!(endpoint.transport, Transport::Outside { .. })
}

/// Whether an end point is a sender whose congestion window is set from outside.
pub(crate) fn is_external(endpoint: &Endpoint) -> bool {
    matches!(&endpoint.transport, Transport::TcpSender(sender) if sender.external().is_some())
}

/// Whether all end points of a host are those of transports that are outside.
pub(crate) fn are_outside(endpoints: &List<Endpoint, kind::Endpoint>) -> bool {
    !endpoints.is_empty() && endpoints.iter().all(is_outside)
}
