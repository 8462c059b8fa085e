//! The opening of a connection: segments that leave are compared with those of the script; the options of the SYNs are
//! the script's, and so is the agreement of both ends.

use cellwise_tcp::{Codepoint, EcnMode, EcnOpened};
use cellwise_units::{Span, Time};

use super::clock::Window;
use super::compare::{self, Left};
use super::exchange::{Exchange, PeerSyn};
use super::host::Host;
use super::stop::{Step, Stop, skipped};
use crate::script::{Packet, TcpOption};

/// The largest segment if a SYN does not say.
// spec: rfc9293 3.7.1
const DEFAULT_MSS: u32 = 536;

/// What a SYN offers.
#[derive(Clone, Copy, Debug, Default)]
struct Offer {
    mss: Option<u32>,
    window_scale: Option<u32>,
    sack: bool,
    timestamp: Option<u32>,
    /// Whether it has counters of octets by how they came.
    counts_octets: bool,
}

/// What both ends have agreed on.
#[derive(Debug)]
pub(super) struct Agreed {
    /// The largest segment that the other end takes, its options included.
    pub(super) mss: u32,
    /// What the window fields of the other end are shifted by.
    pub(super) window_scale: u32,
    /// The octets that the other end offers at first.
    pub(super) window: u32,
    pub(super) sack: bool,
    /// The feedback of marks, and whether it has counters of octets.
    pub(super) ecn: EcnMode,
    pub(super) counts_octets: bool,
    /// What the opening leaves of it.
    pub(super) opened: EcnOpened,
    /// The first timestamp of the host as the script has it, and when it left.
    pub(super) timestamp: Option<(u32, Time)>,
    /// The other end's timestamp on the segment that ends the opening, if both use them.
    pub(super) last_timestamp: Option<u32>,
    /// How the answer to a SYN arrived, or its acknowledgment.
    pub(super) last_codepoint: Codepoint,
    /// What the opening took from the SYN of the host to its acknowledgment.
    pub(super) round_trip: Option<Span>,
    /// Whether a SYN of the host, or its answer, was not acknowledged in time.
    pub(super) was_lost: bool,
    /// The next octet of the other end: those of its SYN are taken.
    pub(super) next_octet: u32,
    /// What has left and was not yet expected.
    pub(super) left: Vec<Left>,
}

/// Octets of the option of timestamps in every segment.
// spec: rfc7323 appendix a
const TIMESTAMPS_OCTETS: u32 = 12;

impl Agreed {
    /// Octets of data in the largest segment.
    pub(super) const fn segment(&self) -> u32 {
        self.mss.saturating_sub(if self.timestamp.is_some() { TIMESTAMPS_OCTETS } else { 0 })
    }
}

/// An opening so far.
#[derive(Debug, Default)]
pub(super) struct Opening {
    exchange: Option<Exchange>,
    own: Option<(Offer, Time)>,
    peer: Option<Peer>,
}

/// A SYN of the other end.
#[derive(Clone, Copy, Debug)]
struct Peer {
    offer: Offer,
    /// The number that its segments are written relative to.
    seq: u32,
    window: u32,
    syn: PeerSyn,
    /// Whether the connection is open at once, before this host's answer is acknowledged.
    opens: bool,
}

impl Opening {
    fn exchange(&mut self, host: &Host) -> &mut Exchange {
        self.exchange.get_or_insert_with(|| Exchange::new(host))
    }

    /// The application connects.
    pub(super) fn connect(&mut self, host: &Host, now: Time) {
        self.exchange(host).connect(now);
    }

    /// A segment of the host must leave: when it has, and what is agreed, if the connection is open then.
    pub(super) fn expect(
        &mut self,
        packet: &Packet,
        window: Window,
        text: &str,
    ) -> Result<(Time, Option<Agreed>), Stop> {
        if !packet.has('S') {
            return Err(skipped("a segment leaves before the connection is open"));
        }
        let left = self.next_leaving(window, text)?;
        let first = self.peer.map_or(0, |peer| peer.seq);
        compare::syn(packet, &left, first, text)?;
        let counts_octets = self.own.is_some_and(|(own, _)| own.counts_octets);
        let written = self.own_offer(packet)?;
        let own = Offer { counts_octets: written.counts_octets || counts_octets, ..written };
        self.own = Some((own, left.at));
        let agreed = match self.peer {
            Some(peer) if peer.opens => Some(self.agree_at_once(&peer, window.nominal)?),
            _ => None,
        };
        Ok((left.at, agreed))
    }

