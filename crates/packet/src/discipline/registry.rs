//! The registry of disciplines: one row per discipline.

use cellwise_units::{Time, family};

use super::{Around, Backlog, Discipline, Service, cake, dualpi2, fq_pie, head_drop, pie, tail};
use crate::issue::ConfigIssue;
use crate::packet::Packet;

family! {
    /// A discipline as a scenario writes it: its name under `discipline`, its parameters beside it.
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
        fn drop_probability(&self, now: Time) -> Option<f64>;
        fn queue_name(&self, queue: u32) -> Option<&'static str>;
    }
    members {
        tail::Tail, "tail", Experimental,
            "Tail drop: a packet that finds the queue full is dropped.",
            "RFC 7567, section 2.1; Linux pfifo and bfifo";
        head_drop::HeadDrop, "head-drop", Experimental,
            "Head drop: where a packet finds the queue full, the oldest ones make room for it.",
            "RFC 7567, section 2.1; Linux pfifo_head_drop";
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
