//! What can be asked.

use serde::Deserialize;
use serde_json::{Map, Value};

/// One request, such as `{"ask": "expand", "scenario": "{...}"}`. Scenarios are JSON text, as `parse` gives them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// The version of the simulator.
    Version,
    /// The JSON Schema of scenarios.
    Schema,
    /// Every model of every family.
    Catalogue,
    /// The words that all scenarios and results share.
    Vocabulary,
    /// The scenario of a template with its defaults.
    Template {
        /// Its name.
        name: String,
    },
    /// A number with a unit, in the base unit of a format.
    Quantity {
        /// The format, as the JSON Schema calls it.
        format: String,
        /// The number.
        text: String,
    },
    /// Reads and checks: the scenario as JSON text, and warnings.
    Parse {
        /// The scenario.
        text: String,
        /// `toml` or `json`.
        format: String,
        /// The name of its file, if it has one, for messages.
        #[serde(default)]
        file: Option<String>,
    },
    /// Every broken rule.
    Check {
        /// The scenario.
        scenario: String,
    },
    /// The scenario with everything written out.
    Expand {
        /// The scenario.
        scenario: String,
    },
    /// What makes two scenarios the same.
    Identity {
        /// The scenario.
        scenario: String,
    },
    /// The scenario as TOML.
    Toml {
        /// The scenario.
        scenario: String,
    },
    /// The network that a scenario describes.
    Resolved {
        /// The scenario.
        scenario: String,
    },
    /// The scenario with changes, as of `parse`.
    Change {
        /// The scenario.
        scenario: String,
        /// An object: values by dotted path, or nested.
        changes: String,
    },
    /// The scenario with values set from text, one after the other.
    Set {
        /// The scenario.
        scenario: String,
        /// Paths and texts.
        changes: Vec<(String, String)>,
    },
    /// The scenario with the probes that a page shows, and the flows of those that are in no plot.
    Watching {
        /// The scenario.
        scenario: String,
    },
    /// The scenario that is to be run again for its events up to an instant: of a flow, or the cells at a port.
    Again {
        /// The scenario.
        scenario: String,
        /// The flow whose segments are wanted.
        #[serde(default)]
        flow: Option<String>,
        /// The port whose cells are wanted, from the instant below.
        #[serde(default)]
        port: Option<String>,
        /// Where the part begins of which cells are wanted.
        #[serde(default)]
        from_s: f64,
        /// Until when events are wanted.
        to_s: f64,
        /// So many cells at most.
        #[serde(default)]
        most: u64,
    },
    /// Begins a run; its number is the answer.
    Begin {
        /// The scenario.
        scenario: String,
    },
    /// Continues a run; gives its progress.
    Advance {
        /// The run.
        run: u32,
        /// So many events at most.
        events: u64,
    },
    /// Ends a run, at its end or where it is: its summary, its tables and series by name.
    Finish {
        /// The run.
        run: u32,
    },
    /// Takes the results of a run that was made elsewhere; its number is the answer. Columns and instants come after
    /// the request, as in an answer.
    Load {
        /// The scenario.
        scenario: String,
        /// The scalars.
        summary: Value,
        /// Tables by name, of columns by name.
        tables: Map<String, Value>,
        /// What probes recorded: `name`, `quantity`, `target`, `unit`, `time_ps` and `value`.
        series: Vec<Value>,
    },
    /// What a page shows of a run that is finished.
    Describe {
        /// The run.
        run: u32,
        /// Flows whose acknowledgments are in no plot.
        #[serde(default)]
        hidden: Vec<String>,
    },
    /// How queues and links of a run were filled, in steps of a part of it.
    Playback {
        /// The run.
        run: u32,
        /// How many.
        steps: usize,
        /// Where the part begins; at the beginning if nothing is said.
        #[serde(default)]
        from_s: Option<f64>,
        /// Where it ends.
        #[serde(default)]
        to_s: Option<f64>,
    },
    /// The segments of a flow that lost cells or were sent again, in a part of a run that has recorded them.
    Marked {
        /// The run.
        run: u32,
        /// The flow.
        flow: String,
        /// Where the part begins.
        from_s: f64,
        /// Where it ends.
        to_s: f64,
        /// So many at most.
        most: usize,
    },
    /// The cells that arrived at a port in a part of a run that has recorded them.
    Lanes {
        /// The run.
        run: u32,
        /// The port.
        port: String,
        /// Where the part begins.
        from_s: f64,
        /// Where it ends.
        to_s: f64,
    },
    /// A table of a run that is finished.
    Table {
        /// The run.
        run: u32,
        /// The table.
        name: String,
    },
    /// A series of a run that is finished, whole.
    Series {
        /// The run.
        run: u32,
        /// Which one.
        index: usize,
    },
    /// The points of a series that a picture shows; times in seconds.
    Points {
        /// The run.
        run: u32,
        /// Which one.
        index: usize,
        /// Where the picture begins; at the beginning if nothing is said.
        #[serde(default)]
        from_s: Option<f64>,
        /// Where it ends.
        #[serde(default)]
        to_s: Option<f64>,
        /// Its columns.
        width: usize,
    },
    /// Gives a run up, finished or not.
    Forget {
        /// The run.
        run: u32,
    },
}
