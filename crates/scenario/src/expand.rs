//! Expansion: from a template and changes to it, to the graph alone.

use crate::schema::{Patch, Scenario};

/// The same scenario without a template: its graph written out, with the user's entries as overrides.
/// Gives the same results as the scenario itself, and itself when expanded again.
#[must_use]
pub fn expand(scenario: &Scenario) -> Scenario {
    let Some(topology) = &scenario.topology else { return scenario.clone() };
    let mut graph = topology.template().graph(&scenario.flow);
    graph.nodes.patch(scenario.nodes.clone());
    graph.links.patch(scenario.links.clone());
    graph.vps.patch(scenario.vps.clone());
    graph.vcs.patch(scenario.vcs.clone());
    graph.flows.patch(scenario.flows.clone());
    Scenario {
        topology: None,
        nodes: graph.nodes,
        links: graph.links,
        vps: graph.vps,
        vcs: graph.vcs,
        flows: graph.flows,
        ..scenario.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{json_schema, parse_json, parse_toml, resolve, template_scenario, to_json, to_toml};

    const PATCHED: &str = r#"
[topology]
template = "n-source"
sources = 3
start_stagger = "1 ms"

[links.trunk]
delay = "10 ms"

[nodes.sw1]
buffer = "2000 cells"
ports.d9 = { drop = { policy = "ppd" } }

[nodes.d9]
kind = "host"

[links.d9]
ends = ["sw1", "d9"]
rate = "25.6 Mbit/s"
reverse_rate = "2 Mbit/s"
delay = "1 us"

[vcs.extra]
path = ["s1", "sw1", "d9"]
"#;

    #[test]
    fn expanding_twice_is_expanding_once() {
        for scenario in
            [template_scenario("n-source").unwrap(), parse_toml(PATCHED).unwrap().scenario().unwrap()]
        {
            let expanded = expand(&scenario);
            assert_eq!(expanded.topology, None);
            assert_eq!(expand(&expanded), expanded);
            assert_eq!(resolve(&expanded), resolve(&scenario));
        }
    }

    #[test]
    fn an_expanded_scenario_survives_its_text() {
        let scenario = parse_toml(PATCHED).unwrap().scenario().unwrap();
        let expanded = expand(&scenario);
        let text = to_toml(&expanded);
        let again = parse_toml(&text).unwrap().scenario().unwrap();
        assert_eq!(expand(&again), expanded);
        assert_eq!(to_toml(&again), text);
        assert_eq!(parse_json(&to_json(&expanded)).unwrap().scenario().unwrap(), expanded);
    }

    #[test]
    fn a_users_entry_changes_only_the_keys_it_gives() {
        let scenario = parse_toml(PATCHED).unwrap().scenario().unwrap();
        let expanded = expand(&scenario);
        let trunk = &expanded.links["trunk"];
        assert_eq!(trunk.ends, Some(["sw1".to_owned(), "sw2".to_owned()]));
        assert_eq!(trunk.delay.map(|delay| delay.to_string()).as_deref(), Some("10 ms"));
        assert_eq!(expanded.links["s1"].delay.map(|delay| delay.to_string()).as_deref(), Some("5 us"));
        assert_eq!(expanded.flows["tcp3"].start.map(|start| start.to_string()).as_deref(), Some("2 ms"));
        assert_eq!(expanded.links.get_index_of("d9"), Some(7));
    }

    #[test]
    fn the_schema_describes_every_key() {
        let schema: serde_json::Value = serde_json::from_str(&json_schema()).unwrap();
        let scenario = template_scenario("n-source").unwrap();
        let value: serde_json::Value = serde_json::from_str(&to_json(&scenario)).unwrap();
        for key in value.as_object().unwrap().keys() {
            assert!(schema["properties"][key]["description"].is_string(), "{key}");
        }
    }
}
