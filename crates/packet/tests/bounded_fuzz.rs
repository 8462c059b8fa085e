//! The bodies of the fuzz targets on a bounded number of inputs: known traces with changed characters.

use proptest::prelude::*;

#[path = "../../../fuzz/bodies/trace.rs"]
mod bodies;

const KNOWN: [&str; 5] =
    ["1", "0\n0\n3\n10\n", "5\n7\n9000000000\n", "0 s, 10 Mbit/s\n1.5 s, 0 bit/s\n", "0 ms, 1 Gbit/s"];

proptest! {
    #[test]
    fn no_text_makes_a_reader_of_traces_panic(text in "\\PC{0,80}") {
        bodies::trace(&text);
    }

    #[test]
    fn texts_of_the_characters_of_traces_are_followed_or_refused(text in "[0-9\n, smbit/.eM-]{0,40}") {
        bodies::trace(&text);
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
