//! The settings that a profile gives.

use serde_json::{Map, Value};

use super::Settings;
use crate::profile::Profile;

impl Profile {
    /// The default settings with what the profile gives.
    ///
    /// # Errors
    /// Serde's, if a value of the profile is none of its key; its tests see to it that there is none.
    pub fn settings(&self) -> Result<Settings, serde_json::Error> {
        let mut table = Map::new();
        self.lay_beneath(&mut table);
        serde_json::from_value(Value::Object(table))
    }
}
