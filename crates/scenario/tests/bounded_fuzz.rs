//! The bodies of the fuzz targets of texts on a bounded number of inputs: known texts with changed characters.

use proptest::prelude::*;

#[path = "../../../fuzz/bodies/scenario.rs"]
mod scenario;
#[path = "../../../fuzz/bodies/text.rs"]
mod text;

const SCENARIO: &str = include_str!("../../../benches/scenarios/lan-15-abr.toml");
const TEXTS: [&str; 10] = [
    "155.52 Mbit/s",
    "5 us",
    "1000 cells",
    "unlimited",
    "0.1 Tbit/s",
    "1e3 ms",
    "ip@s1",
    "aal5@d1",
    "cells@sw1.trunk",
    "cells@sw1.trunk:arriving",
];

/// Places of a text, each with its new character.
fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, char)>> {
    let character = prop_oneof![
        prop::sample::select("0123456789.eE+-_@:\"'[]{}=, \n\u{e9}".chars().collect::<Vec<_>>()),
        any::<char>()
    ];
    prop::collection::vec((any::<prop::sample::Index>(), character), 0..5)
}

fn changed(text: &str, changes: &[(prop::sample::Index, char)]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (place, character) in changes {
        match place.index(3 * characters.len() + 3) {
            at if at < characters.len() => characters[at] = *character,
            at if at < 2 * characters.len() => drop(characters.remove(at - characters.len())),
            at => characters.insert((at - 2 * characters.len()).min(characters.len()), *character),
        }
    }
    characters.into_iter().collect()
}

proptest! {
    #[test]
    fn any_text_is_a_scenario_or_is_refused(changes in changes()) {
        scenario::scenario_toml(&changed(SCENARIO, &changes));
    }

    #[test]
    fn any_short_text_is_a_quantity_or_a_point_or_is_refused(which in 0usize..TEXTS.len(), changes in changes()) {
        let changed = changed(TEXTS[which], &changes);
        text::quantity(&changed);
        text::point(&changed);
    }
}
