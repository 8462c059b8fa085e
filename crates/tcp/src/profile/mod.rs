//! Profiles: the settings of a known host, by its name.
//!
//! A profile gives values to keys; keys that are written with it override them. All profiles give the same keys, so
//! that one takes the place of another as a whole, except `recovery`: where a system has no recovery for all its
//! congestion controls, it is that of the variant. None gives lengths and windows, or whether connections open and
//! close: those are the scenario's. Adding one: one file with its rows, and one line below.

mod bsd_4_4;
mod contract;
mod freebsd_14;
mod linux_6;
mod ns_2;

pub use contract::{Key, Profile};

use std::borrow::Cow;

use cellwise_units::catalogue::{Entry, Status, Written};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::variant::VariantName;

/// The family's name in the catalogue.
pub const FAMILY: &str = "tcp-profiles";

/// All profiles.
pub const PROFILES: &[Profile] = &[linux_6::PROFILE, freebsd_14::PROFILE, bsd_4_4::PROFILE, ns_2::PROFILE];

/// The key of how losses are repaired.
const RECOVERY: &str = "recovery";
/// A key of a profile, and another one that says the same and may be written instead.
const INSTEAD: &[(&str, &str)] = &[("max_rto", "max_rto_ticks")];

impl Profile {
    /// The profile of a name, if there is one.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        PROFILES.iter().find(|profile| profile.name == name)
    }

    /// Adds to a table of settings what the profile gives and the table does not.
    pub fn lay_beneath(&self, table: &mut Map<String, Value>) {
        for key in self.keys {
            let other = INSTEAD.iter().find(|(name, _)| *name == key.name).map(|(_, other)| *other);
            let is_said =
                table.contains_key(key.name) || other.is_some_and(|other| table.contains_key(other));
            if let (false, Ok(value)) = (is_said, serde_json::from_str(key.value)) {
                table.insert(key.name.to_owned(), value);
            }
        }
        let variant = table.get("variant").and_then(Value::as_str).and_then(VariantName::find);
        if let (Some(variant), false) = (variant, table.contains_key(RECOVERY)) {
            table.insert(RECOVERY.to_owned(), json!(variant.variant().recovery));
        }
    }
}

/// The name of a profile, written as text and read only if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfileName(&'static Profile);

impl ProfileName {
    /// The profile.
    #[must_use]
    pub const fn profile(self) -> &'static Profile {
        self.0
    }
}

impl Serialize for ProfileName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name)
    }
}

impl<'de> Deserialize<'de> for ProfileName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        Profile::find(&name).map(Self).ok_or_else(|| {
            let known: Vec<_> = PROFILES.iter().map(|profile| profile.name).collect();
            serde::de::Error::custom(format_args!(
                "unknown profile `{name}`, expected one of `{}`",
                known.join("`, `")
            ))
        })
    }
}

impl JsonSchema for ProfileName {
    fn schema_name() -> Cow<'static, str> {
        "ProfileName".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let one = |profile: &Profile| {
            let gives: Vec<_> = profile.keys.iter().map(as_json).collect();
            json!({ "const": profile.name, "description": profile.summary, "x-gives": gives })
        };
        let forms: Vec<_> = PROFILES.iter().map(one).collect();
        json_schema!({ "description": "The settings of a known host, by its name.", "oneOf": forms })
    }
}

fn as_json(key: &Key) -> Value {
    let value: Value = serde_json::from_str(key.value).unwrap_or_default();
    json!({ "key": key.name, "value": value, "source": key.source })
}

/// The rows of the family.
#[must_use]
pub fn catalogue() -> Vec<Entry> {
    let row = |profile: &Profile| Entry {
        family: FAMILY,
        name: profile.name,
        summary: profile.summary,
        source: profile.source,
        status: Status::Experimental,
        written: Written::Beside(file!()),
    };
    PROFILES.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;

    #[test]
    fn every_value_is_one_of_its_key_and_all_of_them_are_allowed_together() {
        for profile in PROFILES {
            for key in profile.keys {
                let table = json!({ key.name: serde_json::from_str::<Value>(key.value).expect(key.value) });
                let read = serde_json::from_value::<Settings>(table);
                assert!(read.is_ok(), "{} {}: {:?}", profile.name, key.name, read.err());
            }
            assert_eq!(profile.settings().expect(profile.name).check(), [], "{}", profile.name);
        }
    }

    #[test]
    fn all_give_the_same_keys_but_for_the_recovery() {
        let keys = |profile: &Profile| -> Vec<_> {
            profile.keys.iter().map(|key| key.name).filter(|name| *name != RECOVERY).collect()
        };
        for profile in PROFILES {
            assert_eq!(keys(profile), keys(&PROFILES[0]), "{}", profile.name);
            assert!(profile.keys.iter().all(|key| !key.source.is_empty()));
        }
    }

    #[test]
    fn keys_beside_a_profile_win_and_a_variant_brings_its_recovery_where_the_system_has_none() {
        let with = |name: &str, table: Value| {
            let Value::Object(mut table) = table else { panic!("a table") };
            Profile::find(name).expect("a profile").lay_beneath(&mut table);
            table
        };
        let linux = with("linux-6", json!({ "variant": "reno", "min_rto": "1 s", "max_rto_ticks": 90 }));
        assert_eq!((&linux["variant"], &linux["recovery"]), (&json!("reno"), &json!("rack-tlp")));
        assert_eq!((&linux["min_rto"], linux.get("max_rto")), (&json!("1 s"), None));
        assert_eq!(with("bsd-4.4", json!({ "variant": "newreno" }))["recovery"], "newreno");
        assert_eq!(with("bsd-4.4", json!({}))["recovery"], "reno");
    }

    /// The defaults of the settings are those of 4.4BSD, which had timestamps on; its timer is of ticks in any case.
    #[test]
    fn the_profile_of_4_4bsd_is_the_default_with_timestamps() {
        let bsd = Profile::find("bsd-4.4").expect("a profile").settings().expect("settings");
        let expected = Settings {
            timestamps: true,
            recovery: bsd.recovery,
            round_trip_clock: bsd.round_trip_clock,
            timer_expiry: bsd.timer_expiry,
            max_rto: bsd.max_rto,
            ..Settings::default()
        };
        assert_eq!(bsd, expected);
    }
}
