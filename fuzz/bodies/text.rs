// What the fuzz targets of short texts check: quantities, and the points of captures.

use std::sync::LazyLock;

use cellwise_scenario::{Network, capture_point, resolve, template_scenario};
use cellwise_units::{BitRate, Bytes, Capacity, Cells, Span};

/// Any text is a quantity or is refused; what is read and printed is read as the same again.
pub(crate) fn quantity(text: &str) {
    fn printed_is_read<T>(text: &str)
    where
        T: std::str::FromStr<Err: std::fmt::Debug + std::fmt::Display>
            + std::fmt::Display
            + PartialEq
            + std::fmt::Debug,
    {
        match text.parse::<T>() {
            Ok(read) => {
                assert_eq!(read.to_string().parse::<T>().expect("what was printed is read"), read, "{text:?}")
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    printed_is_read::<Span>(text);
    printed_is_read::<BitRate>(text);
    printed_is_read::<Bytes>(text);
    printed_is_read::<Cells>(text);
    printed_is_read::<Capacity>(text);
}

/// Any text is a point of a capture or is refused with a reason.
pub(crate) fn point(text: &str) {
    static NETWORK: LazyLock<Network> = LazyLock::new(|| {
        let scenario = template_scenario("n-source").expect("a template");
        resolve(&scenario).expect("a template is sound")
    });
    if let Err(issue) = capture_point(&NETWORK, text) {
        assert!(!issue.rule.is_empty() && issue.to_string().len() < 2_000);
    }
}
