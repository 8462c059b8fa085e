//! The settings of an uplink queue, and what of them is not allowed.

use cellwise_units::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::red;
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any, any_word, perhaps};

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
    /// Packets that may wait: one that arrives at a full queue, after the filtering, is dropped. Without
    /// limit if not given.
    #[schemars(range(min = 1))]
    pub limit_packets: Option<u32>,
    /// Packets that may wait among those that are not pure acknowledgments. Without limit of their own if
    /// not given.
    #[schemars(range(min = 1))]
    pub data_limit_packets: Option<u32>,
    /// Which packets are sent first.
    pub priority: Priority,
    /// With priority for acknowledgments: the octets of acknowledgments in a row after which a waiting data
    /// packet is sent. Acknowledgments always go first if not given.
    #[schemars(extend("formatMinimum" = "1 byte"))]
    pub data_after_ack_octets: Option<Bytes>,
    /// Which waiting acknowledgments are removed when a newer one of their connection arrives.
    pub ack_filtering: AckFiltering,
    /// The number of older acknowledgments that the filtering "keep" leaves.
    pub ack_filtering_keep: u32,
    /// The probability with which the filtering "random" removes each older acknowledgment.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub ack_filtering_probability: f64,
    /// Whether a newer acknowledgment takes the place of the oldest one that it removes, instead of the end of
    /// the queue.
    pub ack_filtering_in_place: bool,
    /// Random early detection, which marks packets whose transport understands marks, as acknowledgment
    /// congestion control needs. If not given, no packet is marked.
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
    /// Any settings.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let limits = (perhaps(1u32..25), perhaps(1u32..8));
        let order = (any_word(), perhaps((1u64..300).prop_map(Bytes::new)));
        let filtering = (any_word(), 0u32..4, 0.0..=1.0, any::<bool>());
        (limits, order, filtering, perhaps(red::Settings::arbitrary())).prop_map(
            |(
                (limit_packets, data_limit_packets),
                (priority, octets),
                (ack_filtering, keep, part, place),
                red,
            )| {
                Self {
                    limit_packets,
                    data_limit_packets,
                    priority,
                    data_after_ack_octets: octets.filter(|_| priority == Priority::Acknowledgments),
                    ack_filtering,
                    ack_filtering_keep: keep,
                    ack_filtering_probability: part,
                    ack_filtering_in_place: place,
                    red,
                }
            },
        )
    }

    /// Keys that do not fit each other: the field, its value and the rule that it breaks.
    #[must_use]
    pub fn check(&self) -> Vec<(&'static str, String, String)> {
        let mut found = Vec::new();
        if let Some(octets) = self.data_after_ack_octets
            && self.priority != Priority::Acknowledgments
        {
            let rule = "leave it out, or give priority = \"acknowledgments\"";
            found.push(("data_after_ack_octets", octets.to_string(), rule.to_owned()));
        }
        found.extend(self.red.as_ref().and_then(red::Settings::check));
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
            ..red::Settings::default()
        };
        let settings =
            Settings { data_after_ack_octets: Some(Bytes::new(100)), red: Some(red), ..Settings::default() };
        let fields: Vec<_> = settings.check().into_iter().map(|(field, ..)| field).collect();
        assert_eq!(fields, ["data_after_ack_octets", "red.max_threshold_packets"]);
    }

    #[test]
    fn octets_of_acknowledgments_before_data_need_the_priority_that_they_limit() {
        let limited = |priority| {
            let data_after_ack_octets = Some(Bytes::new(1));
            Settings { priority, data_after_ack_octets, ..Settings::default() }.check().is_empty()
        };
        assert!(limited(Priority::Acknowledgments) && !limited(Priority::None));
    }

    #[test]
    fn unknown_words_are_refused_with_what_is_known() {
        let text = r#"{"ack_filtering": "some"}"#;
        let error = serde_json::from_str::<Settings>(text).expect_err("no such filtering").to_string();
        assert!(error.contains("some") && error.contains("random"), "{error}");
    }
}
