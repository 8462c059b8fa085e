//! How long a packet will wait, from the rate at which packets leave: RFC 8033's way without time stamps.

use cellwise_units::{Span, Time};

use super::control::Rules;

/// As many octets must wait for a measurement to begin, and must leave for it to end.
// spec: rfc8033 4.3
pub(super) const THRESHOLD_OCTETS: u64 = 1 << 14;

const PS_PER_S: f64 = 1e12;

/// The running mean of how fast packets leave.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct DepartureRate {
    /// When the measurement under way began, and the octets that have left since.
    measurement: Option<(Time, u64)>,
    octets_per_s: Option<f64>,
}

impl DepartureRate {
    pub(super) fn is_known(&self) -> bool {
        self.octets_per_s.is_some()
    }

    /// A packet leaves, `waiting` octets stay. Gives how long the measurement took that ends with it.
    pub(super) fn on_departure(
        &mut self,
        octets: u32,
        waiting: u64,
        now: Time,
        rules: Rules,
    ) -> Option<Span> {
        if waiting >= THRESHOLD_OCTETS && self.measurement.is_none() {
            self.measurement = Some((now, 0));
        }
        let (since, left) = self.measurement.as_mut()?;
        *left += u64::from(octets);
        let (took, left) = (now - *since, *left);
        if left < THRESHOLD_OCTETS || took.is_zero() {
            return None;
        }
        self.learn(left as f64 / took.as_secs_f64(), took, rules);
        self.measurement = (waiting >= THRESHOLD_OCTETS).then_some((now, 0));
        Some(took)
    }

    fn learn(&mut self, sample: f64, took: Span, rules: Rules) {
        let threshold = THRESHOLD_OCTETS as f64;
        self.octets_per_s = Some(match (rules, self.octets_per_s) {
            // The RFC counts the threshold, not the octets that really left, and averages times.
            (Rules::Rfc8033, None) => threshold / took.as_secs_f64(),
            (Rules::Rfc8033, Some(mean)) => {
                let weight = threshold / 65_536.0;
                threshold / (weight * took.as_secs_f64() + (1.0 - weight) * (threshold / mean))
            }
            (_, None) => sample,
            (Rules::Linux, Some(mean)) => mean - mean / 8.0 + sample / 8.0,
            (Rules::Rfc8034 | Rules::Ns3, Some(mean)) => 0.5 * mean + 0.5 * sample,
        });
    }

    /// How long it takes until `waiting` octets have left; none if the rate is not known yet.
    pub(super) fn delay(&self, waiting: u64) -> Span {
        self.octets_per_s.map_or(Span::ZERO, |rate| delay_at(rate, waiting))
    }
}

/// How long it takes until `waiting` octets have left at a rate.
pub(super) fn delay_at(octets_per_s: f64, waiting: u64) -> Span {
    Span::from_ps((waiting as f64 / octets_per_s * PS_PER_S) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long 1,000,000 octets take, in us, after so many packets of 1000 octets, one each millisecond.
    fn delay_after(rules: Rules, packets: u64) -> u64 {
        let mut rate = DepartureRate::default();
        for packet in 0..packets {
            rate.on_departure(1000, 1 << 20, Time::from_ps(packet * 1_000_000_000), rules);
        }
        rate.delay(1_000_000).get() / 1_000_000
    }

    #[test]
    fn a_first_measurement_is_taken_whole_and_a_second_in_part() {
        // The first counts the packet at its start: 17 packets in 16 ms, or the threshold in 16 ms for the RFC. The
        // second takes 17 ms for as many.
        assert_eq!([delay_after(Rules::Rfc8033, 16), delay_after(Rules::Rfc8033, 17)], [0, 976_562]);
        assert_eq!([Rules::Linux, Rules::Ns3].map(|rules| delay_after(rules, 17)), [941_176; 2]);
        assert_eq!(delay_after(Rules::Rfc8033, 34), 991_821, "16.25 ms for each 16384");
        assert_eq!(delay_after(Rules::Linux, 34), 948_148, "1.0546875 MB/s");
        assert_eq!(delay_after(Rules::Ns3, 34), 969_696, "1.03125 MB/s");
    }

    #[test]
    fn nothing_is_known_before_a_measurement_ends() {
        let mut rate = DepartureRate::default();
        assert_eq!(rate.on_departure(20_000, THRESHOLD_OCTETS - 1, Time::from_ps(5), Rules::Linux), None);
        assert!(!rate.is_known() && rate.delay(1_000_000).is_zero());
    }
}
