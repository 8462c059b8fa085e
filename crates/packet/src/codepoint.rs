//! The ECN field of a packet's IP header.

/// The field of a packet's IP header for explicit congestion notification.
// spec: rfc3168 5
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Codepoint {
    /// The transport does not understand marks.
    #[default]
    NotEct,
    /// It does, and answers each as a loss: ECT(0).
    Ect0,
    /// It does, and answers each by a little: ECT(1), RFC 9331 4.1.
    Ect1,
    /// Congestion experienced: a queue on the way was congested, and the transport understands it.
    Ce,
}

impl Codepoint {
    /// Of the two lowest bits of a class of service.
    #[must_use]
    pub const fn of_bits(bits: u8) -> Self {
        match bits & 0b11 {
            0b00 => Self::NotEct,
            0b01 => Self::Ect1,
            0b10 => Self::Ect0,
            _ => Self::Ce,
        }
    }

    /// The two bits.
    #[must_use]
    pub const fn bits(self) -> u8 {
        match self {
            Self::NotEct => 0b00,
            Self::Ect1 => 0b01,
            Self::Ect0 => 0b10,
            Self::Ce => 0b11,
        }
    }

    /// Whether the transport understands marks.
    #[inline]
    #[must_use]
    pub const fn is_capable(self) -> bool {
        !matches!(self, Self::NotEct)
    }

    /// Whether a queue was congested.
    #[inline]
    #[must_use]
    pub const fn is_marked(self) -> bool {
        matches!(self, Self::Ce)
    }

    /// What a congested queue makes of it.
    #[must_use]
    pub const fn marked(self) -> Self {
        if self.is_capable() { Self::Ce } else { Self::NotEct }
    }
}
