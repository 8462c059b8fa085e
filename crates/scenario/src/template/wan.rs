//! The parameters that the wide-area templates share: rates and delays, routers, background traffic.

use cellwise_atm::Category;
use cellwise_atm::traffic::{CellSourceConfig, Unit};
use cellwise_units::{BitRate, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::Around;
use super::keys::Keys;
use crate::issue::Issue;
use crate::schema::CellsSettings;

/// The most hosts that send.
pub(super) const MOST_SOURCES: u32 = 100_000;

/// Cells of a higher category on one trunk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Background {
    /// Number of cell sources, all alike and multiplexed on one connection. 0 for no background traffic.
    #[schemars(range(max = MOST_BACKGROUND))]
    pub sources: u32,
    /// When each source sends its cells.
    pub source: CellSourceConfig,
    /// The service category of the connection.
    pub category: Category,
    /// When the sources start; before the end of the run.
    pub start: Span,
    /// The trunk that carries the cells, by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

const MOST_BACKGROUND: u32 = 10_000;

impl Default for Background {
    fn default() -> Self {
        Self {
            sources: 1,
            source: CellsSettings::default().source,
            category: Category::NrtVbr,
            start: Span::ZERO,
            link: None,
        }
    }
}

/// Declares the parameters of a wide-area template: its own, and those that all of them share.
macro_rules! wan_parameters {
    ($(#[$doc:meta])* $name:ident { $($(#[$key_doc:meta])* $key:ident: $type:ty = $default:expr,)* }
     trunk_delay: $trunk_delay:expr, background: $background:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        #[schemars(inline)]
        pub struct $name {
            $($(#[$key_doc])* pub $key: $type,)*
            /// Rate of every ATM link, cell headers included.
            #[schemars(extend("formatMinimum" = crate::rules::SLOWEST))]
            pub link_rate: BitRate,
            /// Propagation delay between a switch and a host or router.
            #[schemars(extend("formatMaximum" = crate::rules::LONGEST_DELAY))]
            pub access_delay: Span,
            /// Propagation delay of every trunk.
            #[schemars(extend("formatMaximum" = crate::rules::LONGEST_DELAY))]
            pub trunk_delay: Span,
            /// How much later each flow starts than the one before; all start within the run.
            pub start_stagger: Span,
            /// Whether the hosts are on LANs behind routers instead of at the switches.
            pub routers: bool,
            /// With routers: rate of the packets on every LAN; that of the links if not given.
            #[schemars(extend("formatMinimum" = crate::rules::SLOWEST))]
            #[serde(skip_serializing_if = "Option::is_none")]
            pub lan_rate: Option<BitRate>,
            /// With routers: propagation delay of every LAN.
            #[schemars(extend("formatMaximum" = crate::rules::LONGEST_DELAY))]
            pub lan_delay: Span,
            /// Traffic of a higher category on one trunk.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub background: Option<Background>,
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    $($key: $default,)*
                    link_rate: BitRate::from_bps(149_760_000),
                    access_delay: Span::from_ps(50_000_000),
                    trunk_delay: $trunk_delay,
                    start_stagger: Span::ZERO,
                    routers: false,
                    lan_rate: None,
                    lan_delay: Span::ZERO,
                    background: $background,
                }
            }
        }

        impl $name {
            /// The parameters that all wide-area templates share.
            fn wan(&self) -> Wan<'_> {
                Wan {
                    link_rate: self.link_rate,
                    access_delay: self.access_delay,
                    trunk_delay: self.trunk_delay,
                    start_stagger: self.start_stagger,
                    routers: self.routers,
                    lan_rate: self.lan_rate,
                    lan_delay: self.lan_delay,
                    background: self.background.as_ref().filter(|background| background.sources > 0),
                }
            }
        }
    };
}
pub(super) use wan_parameters;

/// The parameters that all wide-area templates share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wan<'t> {
    pub(super) link_rate: BitRate,
    pub(super) access_delay: Span,
    pub(super) trunk_delay: Span,
    pub(super) start_stagger: Span,
    pub(super) routers: bool,
    pub(super) lan_rate: Option<BitRate>,
    pub(super) lan_delay: Span,
    pub(super) background: Option<&'t Background>,
}

impl Wan<'_> {
    /// What is wrong with the shared parameters of a template with these trunks and so many flows.
    pub(super) fn check(&self, scenario: &Around<'_>, trunks: &[&str], flows: u64) -> Vec<Issue> {
        let mut keys = Keys::default();
        keys.stagger(self.start_stagger, flows, scenario);
        let Keys(mut issues) = keys;
        if let Some(background) = self.background {
            issues.extend(background.check(scenario, trunks));
        }
        issues
    }
}

impl Background {
    fn check(&self, scenario: &Around<'_>, trunks: &[&str]) -> Vec<Issue> {
        let mut issues = Vec::new();
        for found in self.source.check(Unit::CELL) {
            let path = format!("topology.background.source.{}", found.field);
            issues.push(Issue::new(path, found.value, found.rule));
        }
        if self.category == Category::Abr {
            let rule = "give another category: no ABR source sends bare cells";
            issues.push(Issue::new("topology.background.category", "\"abr\"", rule));
        }
        if self.start >= scenario.duration {
            let rule = format!("give a time before the end of the run ({})", scenario.duration);
            issues.push(Issue::new("topology.background.start", format!("\"{}\"", self.start), rule));
        }
        if let Some(link) = self.link.as_deref().filter(|link| !trunks.contains(link)) {
            let known = trunks.iter().copied();
            issues.push(Issue::unknown_name("topology.background.link", link, "trunk", known));
        }
        issues
    }
}
