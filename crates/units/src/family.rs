//! The registry of a family: one row per member; scenario tag, dispatch and catalogue follow.
//!
//! A row is `module::Member, "name", Status, "summary", "source";`. The module has a `Config`, which
//! has `Default`, `build` and whatever else `config` lists, and draws `arbitrary` settings for tests; the
//! member implements the trait that `any` names. Dispatch is a `match`, without a pointer.

/// Declares a family: the enum of its settings, the enum of its members, `catalogue`. A family gives
/// the differences: the arguments of `build`, the other methods of settings, the methods of its trait.
#[macro_export]
macro_rules! family {
    (
        $(#[$config_doc:meta])*
        config $config:ident tagged $tag:literal {
            $(#[$build_doc:meta])*
            fn build(&$config_self:ident $(, $build_arg:ident: $build_type:ty)*);
            fn arbitrary($($drawn_arg:ident: $drawn_type:ty),*);
            $($(#[$asked_doc:meta])* fn $asked:ident $asked_args:tt -> $asked_result:ty;)*
        }
        any $any:ident: $trait:ident {
            $(fn $method:ident $method_args:tt $(-> $result:ty)?;)+
        }
        members $members:tt
    ) => {
        $crate::family!(@members [$(#[$config_doc])*] $config $tag $any $members);

        impl $config {
            $(#[$build_doc])*
            #[must_use]
            pub fn build(&$config_self $(, $build_arg: $build_type)*) -> $any {
                $crate::family!(@build $config_self $any ($($build_arg),*) $members)
            }

            $($crate::dispatch!(
                @method [$(#[$asked_doc])* #[must_use] pub] $asked $asked_args [-> $asked_result] $members
            );)*
        }

        #[cfg(feature = "arbitrary")]
        impl $config {
            /// Arbitrary settings of every member, in catalogue order.
            pub fn arbitrary_of_each($($drawn_arg: $drawn_type),*) -> Vec<proptest::strategy::BoxedStrategy<Self>> {
                $crate::family!(@arbitrary ($($drawn_arg),*) $members)
            }

            /// Any member with arbitrary settings.
            pub fn arbitrary($($drawn_arg: $drawn_type),*) -> impl proptest::strategy::Strategy<Value = Self> {
                proptest::strategy::Union::new(Self::arbitrary_of_each($($drawn_arg),*))
            }
        }

        $crate::dispatch! {
            impl $trait for $any $members { $(#[inline(always)] fn $method $method_args $(-> $result)?;)+ }
        }
    };

    (@members [$($doc:tt)*] $config:ident $tag:literal $any:ident {
        $($module:ident::$member:ident, $name:literal, $status:ident, $summary:literal, $source:literal;)+
    }) => {
        $($doc)*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(tag = $tag)]
        pub enum $config {
            $(#[doc = $summary] #[serde(rename = $name)] $member($module::Config),)+
        }

        impl $config {
            /// Every member of the family with its default parameters, in catalogue order.
            #[must_use]
            pub fn all() -> Vec<Self> {
                vec![$(Self::$member($module::Config::default())),+]
            }

            /// The name that scenarios use.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$member(_) => $name,)+ }
            }
        }

        /// Any member of the family, dispatched without a pointer.
        #[derive(Clone, Debug)]
        pub enum $any {
            $(#[doc = $summary] $member($module::$member),)+
        }

        /// The rows of the family, as `cellwise list` prints them.
        #[must_use]
        pub fn catalogue() -> Vec<$crate::catalogue::Entry> {
            vec![$($crate::catalogue::Entry {
                family: super::FAMILY,
                name: $name,
                summary: $summary,
                source: $source,
                status: $crate::catalogue::Status::$status,
                written: $crate::catalogue::Written::Beside(file!()),
            }),+]
        }
    };

    (@arbitrary $args:tt { $($module:ident::$member:ident, $($row:tt),+;)+ }) => {
        vec![$(proptest::strategy::Strategy::boxed(
            proptest::strategy::Strategy::prop_map($module::Config::arbitrary $args, Self::$member),
        )),+]
    };
    (@build $self:ident $any:ident $args:tt { $($module:ident::$member:ident, $($row:tt),+;)+ }) => {
        match $self { $(Self::$member(config) => $any::$member(config.build $args),)+ }
    };
}

/// Implements a trait for the enum of a family's members: each method asks the member that there is, by a `match`.
#[macro_export]
macro_rules! dispatch {
    (impl $trait:ident for $any:ident $members:tt {
        $($(#[$attribute:meta])* fn $method:ident $args:tt $(-> $result:ty)?;)+
    }) => {
        impl $trait for $any {
            $($crate::dispatch!(@method [$(#[$attribute])*] $method $args [$(-> $result)?] $members);)+
        }
    };

    (@method [$($before:tt)*] $name:ident (&$self:ident $(, $arg:ident: $type:ty)*) [$($result:tt)*] $members:tt) => {
        $($before)* fn $name(&$self $(, $arg: $type)*) $($result)* {
            $crate::dispatch!(@ask $self $name ($($arg),*) $members)
        }
    };
    (@method [$($before:tt)*] $name:ident (&mut $self:ident $(, $arg:ident: $type:ty)*) [$($result:tt)*] $members:tt) => {
        $($before)* fn $name(&mut $self $(, $arg: $type)*) $($result)* {
            $crate::dispatch!(@ask $self $name ($($arg),*) $members)
        }
    };

    (@ask $self:ident $method:ident $args:tt { $($module:ident::$member:ident, $($row:tt),+;)+ }) => {
        match $self { $(Self::$member(member) => member.$method $args,)+ }
    };
    (@ask $self:ident $method:ident $args:tt { $($member:ident)+ }) => {
        match $self { $(Self::$member(member) => member.$method $args,)+ }
    };
}

/// What the tests of all registries need.
#[cfg(feature = "testing")]
#[allow(missing_docs)]
pub mod testing {
    use std::fmt::Debug;

    use crate::catalogue::Entry;
    use schemars::JsonSchema;
    use serde::Serialize;
    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    /// A family's settings, with its tag, all its members and its rows.
    #[derive(Debug)]
    pub struct Family<C> {
        pub tag: &'static str,
        pub all: Vec<C>,
        pub rows: Vec<Entry>,
    }

    pub fn read<C: DeserializeOwned>(value: Value) -> Result<C, serde_json::Error> {
        serde_json::from_value(value)
    }

    impl<C: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema> Family<C> {
        /// A name alone is read as the member with its default parameters.
        pub fn assert_names_give_defaults(&self, name_of: impl Fn(&C) -> &'static str) {
            assert_eq!(self.all.len(), self.rows.len());
            for (config, row) in self.all.iter().zip(&self.rows) {
                assert_eq!(name_of(config), row.name);
                assert_eq!(read::<C>(json!({ self.tag: row.name })).unwrap(), *config);
            }
        }

        /// The written form is read back, and `written` is written unchanged.
        pub fn assert_reads_what_it_writes(&self, written: &Value) {
            for config in &self.all {
                assert_eq!(read::<C>(serde_json::to_value(config).unwrap()).unwrap(), *config);
            }
            let config = read::<C>(written.clone()).unwrap();
            assert_eq!(serde_json::to_value(config).unwrap(), *written);
        }

        /// A key that is almost one of a member's is refused by all.
        pub fn assert_refuses(&self, key: &str) {
            for row in &self.rows {
                let error = read::<C>(json!({ self.tag: row.name, key: 0.5 })).unwrap_err();
                assert!(error.to_string().contains(key), "{}: {error}", row.name);
            }
        }

        /// The schema has one closed table for each member, which needs nothing but its name.
        pub fn assert_schema_is_closed(&self) {
            let schema = serde_json::to_value(schemars::schema_for!(C)).unwrap();
            let variants = schema["oneOf"].as_array().unwrap();
            assert_eq!(variants.len(), self.rows.len());
            for (variant, row) in variants.iter().zip(&self.rows) {
                assert_eq!(variant["properties"][self.tag]["const"], row.name);
                assert_eq!(variant["additionalProperties"], false, "{}", row.name);
                assert!(variant.get("$ref").is_none(), "{}: a closed $ref would refuse the tag", row.name);
                assert_eq!(variant["required"], json!([self.tag]));
            }
        }
    }
}
