//! The bodies of the fuzz targets on a bounded number of inputs: known traces with changed characters.

use proptest::prelude::*;

#[path = "../../../fuzz/bodies/trace.rs"]
mod bodies;

const KNOWN: [&str; 5] =
    ["1", "0\n0\n3\n10\n", "5\n7\n9000000000\n", "at_s,rate_mbps\n0,10\n1.5,0\n", "at_ms, rate_gbps\n0,1"];

proptest! {
    #[test]
    fn no_text_makes_a_reader_of_traces_panic(text in "\\PC{0,80}") {
        bodies::trace(&text);
    }

    #[test]
    fn texts_of_the_characters_of_traces_are_followed_or_refused(text in "[0-9\n, smbit/.eM-]{0,40}") {
        bodies::trace(&text);
        bodies::trace(&format!("at_ms,rate_kbps\n{text}"));
    }

    #[test]
    fn changed_traces_are_followed_or_refused(
        known in prop::sample::select(KNOWN.as_slice()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[0-9\n, s.-]{0,2}"), 0..4),
    ) {
        let mut characters: Vec<String> = known.chars().map(String::from).collect();
        for (at, instead) in changes {
            let at = at.index(characters.len());
            characters[at] = instead;
        }
        bodies::trace(&characters.concat());
    }
}
