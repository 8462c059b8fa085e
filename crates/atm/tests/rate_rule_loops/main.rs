//! Explore.
mod network;
mod oracle;
mod topology;

use cellwise_atm::rate_rule::RateRuleConfig;
use cellwise_units::Span;
use network::*;

#[test]
fn explore() {
    let names = std::env::var("RULES").unwrap_or_default();
    let topo = std::env::var("TOPO").unwrap_or("lot".into());
    let rif: f64 = std::env::var("RIF").ok().map_or(1.0, |s| s.parse().unwrap());
    let extra: serde_json::Value =
        std::env::var("SET").ok().map_or(serde_json::json!({}), |s| serde_json::from_str(&s).unwrap());
    for name in names.split(',') {
        let mut json = serde_json::json!({"rule": name});
        for (k, v) in extra.as_object().unwrap() {
            json[k] = v.clone();
        }
        let config: RateRuleConfig = serde_json::from_value(json).unwrap();
        let t = topology::by_name(&topo, rif);
        let mut network = Network::new(&config, &t.ports, &t.vcs);
        let bins = network.run(Span::from_ps(20_000_000_000), t.bins);
        println!("== {name} {topo} rif {rif} {extra}");
        let scale: f64 = std::env::var("SCALE").ok().map_or(1.0, |s| s.parse().unwrap());
        if std::env::var("SUM").is_ok() {
            println!("{}", t.summary(&bins, scale));
            continue;
        }
        for (i, bin) in bins.iter().enumerate() {
            let now = (i as f64 + 1.0) * 0.02;
            let fair = t.fair(now - 0.001);
            let rates: Vec<String> = bin
                .delivered
                .iter()
                .zip(&fair)
                .map(|(d, f)| {
                    let r = *d as f64 / 0.02;
                    if *f > 0.0 { format!("{:6.3}", r / f) } else { format!("({:5.0})", r) }
                })
                .collect();
            let q: Vec<String> = bin
                .most_waiting
                .iter()
                .zip(&bin.found)
                .map(|(m, (s, n))| format!("{m}/{}", s / n.max(&1)))
                .collect();
            println!("{now:.2} {} | {}", rates.join(" "), q.join(" "));
        }
    }
}
#[test]
fn show() {
    let t = topology::by_name(&std::env::var("TOPO").unwrap(), 1.0);
    for p in &t.ports { println!("port {:.0} {}", p.rate, p.delay); }
    for (v, f) in t.vcs.iter().zip(t.fair(0.5)) { println!("{:?} {} {:?} icr {:.0} fair {:.0}", v.path, v.access, v.active, v.settings.icr, f); }
}
