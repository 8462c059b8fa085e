//! Ping: echo requests, and the time until their replies are back.
//!
//! Source: RFC 792, echo and echo reply. Parameters: octets of data, and the pace of the requests. State: when each
//! request was sent and its reply came. Behaviour: a request goes at a constant distance, or when the reply to the one
//! before has come or is given up. The other end replies at once with the same data.

use cellwise_units::{Span, Time};

/// Octets of the header of an echo request or reply.
pub const ICMP_HEADER_BYTES: u64 = 8;

/// An echo request or reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Echo {
    /// The number of the request, from 0; the reply has the same.
    pub number: u64,
    /// Octets of data.
    pub len: u32,
    /// Whether it is the reply.
    pub is_reply: bool,
}

impl Echo {
    /// The reply to a request.
    #[must_use]
    pub const fn reply(self) -> Self {
        Self { is_reply: true, ..self }
    }
}

/// When requests are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// One after the other at this distance.
    Every(Span),
    /// Each when the reply to the one before has come, or has not come for so long.
    OnReply {
        /// How long a reply is waited for.
        timeout: Span,
    },
}

/// A request and its reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundTrip {
    /// When the request was sent.
    pub sent: Time,
    /// When the reply came, if it did.
    pub replied: Option<Time>,
}

/// The end that asks.
#[derive(Clone, Debug)]
pub struct Pinger {
    len: u32,
    pace: Pace,
    next: Time,
    stopped: bool,
    round_trips: Vec<RoundTrip>,
}

impl Pinger {
    /// Asks, beginning at `start`, with `len` octets of data.
    #[must_use]
    pub const fn new(len: u32, pace: Pace, start: Time) -> Self {
        Self { len, pace, next: start, stopped: false, round_trips: Vec::new() }
    }

    /// When the next request is sent.
    #[must_use]
    pub const fn next_request(&self) -> Time {
        if self.stopped { Time::NEVER } else { self.next }
    }

    /// The request that is sent at `now`.
    pub fn request(&mut self, now: Time) -> Echo {
        let number = self.round_trips.len() as u64;
        self.round_trips.push(RoundTrip { sent: now, replied: None });
        self.next = match self.pace {
            // Every distance is at least a picosecond, so that time passes.
            Pace::Every(span) => now + span.max(Span::from_ps(1)),
            Pace::OnReply { timeout } => now + timeout.max(Span::from_ps(1)),
        };
        Echo { number, len: self.len, is_reply: false }
    }

    /// Takes a reply.
    pub fn on_reply(&mut self, now: Time, reply: Echo) {
        let is_last = reply.number + 1 == self.round_trips.len() as u64;
        let Some(known) = self.round_trips.get_mut(reply.number as usize) else { return };
        known.replied.get_or_insert(now);
        if is_last && matches!(self.pace, Pace::OnReply { .. }) {
            self.next = now;
        }
    }

    /// Sends no more requests.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Requests and replies so far, in the order of the requests.
    #[must_use]
    pub fn round_trips(&self) -> &[RoundTrip] {
        &self.round_trips
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Time {
        Time::from_ps(ms * 1_000_000_000)
    }

    fn span(ms: u64) -> Span {
        Span::from_ps(ms * 1_000_000_000)
    }

    #[test]
    fn requests_go_at_a_constant_distance_whatever_comes_back() {
        let mut pinger = Pinger::new(56, Pace::Every(span(10)), ms(3));
        assert_eq!(pinger.next_request(), ms(3));
        let first = pinger.request(ms(3));
        assert_eq!((first.number, pinger.next_request()), (0, ms(13)));
        pinger.request(ms(13));
        pinger.on_reply(ms(14), first.reply());
        assert_eq!(pinger.next_request(), ms(23));
        let answered = RoundTrip { sent: ms(3), replied: Some(ms(14)) };
        assert_eq!(pinger.round_trips(), [answered, RoundTrip { sent: ms(13), replied: None }]);
    }

    #[test]
    fn on_demand_a_request_follows_the_reply_or_the_timeout() {
        let mut pinger = Pinger::new(56, Pace::OnReply { timeout: span(1000) }, ms(0));
        let first = pinger.request(ms(0));
        assert_eq!(pinger.next_request(), ms(1000));
        pinger.on_reply(ms(7), first.reply());
        assert_eq!(pinger.next_request(), ms(7));
        let second = pinger.request(ms(7));
        let third = pinger.request(ms(1007));
        // Late, it says nothing of the third.
        pinger.on_reply(ms(1010), second.reply());
        assert_eq!(pinger.next_request(), ms(2007));
        pinger.on_reply(ms(1011), third.reply());
        assert_eq!(pinger.next_request(), ms(1011));
        pinger.stop();
        assert_eq!(pinger.next_request(), Time::NEVER);
    }
}
