//! The opening of a connection: taken from the script, for what it negotiates and for its round trip.

use cellwise_units::{Span, Time};

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
    /// AE, CWR and ECE as one number.
    ecn_flags: u32,
    /// Whether it has counters of octets by how they came.
    counts_octets: bool,
}

/// How congestion marks are echoed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ecn {
    /// No marks.
    No,
    /// By an echo.
    Classic,
    /// By a counter, and by counters of octets as well.
    Accurate { counts_octets: bool },
}

/// The agreement of SYN and answer.
// spec: rfc3168 6.1.1; rfc9768 3.1.1 table 2
fn ecn(initiator: &Offer, responder: &Offer) -> Ecn {
    match (initiator.ecn_flags, responder.ecn_flags) {
        (7, 2..=6) => Ecn::Accurate { counts_octets: responder.counts_octets },
        (3 | 7, 1) => Ecn::Classic,
        _ => Ecn::No,
    }
}

/// What both ends have agreed on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Agreed {
    /// The largest segment that the other end takes, its options included.
    pub(super) mss: u32,
    /// What the window fields of the other end are shifted by.
    pub(super) window_scale: u32,
    /// The octets that the other end offers at first.
    pub(super) window: u32,
    pub(super) sack: bool,
    pub(super) ecn: Ecn,
    /// The first timestamp of the host as the script has it, and when it left.
    pub(super) timestamp: Option<(u32, Time)>,
    /// The other end's timestamp on the segment that ends the opening, if both use them.
    pub(super) last_timestamp: Option<u32>,
    /// What the opening took from the SYN of the host to its acknowledgment.
    pub(super) round_trip: Option<Span>,
    /// Whether the host still acknowledges the other end's SYN.
    pub(super) is_active: bool,
}

/// An opening so far.
#[derive(Debug, Default)]
pub(super) struct Opening {
    own: Option<(Offer, Time)>,
    peer: Option<Offer>,
}

impl Opening {
    /// A segment of the host leaves.
    pub(super) fn on_departure(&mut self, packet: &Packet, at: Time) -> Step {
        if !packet.has('S') {
            return Err(skipped("a segment leaves before the connection is open"));
        }
        if self.own.is_some() {
            return Err(skipped("a SYN that is sent again"));
        }
        self.own = Some((self.own_offer(packet)?, at));
        Ok(())
    }

    /// The offer of the host's SYN. Where the script does not say, all that the other end has offered, as hosts do,
    /// except timestamps, of which the script would have to say the value.
    fn own_offer(&self, packet: &Packet) -> Result<Offer, Stop> {
        let written = offer(packet)?;
        match self.peer {
            Some(peer) if packet.options.is_none() => {
                Ok(Offer { window_scale: peer.window_scale, sack: peer.sack, ..written })
            }
            _ => Ok(written),
        }
    }

    /// A segment of the other end arrives; gives the agreement, if the connection is open then.
    pub(super) fn on_arrival(&mut self, packet: &Packet, at: Time) -> Result<Option<Agreed>, Stop> {
        if packet.has('R') || packet.has('F') {
            return Err(skipped("a connection that does not open"));
        }
        if packet.has('S') {
            if self.peer.is_some() {
                return Err(skipped("a SYN that comes again"));
            }
            self.peer = Some(offer(packet)?);
            // A SYN that is not an answer: the host answers it, and the next segment opens.
            return if packet.has('.') { self.agree(packet, at, true).map(Some) } else { Ok(None) };
        }
        self.agree(packet, at, false).map(Some)
    }

    fn agree(&self, packet: &Packet, at: Time, is_active: bool) -> Result<Agreed, Stop> {
        let (Some((own, left)), Some(peer)) = (self.own, self.peer) else {
            return Err(skipped("a connection that opens without both SYNs"));
        };
        let scales = own.window_scale.is_some();
        let window_scale = peer.window_scale.filter(|_| scales).unwrap_or_default();
        let field = packet.window.unwrap_or_default();
        // spec: rfc7323 2.2: the window of a SYN is not scaled
        let window = if is_active { field } else { field.checked_shl(window_scale).unwrap_or(u32::MAX) };
        let initiator = if is_active { own } else { peer };
        let responder = if is_active { peer } else { own };
        let timestamp = own.timestamp.filter(|_| peer.timestamp.is_some()).map(|value| (value, left));
        Ok(Agreed {
            mss: peer.mss.unwrap_or(DEFAULT_MSS),
            window_scale,
            window,
            sack: own.sack && peer.sack,
            ecn: ecn(&initiator, &responder),
            timestamp,
            last_timestamp: offer(packet)?.timestamp.filter(|_| timestamp.is_some()),
            round_trip: (at > left).then(|| at - left),
            is_active,
        })
    }
}

fn offer(packet: &Packet) -> Result<Offer, Stop> {
    if packet.len > 0 {
        return Err(skipped("data on a SYN"));
    }
    let mut offer = Offer { ecn_flags: packet.ecn_flags(), ..Offer::default() };
    for option in packet.options.iter().flatten() {
        match option {
            TcpOption::Mss(mss) => offer.mss = Some(*mss),
            TcpOption::WindowScale(scale) => offer.window_scale = Some(*scale),
            TcpOption::SackPermitted => offer.sack = true,
            TcpOption::Timestamp(value, _) => offer.timestamp = Some(*value),
            TcpOption::AccurateEcn { .. } => offer.counts_octets = true,
            TcpOption::Padding => {}
            TcpOption::Sack(_) => return Err(skipped("a selective acknowledgment on a SYN")),
            TcpOption::Other(text) => return Err(skipped(format!("the option {text:?}"))),
        }
    }
    Ok(offer)
}
