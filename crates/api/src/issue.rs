//! Where a scenario breaks a rule, for those who have to put it right.

use cellwise_net::RunError;
use cellwise_scenario::Issue;

/// What issues are about: TOML text, and the file that it is from, if there is one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written<'t> {
    /// The text, as the user wrote it.
    pub text: Option<&'t str>,
    /// The name of its file.
    pub file: Option<&'t str>,
}

impl<'t> Written<'t> {
    /// A scenario in "toml" or "json": JSON was not written by hand, so that issues are not shown in it.
    #[must_use]
    pub fn of(text: &'t str, format: &str, file: Option<&'t str>) -> Self {
        Self { text: (format == "toml").then_some(text), file }
    }

    /// An issue with its place.
    #[must_use]
    pub fn render(&self, issue: &Issue) -> String {
        self.text.map_or_else(|| issue.to_string(), |text| issue.render_in(text, self.file))
    }

    /// Issues with their places, one behind the other.
    #[must_use]
    pub fn render_all(&self, issues: &[Issue]) -> String {
        issues.iter().map(|issue| self.render(issue)).collect::<Vec<_>>().join("\n")
    }
}

/// What a run was refused for when it was to begin, if that is a value of its scenario.
#[must_use]
pub fn of_run(error: &RunError) -> Option<Issue> {
    let RunError::Memory { limit, .. } = error else { return None };
    let message = error.to_string();
    let rule = message.split_once("\" ").map_or(&*message, |(_, rule)| rule);
    Some(Issue::new("limits.memory", format_args!("\"{limit}\""), rule))
}
