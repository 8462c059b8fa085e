//! The registry of disciplines: one row per discipline.

use cellwise_units::{BitRate, ConfigIssue, Time, family};

use super::{
    Around, Backlog, Discipline, Service, cake, codel, drr, dualpi2, fq_codel, fq_pie, head_drop, pie,
    policer, priority, red, tail, token_bucket, uplink,
};
use crate::packet::Packet;

family! {
    /// A discipline as a scenario writes it: its name under `discipline`, its parameters next to it.
    config DisciplineConfig tagged "discipline" {
        /// The discipline in front of a link. Total: a setting that [`check`](Self::check) refuses is taken as the
        /// nearest that makes sense.
        fn build(&self, service: &Service);
        fn arbitrary();
        /// What does not make sense in front of a link; empty if all does.
        fn check(&self, service: &Service) -> Vec<ConfigIssue>;
    }
    any AnyDiscipline: Discipline {
        fn enqueue(&mut self, packet: Packet, around: &mut Around<'_>);
        fn dequeue(&mut self, around: &mut Around<'_>) -> Option<Packet>;
        fn ready_at(&self) -> Time;
        fn backlog(&self) -> Backlog;
        fn drop_probability(&mut self, now: Time) -> Option<f64>;
        fn queue_name(&self, queue: u32) -> Option<&'static str>;
    }
    members {
        tail::Tail, "tail", Validated,
            "Tail drop: a packet that finds the queue full is dropped.",
            "RFC 7567, section 2.1; Linux pfifo and bfifo";
        head_drop::HeadDrop, "head-drop", Experimental,
            "Head drop: where a packet finds the queue full, the oldest ones make room for it.",
            "RFC 7567, section 2.1; Linux pfifo_head_drop";
        red::Red, "red", Validated,
            "Random early detection: the longer the queue has been on average, the likelier an arriving packet is dropped or marked.",
            "Floyd and Jacobson 1993; Floyd, Gummadi and Shenker 2001; ns-3";
        codel::Codel, "codel", Validated,
            "Controlled delay: once all packets have waited too long for an interval, one is dropped or marked, then more and more often.",
            "RFC 8289; Linux codel";
        fq_codel::FqCodel, "fq-codel", Validated,
            "A queue for each flow, served in turn by octets, those that begin first, with controlled delay in each.",
            "RFC 8290; Linux fq_codel";
        drr::Drr, "drr", Validated,
            "Deficit round robin: a queue for each flow, each of which may send so many octets in its turn.",
            "Shreedhar and Varghese 1995";
        priority::Priority, "priority", Validated,
            "Strict priority: bands of codepoints, of which the first that has a packet is served; each has a limit of its own.",
            "RFC 2474; Linux prio and pfifo_fast";
        pie::Pie, "pie", Validated,
            "PIE: a controller raises the probability of drops at arrival while packets wait for too long.",
            "RFC 8033; Linux sch_pie; ns-3 PieQueueDisc";
        fq_pie::FqPie, "fq-pie", Experimental,
            "FQ-PIE: a queue per flow, served in turn, with PIE in each.",
            "Linux sch_fq_pie; RFC 8033";
        dualpi2::DualPi2, "dualpi2", Validated,
            "DualPI2: packets of scalable transports wait in a queue of their own, coupled to the classic one.",
            "RFC 9332; Linux sch_dualpi2";
        cake::Cake, "cake", Validated,
            "CAKE: a shaper, classes of traffic, fairness of hosts and flows, and a management for each flow.",
            "Piece of CAKE, LANMAN 2018; Linux sch_cake; tc-cake(8)";
        token_bucket::TokenBucket, "token-bucket", Validated,
            "A shaper around any discipline: packets leave at a rate, and as many at once as a bucket of octets holds.",
            "tc-htb(8), tc-tbf(8), tc-stab(8); Linux sch_htb and sch_tbf";
        policer::Policer, "policer", Validated,
            "A policer in front of any discipline: packets that come faster than a rate allows are dropped or marked.",
            "RFC 2697; RFC 2698";
        uplink::Uplink, "uplink", Validated,
            "The queue at a narrow uplink: acknowledgments are filtered, marked or sent first.",
            "Balakrishnan, Padmanabhan and Katz 1997; Kalampoukas, Varma and Ramakrishnan 1998; RFC 3449";
    }
}

impl DisciplineConfig {
    /// Whether the discipline has a probability of drops.
    #[must_use]
    pub fn has_drop_probability(&self) -> bool {
        let any = Service { rate: BitRate::from_bps(1_000_000), mtu_octets: 1514, salt: 0 };
        self.build(&any).drop_probability(Time::ZERO).is_some()
    }
}

impl Default for DisciplineConfig {
    fn default() -> Self {
        Self::Tail(tail::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::testing::service;
    use cellwise_units::family::testing::Family;
    use serde_json::json;

    fn family() -> Family<DisciplineConfig> {
        Family { tag: "discipline", all: DisciplineConfig::all(), rows: catalogue() }
    }

    #[test]
    fn a_name_alone_gives_each_discipline_with_its_defaults() {
        family().assert_names_give_defaults(DisciplineConfig::name);
        for config in DisciplineConfig::all() {
            assert_eq!(config.check(&service()), [], "{}", config.name());
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        family().assert_reads_what_it_writes(&json!({ "discipline": "tail", "limit": "64 packets" }));
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_discipline() {
        family().assert_refuses("limt");
    }

    #[test]
    fn the_schema_names_every_discipline_and_closes_its_table() {
        family().assert_schema_is_closed();
    }
}
