//! The networks of the loop tests.

use cellwise_atm::abr::{AbrSettings, RateEncoding, Reverse, TurnAroundPolicy};
use cellwise_units::{Span, Time};

use crate::network::{Background, PortSpec, VcSpec};
use crate::oracle::{Demand, max_min};

/// 149.76 Mbit/s, in cells/s.
pub(crate) const LINK: f64 = 149.76e6 / 424.0;

/// A network, and for how many bins of 20 ms it runs.
#[derive(Clone, Debug)]
pub(crate) struct Topology {
    pub(crate) ports: Vec<PortSpec>,
    pub(crate) vcs: Vec<VcSpec>,
    pub(crate) bins: usize,
}

pub(crate) fn ms(ms: u64) -> Time {
    Time::from_ps(ms * 1_000_000_000)
}

pub(crate) fn span_ms(ms: u64) -> Span {
    Span::from_ps(ms * 1_000_000_000)
}

impl Topology {
    /// The max-min fair rates of the VCs that are active at a time, of full links; 0 for the others.
    pub(crate) fn fair(&self, now_s: f64) -> Vec<f64> {
        let now = Time::from_ps((now_s * 1e12) as u64);
        let capacities: Vec<_> = self
            .ports
            .iter()
            .map(|port| {
                let background = port.background.as_ref().filter(|b| b.from <= now && now < b.until);
                port.rate - background.map_or(0.0, |background| background.rate)
            })
            .collect();
        let is_active = |vc: &VcSpec| vc.active.iter().any(|&(from, until)| from <= now && now < until);
        let demand = |vc: &VcSpec| Demand {
            path: vc.path.clone(),
            mcr: vc.settings.mcr,
            pcr: vc.settings.pcr,
            weight: vc.weight,
        };
        let demands: Vec<_> = self.vcs.iter().filter(|vc| is_active(vc)).map(demand).collect();
        let mut rates = max_min(&capacities, &demands).into_iter();
        self.vcs.iter().map(|vc| if is_active(vc) { rates.next().unwrap_or(0.0) } else { 0.0 }).collect()
    }
}

impl Topology {
    pub(crate) fn summary(&self, bins: &[crate::network::Bin], scale: f64) -> String {
        let mut out = String::new();
        let fairs: Vec<Vec<f64>> =
            (0..bins.len()).map(|i| self.fair((i as f64 + 1.0) * 0.02 - 0.001)).collect();
        let mut start = 0;
        while start < bins.len() {
            let mut end = start;
            while end < bins.len() && fairs[end] == fairs[start] {
                end += 1;
            }
            let dev = |i: usize| -> (f64, f64) {
                let mut lo = 9f64;
                let mut hi = 0f64;
                for (d, f) in bins[i].acr.iter().zip(&fairs[i]) {
                    if *f > 0.0 {
                        let r = *d / f / scale;
                        lo = lo.min(r);
                        hi = hi.max(r);
                    }
                }
                (lo, hi)
            };
            let ok = |i: usize| {
                let (lo, hi) = dev(i);
                lo > 0.95 && hi < 1.05
            };
            let mut settled = end;
            while settled > start && ok(settled - 1) {
                settled -= 1;
            }
            let tail = end.saturating_sub(5).max(start);
            let lo = (tail..end).map(|i| dev(i).0).fold(9.0, f64::min);
            let hi = (tail..end).map(|i| dev(i).1).fold(0.0, f64::max);
            let q = (tail..end).map(|i| bins[i].most_waiting.iter().max().copied().unwrap()).max().unwrap();
            let qa = (start..end).map(|i| bins[i].most_waiting.iter().max().copied().unwrap()).max().unwrap();
            out += &format!(
                "[{:.2}-{:.2}: settled {:>4} ms, last {lo:.3}-{hi:.3} q {q}/{qa}] ",
                start as f64 * 0.02,
                end as f64 * 0.02,
                if settled == end { -1 } else { (settled - start) as i64 * 20 }
            );
            start = end;
        }
        out
    }
}

