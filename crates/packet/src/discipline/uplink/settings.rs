//! The settings of the queue at a narrow uplink, and what of them is not allowed.

use cellwise_units::{Bytes, ConfigIssue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Uplink, red};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, any, perhaps, prop_oneof};
use crate::discipline::Service;

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

/// Parameters of [`Uplink`]. The defaults are those of a plain queue: first come, first served, without limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "UplinkSettings")]
pub struct Config {
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

impl Default for Config {
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

impl Config {
    /// Any settings.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let limits = (perhaps(1u32..25), perhaps(1u32..8));
        let priority = prop_oneof![Just(Priority::None), Just(Priority::Acknowledgments)];
        let order = (priority, perhaps((1u64..300).prop_map(Bytes::new)));
        let which = prop_oneof![
            Just(AckFiltering::Off),
            Just(AckFiltering::All),
            Just(AckFiltering::Keep),
            Just(AckFiltering::Random)
        ];
        let filtering = (which, 0u32..4, 0.0..=1.0, any::<bool>());
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

    /// The discipline in front of a link.
    #[must_use]
    pub fn build(&self, service: &Service) -> Uplink {
        Uplink::new(self, service)
    }

    /// Limits of nothing, and keys that do not fit each other.
    #[must_use]
    pub fn check(&self, _: &Service) -> Vec<ConfigIssue> {
        let nothing = |field, limit: Option<u32>| {
            let rule = "give at least 1 packet, or leave it out: every packet would be lost";
            limit.filter(|limit| *limit == 0).map(|limit| ConfigIssue::new(field, limit, rule))
        };
        let after = self.data_after_ack_octets.filter(|_| self.priority != Priority::Acknowledgments);
        let issues = [
            nothing("limit_packets", self.limit_packets),
            nothing("data_limit_packets", self.data_limit_packets),
            after.map(|octets| {
                let rule = "leave it out, or give priority = \"acknowledgments\"";
                ConfigIssue::new("data_after_ack_octets", octets, rule)
            }),
        ];
        issues.into_iter().flatten().chain(self.red.iter().flat_map(red::Settings::check)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::testing::service;

    #[test]
    fn the_defaults_are_allowed_and_survive_their_text() {
        let settings = Config { red: Some(red::Settings::default()), ..Config::default() };
        assert_eq!(settings.check(&service()), []);
        let text = serde_json::to_string(&settings).expect("settings have a text");
        assert_eq!(serde_json::from_str::<Config>(&text).expect("its own text"), settings);
    }

    #[test]
    fn every_mistake_is_reported_at_once() {
        let red = red::Settings {
            min_threshold_packets: 15.0,
            max_threshold_packets: 15.0,
            ..red::Settings::default()
        };
        let settings =
            Config { data_after_ack_octets: Some(Bytes::new(100)), red: Some(red), ..Config::default() };
        let fields: Vec<_> = settings.check(&service()).into_iter().map(|issue| issue.field).collect();
        assert_eq!(fields, ["data_after_ack_octets", "red.max_threshold_packets"]);
    }

    #[test]
    fn octets_of_acknowledgments_before_data_need_the_priority_that_they_limit() {
        let limited = |priority| {
            let data_after_ack_octets = Some(Bytes::new(1));
            Config { priority, data_after_ack_octets, ..Config::default() }.check(&service()).is_empty()
        };
        assert!(limited(Priority::Acknowledgments) && !limited(Priority::None));
    }

    #[test]
    fn unknown_words_are_refused_with_what_is_known() {
        let text = r#"{"ack_filtering": "some"}"#;
        let error = serde_json::from_str::<Config>(text).expect_err("no such filtering").to_string();
        assert!(error.contains("some") && error.contains("random"), "{error}");
    }
}
