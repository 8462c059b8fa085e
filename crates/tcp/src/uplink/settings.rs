//! The settings of an uplink queue, and what of them is not allowed.

use cellwise_units::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::red;

/// Which packets of an uplink queue leave first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Priority {
    /// The one that came first.
    #[default]
    None,
    /// Pure acknowledgments, in their order, before anything else.
    Acknowledgments,
}

/// Which older acknowledgments of a connection are removed when a newer one arrives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AckFiltering {
    /// None.
    #[default]
    Off,
    /// All.
    All,
    /// All but the newest `ack_filtering_keep` of them.
    Keep,
    /// Each with the probability `ack_filtering_probability`.
    Random,
}

/// Settings of the packet queue at a narrow uplink. The defaults are those of a plain queue: first
/// come, first served, without limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "UplinkSettings")]
pub struct Settings {
    /// Packets that may wait: one that arrives at a full queue, after the filtering, is dropped. At
    /// least 1; without limit if not given.
    pub limit_packets: Option<u32>,
    /// Packets that may wait among those that are not pure acknowledgments. At least 1; without
    /// limit of their own if not given.
    pub data_limit_packets: Option<u32>,
    /// Which packets leave first.
    pub priority: Priority,
    /// With priority for acknowledgments: the octets of acknowledgments in a row after which a
    /// waiting packet of data goes. Above 0; acknowledgments always go first if not given.
    pub data_after_ack_octets: Option<Bytes>,
    /// Which waiting acknowledgments are removed when a newer one of their connection arrives.
    pub ack_filtering: AckFiltering,
    /// Older acknowledgments that the filtering "keep" leaves.
    pub ack_filtering_keep: u32,
    /// The probability with which the filtering "random" removes each older acknowledgment.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub ack_filtering_probability: f64,
    /// A newer acknowledgment takes the place of the oldest one that it removes, instead of the end of
    /// the queue.
    pub ack_filtering_in_place: bool,
    /// Mark packets whose transport understands marks by random early detection, as acknowledgment
    /// congestion control needs; none is marked if not given.
    pub red: Option<red::Settings>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            limit_packets: None,
            data_limit_packets: None,
            priority: Priority::default(),
            data_after_ack_octets: None,
            ack_filtering: AckFiltering::default(),
            ack_filtering_keep: 1,
            ack_filtering_probability: 0.5,
            ack_filtering_in_place: false,
            red: None,
        }
    }
}

impl Settings {
    /// Everything that is not allowed: the field, its value and the rule that it breaks.
    #[must_use]
    pub fn check(&self) -> Vec<(&'static str, String, String)> {
        let mut found = Vec::new();
        let limits = [("limit_packets", self.limit_packets), ("data_limit_packets", self.data_limit_packets)];
        for (field, limit) in limits {
            if limit == Some(0) {
                found.push((field, "0".to_owned(), "give at least 1".to_owned()));
            }
        }
        if let Some(octets) = self.data_after_ack_octets
            && (octets.is_zero() || self.priority != Priority::Acknowledgments)
        {
            let rule = "give at least 1 byte, and priority = \"acknowledgments\"";
            found.push(("data_after_ack_octets", octets.to_string(), rule.to_owned()));
        }
        let probability = self.ack_filtering_probability;
        if !(0.0..=1.0).contains(&probability) {
            let rule = "give a number from 0 to 1".to_owned();
            found.push(("ack_filtering_probability", probability.to_string(), rule));
        }
        found.extend(self.red.iter().flat_map(red::Settings::check));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_allowed_and_survive_their_text() {
        let settings = Settings { red: Some(red::Settings::default()), ..Settings::default() };
        assert_eq!(settings.check(), []);
        let text = serde_json::to_string(&settings).expect("settings have a text");
        assert_eq!(serde_json::from_str::<Settings>(&text).expect("its own text"), settings);
    }

    #[test]
    fn every_mistake_is_reported_at_once() {
        let red = red::Settings {
            min_threshold_packets: 15.0,
            max_threshold_packets: 15.0,
            max_probability: 0.0,
            weight: f64::NAN,
        };
        let settings = Settings {
            limit_packets: Some(0),
            data_limit_packets: Some(0),
            data_after_ack_octets: Some(Bytes::new(100)),
            ack_filtering_probability: 1.5,
            red: Some(red),
            ..Settings::default()
        };
        let fields: Vec<_> = settings.check().into_iter().map(|(field, ..)| field).collect();
        let expected = [
            "limit_packets",
            "data_limit_packets",
            "data_after_ack_octets",
            "ack_filtering_probability",
            "red.max_threshold_packets",
            "red.max_probability",
            "red.weight",
        ];
        assert_eq!(fields, expected);
    }

    #[test]
    fn octets_of_acknowledgments_before_data_need_the_priority_that_they_limit() {
        let limited = |priority, octets| {
            let data_after_ack_octets = Some(Bytes::new(octets));
            Settings { priority, data_after_ack_octets, ..Settings::default() }.check().is_empty()
        };
        assert!(limited(Priority::Acknowledgments, 1));
        assert!(!limited(Priority::Acknowledgments, 0) && !limited(Priority::None, 1));
    }

    #[test]
    fn unknown_words_are_refused_with_what_is_known() {
        let text = r#"{"ack_filtering": "some"}"#;
        let error = serde_json::from_str::<Settings>(text).expect_err("no such filtering").to_string();
        assert!(error.contains("some") && error.contains("random"), "{error}");
    }
}
