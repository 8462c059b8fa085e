//! The networks of the loop tests.

use cellwise_atm::abr::{AbrSettings, RateEncoding, Reverse, TurnAroundPolicy};
use cellwise_units::{Span, Time};

use super::network::{Background, PortSpec, VcSpec};
use super::oracle::{Demand, max_min};

/// 149.76 Mbit/s, in cells/s.
pub(crate) const LINK: f64 = 149.76e6 / 424.0;
/// How long a bin is.
pub(crate) const BIN: Span = Span::from_ps(BIN_MS * 1_000_000_000);
const BIN_MS: u64 = 20;
/// After every test.
const NEVER_MS: u64 = 1_000_000;

/// A network, and for how many bins it runs.
#[derive(Clone, Debug)]
pub(crate) struct Topology {
    pub(crate) ports: Vec<PortSpec>,
    pub(crate) vcs: Vec<VcSpec>,
    pub(crate) bins: usize,
}

/// Bins between two changes of the fair rates.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Phase {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

pub(crate) fn ms(ms: u64) -> Time {
    Time::from_ps(ms * 1_000_000_000)
}

fn span_us(us: u64) -> Span {
    Span::from_ps(us * 1_000_000)
}

impl Topology {
    /// The max-min fair rates, on links used in full, of the VCs that are active in a bin; 0 for the
    /// others.
    pub(crate) fn fair(&self, bin: usize) -> Vec<f64> {
        let now = ms(bin as u64 * BIN_MS);
        let is_on = |from: Time, until: Time| from <= now && now < until;
        let left = |port: &PortSpec| match &port.background {
            Some(background) if is_on(background.from, background.until) => port.rate - background.rate,
            _ => port.rate,
        };
        let capacities: Vec<f64> = self.ports.iter().map(left).collect();
        let is_active = |vc: &VcSpec| vc.active.iter().any(|&(from, until)| is_on(from, until));
        let demands: Vec<Demand> = self.vcs.iter().filter(|vc| is_active(vc)).map(demand).collect();
        let mut rates = max_min(&capacities, &demands).into_iter();
        self.vcs.iter().map(|vc| if is_active(vc) { rates.next().unwrap_or(0.0) } else { 0.0 }).collect()
    }

    /// The phases between the changes.
    pub(crate) fn phases(&self) -> Vec<Phase> {
        let mut phases = vec![Phase { start: 0, end: 1 }];
        for bin in 1..self.bins {
            match phases.last_mut() {
                Some(last) if self.fair(last.start) == self.fair(bin) => last.end = bin + 1,
                _ => phases.push(Phase { start: bin, end: bin + 1 }),
            }
        }
        phases
    }
}

fn demand(vc: &VcSpec) -> Demand {
    Demand { path: vc.path.clone(), mcr: vc.settings.mcr, pcr: vc.settings.pcr, weight: vc.weight }
}

/// Sources that start at 3 Mbit/s and obey the rules of Traffic Management 4.0 with its defaults, except the
/// RIF given.
fn settings(rif: f64) -> AbrSettings {
    AbrSettings {
        pcr: LINK,
        mcr: 0.0,
        icr: 3e6 / 424.0,
        rif,
        rdf: 1.0 / 16.0,
        nrm: 32,
        mrm: 2,
        trm: span_us(100_000),
        crm: 100,
        cdf: 1.0 / 16.0,
        adtf: span_us(500_000),
        tcr: 10.0,
        rate_encoding: RateEncoding::Exact,
        use_it_or_lose_it: None,
        reverse: Reverse::Unlimited,
        turn_around: TurnAroundPolicy::Overwrite,
    }
}

/// A VC that has cells to send between pairs of times, in ms.
pub(crate) fn vc(path: &[usize], rif: f64, active: &[(u64, u64)]) -> VcSpec {
    VcSpec {
        path: path.to_vec(),
        access: span_us(50),
        settings: settings(rif),
        weight: 1.0,
        active: active.iter().map(|&(from, until)| (ms(from), ms(until))).collect(),
    }
}

