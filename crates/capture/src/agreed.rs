//! What the ends of a TCP connection have agreed on, as far as headers show it.

/// What both ends of a TCP connection have agreed, which its segments do not repeat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreed {
    /// The maximum segment size that a SYN announces, in octets.
    pub mss: u16,
    /// By how many bits the window field is shifted, except that of a SYN; from 0 to 14.
    pub window_scale: u8,
}
