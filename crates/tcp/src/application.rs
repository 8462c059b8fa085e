//! What the application gives the sender.

use cellwise_units::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The application that writes into a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Application {
    /// Always has more to send.
    #[default]
    Greedy,
    /// Writes so many octets at the start; [`crate::Sender::supply`] adds to them.
    Finite {
        /// Octets in all, written with a unit: `"4 MB"`.
        #[serde(serialize_with = "write_octets", deserialize_with = "read_octets")]
        #[schemars(with = "Bytes")]
        octets: u64,
    },
}

fn write_octets<S: Serializer>(octets: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    Bytes::new(*octets).serialize(serializer)
}

fn read_octets<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    Bytes::deserialize(deserializer).map(Bytes::get)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transfer_is_written_with_its_unit() {
        let finite: Application = serde_json::from_str(r#"{"kind": "finite", "octets": "4 MB"}"#).unwrap();
        assert_eq!(finite, Application::Finite { octets: 4_000_000 });
        let text = serde_json::to_string(&finite).unwrap();
        assert_eq!(serde_json::from_str::<Application>(&text).unwrap(), finite);
        assert!(serde_json::from_str::<Application>(r#"{"kind": "finite", "octets": 4}"#).is_err());
    }
}
