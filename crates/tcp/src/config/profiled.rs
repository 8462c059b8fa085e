//! The settings that a profile gives.

use serde_json::{Map, Value};

use super::Settings;
use crate::profile::Profile;

impl Profile {
    /// The default settings with the values of the profile.
    ///
    /// # Errors
    /// Serde's, if a value of the profile does not fit its key; tests make sure that all do.
    pub fn settings(&self) -> Result<Settings, serde_json::Error> {
        let mut table = Map::new();
        self.lay_beneath(&mut table);
        serde_json::from_value(Value::Object(table))
    }
}