fn port(delay_us: u64) -> PortSpec {
    PortSpec { rate: LINK, delay: span_us(delay_us), background: None }
}

/// So many VCs on one trunk of 5 ms, for 1 s.
pub(crate) fn trunk(vcs: usize, rif: f64) -> Topology {
    let vcs = (0..vcs).map(|_| vc(&[0], rif, &[(0, NEVER_MS)])).collect();
    Topology { ports: vec![port(5000)], vcs, bins: 50 }
}

/// Two VCs over all of some trunks of 2 ms, and two local ones on each, for 3 s.
pub(crate) fn parking_lot(trunks: usize, rif: f64) -> Topology {
    let long: Vec<usize> = (0..trunks).collect();
    let paths = [long.clone(), long].into_iter().chain((0..2 * trunks).map(|local| vec![local / 2]));
    let vcs = paths.map(|path| vc(&path, rif, &[(0, NEVER_MS)])).collect();
    Topology { ports: vec![port(2000); trunks], vcs, bins: 150 }
}

/// Ten VCs share a trunk; five of them continue over a link of which background takes two thirds from
/// 0.3 s to 0.9 s.
pub(crate) fn downstream(rif: f64) -> Topology {
    let mut ports = vec![port(5000); 3];
    ports[1].background = Some(Background { rate: 1e8 / 424.0, from: ms(300), until: ms(900) });
    let path = |vc: usize| if vc < 5 { [0, 1] } else { [0, 2] };
    let vcs = (0..10).map(|at| vc(&path(at), rif, &[(0, NEVER_MS)])).collect();
    Topology { ports, vcs, bins: 70 }
}

/// On trunk 1, a VC from the start, one from 0.2 s, and one that nine others on trunk 0 hold back.
pub(crate) fn early_and_late() -> Topology {
    let always = [(0, NEVER_MS)];
    let mut vcs = vec![vc(&[1], 1.0, &always), vc(&[1], 1.0, &[(200, NEVER_MS)]), vc(&[0, 1], 1.0, &always)];
    vcs.extend((0..9).map(|_| vc(&[0], 1.0, &always)));
    Topology { ports: vec![port(1000); 2], vcs, bins: 60 }
}

/// Numbers that look random, the same for the same seed.
struct Draws(u64);

impl Draws {
    /// From 0 to `below` - 1.
    fn below(&mut self, below: u64) -> u64 {
        // Knuth's multiplier; the upper bits are the better ones.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

/// Two to four trunks in a row of 0.05 to 5 ms, some of half the rate; 4 to 12 VCs over random stretches
/// that start at random rates, some from 0.8 s, some until 1.4 s. For 1.9 s.
pub(crate) fn random(seed: u64, rif: f64) -> Topology {
    let mut draws = Draws(seed);
    let trunks = 2 + draws.below(3) as usize;
    let ports = (0..trunks).map(|_| random_port(&mut draws)).collect();
    let count = 4 + draws.below(9);
    let vcs = (0..count).map(|_| random_vc(&mut draws, trunks, rif)).collect();
    Topology { ports, vcs, bins: 95 }
}

fn random_port(draws: &mut Draws) -> PortSpec {
    let delay = 50 + draws.below(5000);
    PortSpec { rate: LINK * [1.0, 1.0, 0.5][draws.below(3) as usize], ..port(delay) }
}

fn random_vc(draws: &mut Draws, trunks: usize, rif: f64) -> VcSpec {
    let first = draws.below(trunks as u64) as usize;
    let last = first + draws.below((trunks - first) as u64) as usize;
    let active = match draws.below(4) {
        0 => (800, NEVER_MS),
        1 => (0, 1400),
        _ => (0, NEVER_MS),
    };
    let mut vc = vc(&(first..=last).collect::<Vec<_>>(), rif, &[active]);
    vc.access = span_us(10 + draws.below(1000));
    vc.settings.icr = LINK * (1 + draws.below(100)) as f64 / 100.0;
    vc
}