    fn next_leaving(&mut self, window: Window, text: &str) -> Result<Left, Stop> {
        let Some(exchange) = &mut self.exchange else { return Err(compare::nothing(text, Time::NEVER)) };
        while exchange.out.is_empty() && exchange.next_deadline() <= window.last {
            if exchange.next_deadline() == Time::NEVER {
                break;
            }
            exchange.fire();
        }
        let Some(left) = exchange.out.pop_front() else {
            return Err(compare::nothing(text, exchange.next_deadline()));
        };
        compare::in_time(&left, window, text)?;
        Ok(left)
    }

    /// The offer of the host's SYN. Where the script does not say, all that the other end has offered, as hosts do,
    /// except timestamps, of which the script would have to say the value.
    fn own_offer(&self, packet: &Packet) -> Result<Offer, Stop> {
        let written = offer(packet)?;
        match self.peer {
            Some(Peer { offer: peer, .. }) if packet.options.is_none() => {
                Ok(Offer { window_scale: peer.window_scale, sack: peer.sack, ..written })
            }
            _ => Ok(written),
        }
    }

    /// A segment of the other end arrives. Gives the agreement, if the connection is open then.
    pub(super) fn on_arrival(
        &mut self,
        packet: &Packet,
        host: &Host,
        at: Time,
    ) -> Result<Option<Agreed>, Stop> {
        if packet.has('R') || packet.has('F') {
            return Err(skipped("a connection that does not open"));
        }
        self.exchange(host).run_to(at);
        match (packet.has('S'), packet.has('.')) {
            (true, true) => self.take_answer(packet, host, at).map(Some),
            (true, false) => self.take_syn(packet, host, at).map(|()| None),
            (false, _) => self.take_last(packet, at).map(Some),
        }
    }

    /// A SYN that is not an answer: the host answers it.
    fn take_syn(&mut self, packet: &Packet, host: &Host, at: Time) -> Step {
        let opens = host.fast_open.accepts(packet)?;
        let peer = peer(packet, opens)?;
        // Its options may be others when it comes again; a host goes by the first.
        self.peer = Some(Peer { syn: peer.syn, ..self.peer.unwrap_or(peer) });
        self.exchange(host).take_syn(peer.syn, at);
        Ok(())
    }

    /// The answer to the host's SYN, which the host acknowledges.
    fn take_answer(&mut self, packet: &Packet, host: &Host, at: Time) -> Result<Agreed, Stop> {
        if packet.len > 0 {
            return Err(skipped("data on the answer to a SYN"));
        }
        let answer = peer(packet, false)?;
        self.peer = Some(answer);
        let flags = compare::flags(packet);
        let exchange = self.exchange(host);
        let mode = exchange.mode(flags);
        let mut agreed = self.agree(mode, EcnOpened::PLAIN, at)?;
        agreed.counts_octets &= answer.offer.counts_octets && host.marks.counts_octets;
        agreed.last_codepoint = answer.syn.codepoint;
        let timestamp = answer.syn.timestamp.filter(|_| agreed.timestamp.is_some());
        let exchange = self.exchange(host);
        exchange.confirm(mode, &PeerSyn { timestamp, ..answer.syn }, agreed.counts_octets, at);
        agreed.left = exchange.out.drain(..).collect();
        Ok(agreed)
    }

