//! Service categories of virtual connections, in the order of their priority.
//!
//! Source: ATM Forum, Traffic Management Specification 4.0, section 2; for GFR 4.1, section 2. The
//! order of service, CBR before VBR before ABR before GFR before UBR, is the usual one of switches
//! with strict priorities.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The service category of a virtual connection. The category listed first is served first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// Constant bit rate.
    Cbr,
    /// Real-time variable bit rate.
    RtVbr,
    /// Non-real-time variable bit rate.
    NrtVbr,
    /// Available bit rate: the network gives the source its rate.
    Abr,
    /// Guaranteed frame rate: a minimum rate is promised to whole frames.
    Gfr,
    /// Unspecified bit rate: nothing is promised.
    #[default]
    Ubr,
}

impl Category {
    /// How many categories there are.
    pub const COUNT: usize = 6;

    /// Every category, the highest priority first.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Cbr, Self::RtVbr, Self::NrtVbr, Self::Abr, Self::Gfr, Self::Ubr];

    /// Position in [`ALL`](Self::ALL), from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name that scenarios use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cbr => "cbr",
            Self::RtVbr => "rt-vbr",
            Self::NrtVbr => "nrt-vbr",
            Self::Abr => "abr",
            Self::Gfr => "gfr",
            Self::Ubr => "ubr",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn scenarios_and_results_use_the_same_names() {
        for category in Category::ALL {
            assert_eq!(serde_json::to_value(category).unwrap(), json!(category.name()));
            assert_eq!(serde_json::from_value::<Category>(json!(category.name())).unwrap(), category);
        }
    }

    #[test]
    fn positions_follow_priority() {
        for (index, category) in Category::ALL.into_iter().enumerate() {
            assert_eq!(category.index(), index);
        }
        assert!(Category::ALL.is_sorted());
    }
}
