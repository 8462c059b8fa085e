//! Indices of the elements of a network.

/// Declares the index of one kind of element.
macro_rules! index {
    ($(#[$doc:meta])* $name:ident, $of:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub usize);

        impl $name {
            #[doc = concat!("The position in ", $of, ".")]
            #[must_use]
            pub const fn get(self) -> usize {
                self.0
            }
        }
    };
}

index!(
    /// The index of a node.
    NodeIndex, "[`Network::nodes`](super::Network::nodes)"
);
index!(
    /// The index of a link.
    LinkIndex, "[`Network::links`](super::Network::links)"
);
index!(
    /// The index of a virtual connection.
    VcIndex, "[`Network::vcs`](super::Network::vcs)"
);
index!(
    /// The index of a virtual path.
    VpIndex, "[`Network::vps`](super::Network::vps)"
);
index!(
    /// The index of a call.
    CallIndex, "[`Network::calls`](super::Network::calls)"
);
index!(
    /// The index of a flow.
    FlowIndex, "[`Network::flows`](super::Network::flows)"
);