/// Sources as the thesis sets them, with ICR 3 Mbit/s and the RIF given.
pub(crate) fn settings(rif: f64) -> AbrSettings {
    AbrSettings {
        pcr: LINK,
        mcr: 0.0,
        icr: 3e6 / 424.0,
        rif,
        rdf: 1.0 / 16.0,
        nrm: 32,
        mrm: 2,
        trm: span_ms(100),
        crm: 100,
        cdf: 1.0 / 16.0,
        adtf: span_ms(500),
        tcr: 10.0,
        rate_encoding: RateEncoding::Exact,
        use_it_or_lose_it: None,
        reverse: Reverse::Unlimited,
        turn_around: TurnAroundPolicy::Overwrite,
    }
}

pub(crate) fn vc(path: &[usize], rif: f64, active: &[(u64, u64)]) -> VcSpec {
    VcSpec {
        path: path.to_vec(),
        access: Span::from_ps(50_000_000),
        settings: settings(rif),
        weight: 1.0,
        active: active.iter().map(|&(from, until)| (ms(from), ms(until))).collect(),
    }
}

pub(crate) fn port(delay_ms: u64) -> PortSpec {
    PortSpec { rate: LINK, delay: span_ms(delay_ms), background: None }
}

/// n sources on one trunk of 5 ms.
pub(crate) fn trunk(n: usize, rif: f64) -> Topology {
    let vcs = (0..n).map(|_| vc(&[0], rif, &[(0, 10_000)])).collect();
    Topology { ports: vec![port(5)], vcs, bins: 50 }
}

/// Two long VCs over three trunks of 2 ms; two, three and one local VC; joins and leaves.
pub(crate) fn lot(rif: f64, delay: u64) -> Topology {
    let all = [(0, 10_000)];
    let mut vcs = vec![vc(&[0, 1, 2], rif, &all), vc(&[0, 1, 2], rif, &[(50, 10_000)])];
    vcs.push(vc(&[0], rif, &[(0, 1200)]));
    vcs.push(vc(&[0], rif, &all));
    vcs.push(vc(&[1], rif, &all));
    vcs.push(vc(&[1], rif, &all));
    vcs.push(vc(&[1], rif, &all));
    vcs.push(vc(&[1], rif, &[(400, 800)]));
    vcs.push(vc(&[2], rif, &all));
    Topology { ports: vec![port(delay), port(delay), port(delay)], vcs, bins: 80 }
}

/// Ten VCs share a trunk; five of them go on over a link of which background takes two thirds from 300 ms.
pub(crate) fn downstream(rif: f64) -> Topology {
    let mut ports = vec![port(5), port(5), port(5)];
    ports[1].background = Some(Background { rate: 1e8 / 424.0, from: ms(300), until: ms(900) });
    let vcs = (0..10).map(|n| vc(if n < 5 { &[0, 1] } else { &[0, 2] }, rif, &[(0, 10_000)])).collect();
    Topology { ports, vcs, bins: 70 }
}

pub(crate) fn by_name(name: &str, rif: f64) -> Topology {
    match name {
        name if name.starts_with("random") => random(name[6..].parse().unwrap(), rif),
        "lot" => lot(rif, 2),
        "longlot" => lot(rif, 10),
        "down" => downstream(rif),
        "trunk10" => trunk(10, rif),
        _ => trunk(5, rif),
    }
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

/// Some links in a row, VCs over random stretches of it with random starts.
pub(crate) fn random(seed: u64, rif: f64) -> Topology {
    let mut draws = Draws(seed);
    let links = 2 + draws.below(3) as usize;
    let ports: Vec<_> = (0..links)
        .map(|_| {
            let mut p = port(0);
            p.delay = Span::from_ps(50_000_000 + draws.below(5000) * 1_000_000);
            p.rate = LINK * [1.0, 1.0, 0.5][draws.below(3) as usize];
            p
        })
        .collect();
    let n = 4 + draws.below(9) as usize;
    let vcs = (0..n)
        .map(|_| {
            let first = draws.below(links as u64) as usize;
            let last = first + draws.below((links - first) as u64) as usize;
            let path: Vec<usize> = (first..=last).collect();
            let active: &[(u64, u64)] = match draws.below(4) {
                0 => &[(800, 5000)],
                1 => &[(0, 1400)],
                _ => &[(0, 5000)],
            };
            let mut v = vc(&path, rif, active);
            v.access = Span::from_ps(10_000_000 + draws.below(1000) * 1_000_000);
            v.settings.icr = LINK * (1 + draws.below(100)) as f64 / 100.0;
            v
        })
        .collect();
    Topology { ports, vcs, bins: 95 }
}
