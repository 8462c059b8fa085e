//! How each probe is resolved.

use serde::Serialize;

use super::quantity::Quantity;
use super::rows::probes;
use super::section::Probes;
use crate::resolve::Resolver;

/// What is known of a probe of any scenario.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ProbeKind {
    /// The key of `[probes]`.
    pub name: &'static str,
    /// The unit of the recorded values; `None` for events and counts, which have a table of the probe's name.
    pub unit: Option<&'static str>,
    /// The type of its tables.
    #[serde(skip)]
    pub(crate) table: &'static str,
    /// Adds to the network what the tables of a scenario name.
    #[serde(skip)]
    pub(crate) resolve: for<'s> fn(&mut Resolver<'s>, &'s Probes),
}

/// Declares the list.
macro_rules! kinds {
    (
        series { $($(#[$doc:meta])+ $key:ident: $table:ident, $find:ident -> $quantity:ident($watched:ty), $unit:literal;)+ }
        records { $($(#[$record_doc:meta])+ $record:ident: $record_table:ident, $note:ident;)+ }
    ) => {
        /// Every probe, in the order of the schema.
        pub const PROBES: &[ProbeKind] = &[
            $(ProbeKind {
                name: stringify!($key),
                unit: Some($unit),
                table: stringify!($table),
                resolve: |resolver, probes| {
                    resolver.series(stringify!($key), probes.$key.as_ref(), Resolver::$find, Quantity::$quantity);
                },
            },)+
            $(ProbeKind {
                name: stringify!($record),
                unit: None,
                table: stringify!($record_table),
                resolve: |resolver, probes| {
                    resolver.tables(stringify!($record), probes.$record.as_ref(), Resolver::$note);
                },
            },)+
        ];
    };
}

probes!(kinds);
