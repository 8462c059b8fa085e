//! An exit: where a circuit leaves a part of the network that is run by itself, for another part.

/// Where a circuit leaves a part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exit {
    /// The part that takes what leaves.
    pub(crate) to: usize,
    /// Whether the circuit does not come back.
    pub(crate) is_last: bool,
}
