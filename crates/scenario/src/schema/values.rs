//! Values that are written in more than one way.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use cellwise_packet::jitter::{JitterConfig, uniform};
use cellwise_units::{BitRate, Bytes, QuantityError, Span};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::rules::{LONGEST_DELAY, LONGEST_PROCESSING, SHORTEST_PING, SLOWEST};

/// Serde and JSON Schema for a word or a quantity.
macro_rules! word_or_quantity {
    ($name:ident: $of_word:ident $word:literal, $of_quantity:ident($quantity:ty), $bound:literal: $value:expr) => {
        impl FromStr for $name {
            type Err = QuantityError;
            fn from_str(text: &str) -> Result<Self, QuantityError> {
                match text {
                    $word => Ok(Self::$of_word),
                    text => text.parse().map(Self::$of_quantity),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::$of_word => f.pad($word),
                    Self::$of_quantity(quantity) => quantity.fmt(f),
                }
            }
        }

        cellwise_units::serde_as_text!($name);

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let mut quantity = generator.subschema_for::<$quantity>();
                quantity.insert($bound.into(), serde_json::json!($value));
                json_schema!({ "anyOf": [{ "const": $word }, quantity] })
            }
        }
    };
}

/// How many octets an application sends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// Without end.
    #[default]
    Unlimited,
    /// So many.
    Limited(Bytes),
}

word_or_quantity!(Size: Unlimited "unlimited", Limited(Bytes), "formatMinimum": "1 byte");

/// How fast a UDP source sends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UdpRate {
    /// As fast as the host's link takes the datagrams.
    #[default]
    Line,
    /// So many bits of datagrams' data per second, headers not counted.
    Data(BitRate),
}

word_or_quantity!(UdpRate: Line "line", Data(BitRate), "formatExclusiveMinimum": BitRate::ZERO);

/// How fast a router hands packets to its adapters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForwardingRate {
    /// At the rate of the router's ATM link.
    #[default]
    Line,
    /// At so many bits per second of the cells that the packets become, headers included.
    Cells(BitRate),
}

word_or_quantity!(ForwardingRate: Line "line", Cells(BitRate), "formatMinimum": SLOWEST);

/// When a ping sends its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PingInterval {
    /// Each when the reply to the one before has come.
    OnReply,
    /// One after the other at this distance.
    Every(Span),
}

impl Default for PingInterval {
    fn default() -> Self {
        Self::Every(Span::from_ps(100_000_000_000))
    }
}

word_or_quantity!(PingInterval: OnReply "on-reply", Every(Span), "formatMinimum": SHORTEST_PING);

/// The time a host needs for one packet: a span, two bounds to draw from uniformly, or a time by
/// the packet's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
#[schemars(inline)]
pub enum Processing {
    /// Always the same time.
    #[schemars(extend("formatMaximum" = LONGEST_PROCESSING))]
    Constant(Span),
    /// A time drawn uniformly for every packet.
    Uniform {
        /// The shortest time; at most `max`.
        min: Span,
        /// The longest time.
        #[schemars(extend("formatMaximum" = LONGEST_PROCESSING))]
        max: Span,
    },
    /// A time that grows with the packet.
    BySize {
        /// The time for a packet of 0 octets.
        #[schemars(extend("formatMaximum" = LONGEST_PROCESSING))]
        base: Span,
        /// The time that each octet of the packet adds, IP header included.
        per_byte: Span,
        /// A random time, uniform between minus and plus this, is added; at most `base`.
        #[serde(default)]
        jitter: Span,
    },
}

impl Default for Processing {
    fn default() -> Self {
        Self::Constant(Span::ZERO)
    }
}

/// An additional delay, drawn for each cell or packet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum Jitter {
    /// Uniform, from nothing to so much.
    #[schemars(extend("formatMaximum" = LONGEST_DELAY))]
    UpTo(Span),
    /// A distribution, for packets.
    Drawn(Box<JitterConfig>),
}

impl Jitter {
    /// The distribution, unless there is no jitter.
    #[must_use]
    pub fn distribution(&self) -> Option<JitterConfig> {
        match self {
            Self::UpTo(most) => {
                (!most.is_zero()).then(|| JitterConfig::Uniform(uniform::Config::up_to(*most)))
            }
            Self::Drawn(config) => Some(config.as_ref().clone()),
        }
    }
}

/// Some of the keys of `T`, to override those of a complete `T`.
///
/// Invariant: a `T` whose keys all have defaults, so that its schema also describes a part of it.
#[derive(Clone, Debug)]
pub struct Overrides<T> {
    // Boxed, as entries have several tables of them and most have none.
    keys: Box<Map<String, Value>>,
    of: PhantomData<fn() -> T>,
}

/// Settings of which entries may override some.
pub trait Overridden: Serialize + DeserializeOwned {
    /// The tables that override each other key by key; any other value is replaced as a whole.
    const TABLES: &'static [&'static str] = &[];
}

impl<T: Overridden> Overrides<T> {
    /// All keys of a complete `T`.
    #[must_use]
    pub fn all_of(whole: &T) -> Self {
        // What cannot be written as a table has no keys to override.
        let keys = match serde_json::to_value(whole) {
            Ok(Value::Object(keys)) => keys,
            _ => Map::new(),
        };
        Self { keys: Box::new(keys), of: PhantomData }
    }

    /// `base` with these keys as overrides.
    ///
    /// # Errors
    /// The text of serde's error when a value does not fit its key, which the walker reports
    /// before, with its place.
    pub fn over(&self, base: &T) -> Result<T, String> {
        let mut whole = serde_json::to_value(base).map_err(|error| error.to_string())?;
        if let Value::Object(members) = &mut whole {
            lay_over::<T>(members, (*self.keys).clone());
        }
        T::deserialize(&whole).map_err(|error| error.to_string())
    }

    /// These keys, with those of `other` as overrides.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        lay_over::<T>(&mut self.keys, *other.keys);
        self
    }
}

impl<T> Overrides<T> {
    /// Whether `key`, or the table of it, is among the keys.
    #[must_use]
    pub fn gives(&self, key: &str) -> bool {
        key.split('.').next().is_some_and(|first| self.keys.contains_key(first))
    }
}

fn lay_over<T: Overridden>(below: &mut Map<String, Value>, above: Map<String, Value>) {
    for (key, value) in above {
        match (below.get_mut(&key), value) {
            (Some(Value::Object(table)), Value::Object(more)) if T::TABLES.contains(&key.as_str()) => {
                table.extend(more);
            }
            (_, value) => {
                below.insert(key, value);
            }
        }
    }
}

impl<T> Default for Overrides<T> {
    fn default() -> Self {
        Self { keys: Box::default(), of: PhantomData }
    }
}

impl<T> PartialEq for Overrides<T> {
    fn eq(&self, other: &Self) -> bool {
        self.keys == other.keys
    }
}

impl<T> Serialize for Overrides<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.keys.serialize(serializer)
    }
}

impl<'de, T> Deserialize<'de> for Overrides<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Map::deserialize(deserializer).map(|keys| Self { keys: Box::new(keys), of: PhantomData })
    }
}

impl<T: JsonSchema> JsonSchema for Overrides<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }
}
