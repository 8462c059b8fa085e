//! The scenario of a template by its name.

use super::registry::rows;
use crate::schema::Scenario;

/// A scenario in which the template of that name and everything else have their defaults; `None` if
/// there is no such template.
#[must_use]
pub fn template_scenario(name: &str) -> Option<Scenario> {
    let row = rows().into_iter().find(|row| row.entry.name == name)?;
    Some(Scenario {
        title: row.entry.summary.to_owned(),
        topology: Some((row.topology)()),
        ..Scenario::default()
    })
}
