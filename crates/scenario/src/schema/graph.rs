//! The entries of the graph: nodes, links, virtual connections and flows.
//!
//! Every key is optional in the schema, because an entry may change one that the template made;
//! what the finished graph still lacks is reported when it is resolved.

use cellwise_atm::aal5::{Encapsulation, RestartRule};
use cellwise_atm::drop_policy::DropPolicyConfig;
use cellwise_tcp::Settings;
use cellwise_units::{BitRate, Bytes, Capacity, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Named;
use super::sections::{Occupancy, Protocol, UdpSettings};
use super::values::{Overrides, Processing, Size};

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NodeRole {
    /// An end system with one link.
    Host,
    /// An output-buffered switch.
    Switch,
}

/// Declares an entry of the graph: keys that may each be given or not.
macro_rules! entry {
    ($(#[$doc:meta])* $name:ident { $($(#[$key_doc:meta])* $key:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $($(#[$key_doc])* #[serde(skip_serializing_if = "Option::is_none")] pub $key: Option<$type>,)*
        }

        impl Patch for $name {
            fn patch(&mut self, other: Self) {
                $(self.$key.patch(other.$key);)*
            }
        }
    };
}

/// Laying a user's entry over one that a template made.
pub(crate) trait Patch {
    /// Takes what `other` gives, keeps the rest.
    fn patch(&mut self, other: Self);
}

/// Declares values that a patch replaces as a whole.
macro_rules! replaced_whole {
    ($($type:ty),* $(,)?) => {
        $(impl Patch for $type {
            fn patch(&mut self, other: Self) {
                *self = other;
            }
        })*
    };
}

replaced_whole!(
    BitRate,
    Bytes,
    Capacity,
    Span,
    String,
    Vec<String>,
    [String; 2],
    DropPolicyConfig,
    Encapsulation,
    NodeRole,
    Occupancy,
    Processing,
    Protocol,
    RestartRule,
    Size,
);

impl<T: Patch> Patch for Option<T> {
    fn patch(&mut self, other: Self) {
        match (self.as_mut(), other) {
            (Some(mine), Some(theirs)) => mine.patch(theirs),
            (None, Some(theirs)) => *self = Some(theirs),
            (_, None) => {}
        }
    }
}

impl<T: Patch> Patch for Named<T> {
    fn patch(&mut self, other: Self) {
        for (name, theirs) in other {
            match self.get_mut(&name) {
                Some(mine) => mine.patch(theirs),
                None => {
                    self.insert(name, theirs);
                }
            }
        }
    }
}

impl<T> Patch for Overrides<T> {
    fn patch(&mut self, other: Self) {
        *self = std::mem::take(self).with(other);
    }
}

entry! {
    /// A host or a switch.
    NodeEntry {
        /// What the node is.
        kind: NodeRole,
        /// Cells that may wait at each of the switch's ports.
        buffer: Capacity,
        /// Which cells the switch's ports refuse.
        drop: DropPolicyConfig,
        /// What the switch's drop policies count as being in the queue.
        occupancy: Occupancy,
        /// Single ports of the switch, by the name of their link.
        ports: Named<PortEntry>,
        /// Time from the transport's decision to send a segment until the host's adapter has its frame; up to 10 s.
        send_processing: Processing,
        /// Time from a frame's reassembly until the host's transport sees the segment; up to 10 s.
        receive_processing: Processing,
    }
}

entry! {
    /// The output queue of one port of a switch.
    PortEntry {
        /// Cells that may wait at the port.
        buffer: Capacity,
        /// Which cells the port refuses.
        drop: DropPolicyConfig,
        /// What the drop policy counts as being in the queue.
        occupancy: Occupancy,
    }
}

entry! {
    /// A full-duplex link between two nodes.
    LinkEntry {
        /// The two nodes it joins.
        ends: [String; 2],
        /// Transmission rate, cell headers included; from 1 kbit/s to 10 Tbit/s.
        rate: BitRate,
        /// Propagation delay; up to 1000 s.
        delay: Span,
        /// Transmission rate from the second end to the first, if different.
        reverse_rate: BitRate,
        /// Propagation delay from the second end to the first, if different.
        reverse_delay: Span,
    }
}

entry! {
    /// A duplex virtual connection between two hosts.
    VcEntry {
        /// The nodes it passes, from host to host. A node that shares more than one link with the
        /// next is written with the link to take, `"node.link"`.
        path: Vec<String>,
        /// How packets are wrapped in AAL5.
        encapsulation: Encapsulation,
        /// The largest AAL5 SDU that a receiver accepts, encapsulation included; from 1 to 65535 bytes.
        max_sdu: Bytes,
        /// How long a receiver waits for the rest of a frame; above 0.
        reassembly_timeout: Span,
        /// Which cells start the reassembly timeout anew.
        timeout_restarts: RestartRule,
    }
}

entry! {
    /// Data sent over a virtual connection.
    FlowEntry {
        /// The protocol.
        kind: Protocol,
        /// The virtual connection it uses.
        vc: String,
        /// The host that sends: one end of the virtual connection, its first node by default.
        from: String,
        /// How many octets the application sends, or "unlimited".
        size: Size,
        /// When the application starts; before the end of the run.
        start: Span,
        /// When the application stops giving data; after its start.
        stop: Span,
        /// Keys of `[tcp]` that are different for this flow.
        tcp: Overrides<Settings>,
        /// Keys of `[udp]` that are different for this flow.
        udp: Overrides<UdpSettings>,
    }
}
