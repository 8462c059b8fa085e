//! The answers of functions: codes, and the sentence of a code that refuses.

use cellwise_path::{OfferError, PathError, SetError};

/// Goes up whenever a program that was compiled against an older header could go wrong.
pub const ABI_VERSION: u32 = 1;

/// The answer of a function. A negative code refuses, and nothing has happened then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Code {
    /// Done.
    Ok = 0,
    /// Something has arrived.
    Delivered = 1,
    /// The instant asked for is reached.
    Until = 2,
    /// The scenario's `duration` is over.
    End = 3,
    /// This call has used what the scenario's limits allow.
    Limit = 4,
    /// A fault of Cellwise; the handle is of no use any more.
    Fault = -1,
    /// A pointer is null that must not be.
    Null = -2,
    /// A struct says that it has a size that it cannot have.
    Size = -3,
    /// A text is not UTF-8.
    Text = -4,
    /// There is room for nothing.
    Room = -5,
    /// There is no such port.
    Port = -6,
    /// A packet or a value for an instant that has passed.
    Late = -7,
    /// A packet or a value for an instant before the end of an open promise.
    Promised = -8,
    /// A packet beyond the MTU.
    TooLong = -9,
    /// A packet of no octets.
    Empty = -10,
    /// No codepoint of ECN.
    Ecn = -11,
    /// No differentiated services codepoint.
    Dscp = -12,
    /// The path has ended.
    Finished = -13,
    /// Nothing of that name can be set while the path runs.
    Key = -14,
    /// A value outside its range.
    Range = -15,
    /// What waits takes all that the scenario's `limits.memory` leaves.
    Memory = -16,
}

/// A code below 0 with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which rule.
    pub code: Code,
    /// A sentence for people.
    pub text: String,
}

impl Refusal {
    pub(crate) fn new(code: Code, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    pub(crate) fn null(what: &str) -> Self {
        Self::new(Code::Null, format!("{what} is NULL"))
    }
}

impl From<OfferError> for Refusal {
    fn from(error: OfferError) -> Self {
        let code = match error {
            OfferError::Late { .. } => Code::Late,
            OfferError::Promised { .. } => Code::Promised,
            OfferError::TooLong { .. } => Code::TooLong,
            OfferError::Empty => Code::Empty,
            OfferError::Class { .. } => Code::Dscp,
            OfferError::UnknownPort { .. } => Code::Port,
            OfferError::Memory(_) => Code::Memory,
        };
        Self::new(code, error.to_string())
    }
}

impl From<SetError> for Refusal {
    fn from(error: SetError) -> Self {
        let code = match error {
            SetError::UnknownKey { .. } | SetError::NoWindow { .. } => Code::Key,
            SetError::Range { .. } => Code::Range,
            SetError::Late { .. } => Code::Late,
            SetError::Promised { .. } => Code::Promised,
            SetError::Memory(_) => Code::Memory,
        };
        Self::new(code, error.to_string())
    }
}

impl From<PathError> for Refusal {
    fn from(error: PathError) -> Self {
        Self::new(Code::Port, error.to_string())
    }
}
