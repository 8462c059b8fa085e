//! The registry of framings: one row per framing.

use cellwise_units::{ConfigIssue, family};

use super::{Framing, WireOctets, docsis, ethernet, ppp, ptm, raw};

family! {
    /// A framing as a scenario writes it: its name under `framing`, its parameters next to it.
    config FramingConfig tagged "framing" {
        /// The framing. Total: a setting that [`check`](Self::check) refuses is taken as the nearest that makes sense.
        fn build(&self);
        fn arbitrary();
        /// What does not make sense on a link for IP packets of up to `mtu` octets; empty if all does.
        fn check(&self, mtu: u32) -> Vec<ConfigIssue>;
    }
    any AnyFraming: Framing {
        fn wire(&self, ip_octets: u32) -> WireOctets;
        fn queued_octets(&self, ip_octets: u32) -> u32;
        fn frame_octets(&self, ip_octets: u32) -> u32;
        fn mtu(&self) -> u32;
    }
    members {
        ethernet::Ethernet, "ethernet", Validated,
            "Ethernet: frames of at least 64 octets with preamble and gap, VLAN tags and PPPoE.",
            "IEEE 802.3, clauses 3 and 4; RFC 2516";
        docsis::Docsis, "docsis", Validated,
            "DOCSIS: the octets that a cable service's rate counts, Ethernet frames without preamble and gap.",
            "RFC 4323; tc-cake(8)";
        ppp::Ppp, "ppp", Experimental,
            "PPP in HDLC-like framing, with its compressions; stuffing by its expected length.",
            "RFC 1661; RFC 1662";
        ptm::Ptm, "ptm", Validated,
            "PTM: Ethernet frames in 64/65-octet codewords, as on VDSL2 lines; VLAN tags and PPPoE.",
            "IEEE 802.3, 61.3; ITU-T G.992.3, Annex N";
        raw::Raw, "raw", Validated,
            "IP packets with nothing around them.",
            "elementary";
    }
}

impl Default for FramingConfig {
    fn default() -> Self {
        Self::Ethernet(ethernet::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::family::testing::{Family, read};
    use serde_json::{Value, json};

    fn family() -> Family<FramingConfig> {
        Family { tag: "framing", all: FramingConfig::all(), rows: catalogue() }
    }

    #[test]
    fn a_name_alone_gives_each_framing_with_its_defaults() {
        family().assert_names_give_defaults(FramingConfig::name);
        for config in FramingConfig::all() {
            assert_eq!(config.check(config.build().mtu()), [], "{}", config.name());
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        family().assert_reads_what_it_writes(&json!({
            "framing": "ptm", "vlan_tags": 1, "pppoe": true, "crc": "crc-32", "payload_octets": 1508,
        }));
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_framing() {
        family().assert_refuses("vlan_tag");
    }

    #[test]
    fn the_schema_names_every_framing_and_closes_its_table() {
        family().assert_schema_is_closed();
    }

    #[test]
    fn an_mtu_that_does_not_fit_is_reported_and_what_fits_is_the_default() {
        let mtu = |written: Value| read::<FramingConfig>(written).unwrap().build().mtu();
        assert_eq!(mtu(json!({ "framing": "ethernet" })), 1500);
        assert_eq!(mtu(json!({ "framing": "ethernet", "vlan_tags": 2 })), 1500);
        assert_eq!(mtu(json!({ "framing": "ptm", "pppoe": true })), 1492);
        // Baby giants: RFC 4638.
        let giant = json!({ "framing": "ethernet", "pppoe": true, "payload_octets": 1508 });
        assert_eq!(mtu(giant), 1500);
        let pppoe = read::<FramingConfig>(json!({ "framing": "ethernet", "pppoe": true })).unwrap();
        let issues = pppoe.check(1500);
        assert_eq!((issues[0].field.as_str(), issues[0].value.as_str()), ("mtu", "1500"));
        assert!(issues[0].rule.starts_with("give from 68 to 1492 octets"), "{}", issues[0].rule);
    }

    #[test]
    fn everything_wrong_is_reported_at_once() {
        let absurd = json!({ "framing": "ethernet", "vlan_tags": 3, "payload_octets": 10 });
        let issues = read::<FramingConfig>(absurd).unwrap().check(1500);
        let fields: Vec<_> = issues.iter().map(|issue| issue.field.as_str()).collect();
        assert_eq!(fields, ["vlan_tags", "payload_octets", "mtu"]);
    }
}