    /// The segment that acknowledges the host's answer.
    fn take_last(&mut self, packet: &Packet, at: Time) -> Result<Agreed, Stop> {
        let Some(exchange) = &self.exchange else { return Err(without_both()) };
        let has_blocks = packet.options.iter().flatten().any(|option| matches!(option, TcpOption::Sack(_)));
        let is_alone = packet.len == 0 && !has_blocks;
        let opened = exchange.answer.opened(is_alone.then(|| compare::flags(packet)));
        let mut agreed = self.agree(exchange.answer.mode(), opened, at)?;
        // spec: rfc7323 2.2: the window of a SYN is not scaled
        let field = packet.window.unwrap_or_default();
        agreed.window = field.checked_shl(agreed.window_scale).unwrap_or(u32::MAX);
        agreed.last_timestamp = timestamp(packet).filter(|_| agreed.timestamp.is_some());
        // A segment with data is taken as any other.
        if is_alone {
            agreed.last_codepoint = compare::codepoint(packet);
        }
        Ok(agreed)
    }

    /// The SYN opens the connection at once.
    // spec: rfc7413 4.2
    fn agree_at_once(&self, peer: &Peer, at: Time) -> Result<Agreed, Stop> {
        let Some(exchange) = &self.exchange else { return Err(without_both()) };
        let agreed = self.agree(exchange.answer.mode(), exchange.answer.opened(None), at)?;
        Ok(Agreed { round_trip: None, next_octet: 1 + peer.syn.taken, ..agreed })
    }

    fn agree(&self, ecn: EcnMode, opened: EcnOpened, at: Time) -> Result<Agreed, Stop> {
        let (Some((own, left)), Some(peer), Some(exchange)) = (self.own, self.peer, &self.exchange) else {
            return Err(without_both());
        };
        let scales = own.window_scale.is_some();
        let timestamp = own.timestamp.filter(|_| peer.offer.timestamp.is_some()).map(|value| (value, left));
        Ok(Agreed {
            mss: peer.offer.mss.unwrap_or(DEFAULT_MSS),
            window_scale: peer.offer.window_scale.filter(|_| scales).unwrap_or_default(),
            window: peer.window,
            sack: own.sack && peer.offer.sack,
            ecn,
            counts_octets: own.counts_octets || peer.offer.counts_octets,
            opened,
            timestamp,
            last_timestamp: peer.offer.timestamp.filter(|_| timestamp.is_some()),
            last_codepoint: Codepoint::NotEct,
            round_trip: exchange.round_trip(at),
            was_lost: exchange.was_lost(),
            next_octet: 1,
            left: exchange.out.iter().copied().collect(),
        })
    }
}

fn without_both() -> Stop {
    skipped("a connection that opens without both SYNs")
}

/// A SYN of the other end; `opens`: its data is taken.
fn peer(packet: &Packet, opens: bool) -> Result<Peer, Stop> {
    let offer = offer(packet)?;
    let syn = PeerSyn {
        flags: compare::flags(packet),
        codepoint: compare::codepoint(packet),
        timestamp: offer.timestamp,
        taken: if opens { packet.len } else { 0 },
    };
    Ok(Peer { offer, seq: packet.seq, window: packet.window.unwrap_or_default(), syn, opens })
}

fn timestamp(packet: &Packet) -> Option<u32> {
    packet.options.iter().flatten().find_map(|option| match option {
        TcpOption::Timestamp(value, _) => Some(*value),
        _ => None,
    })
}

fn offer(packet: &Packet) -> Result<Offer, Stop> {
    let mut offer = Offer { timestamp: timestamp(packet), ..Offer::default() };
    for option in packet.options.iter().flatten() {
        match option {
            TcpOption::Mss(mss) => offer.mss = Some(*mss),
            TcpOption::WindowScale(scale) => offer.window_scale = Some(*scale),
            TcpOption::SackPermitted => offer.sack = true,
            TcpOption::AccurateEcn { .. } => offer.counts_octets = true,
            TcpOption::Timestamp(..) | TcpOption::FastOpen(_) | TcpOption::Padding => {}
            TcpOption::Sack(_) => return Err(skipped("a selective acknowledgment on a SYN")),
            TcpOption::Other(text) => return Err(skipped(format!("the option {text:?}"))),
        }
    }
    Ok(offer)
}
