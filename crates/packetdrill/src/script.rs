//! A script as data: timed events, each with its line.

use cellwise_units::{Span, Time};

/// A whole script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// How far an instant may be off, at least (`--tolerance_usecs`).
    pub tolerance: Option<Span>,
    /// What happens, in order.
    pub events: Vec<Event>,
}

/// Something that happens at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its line in the script, from 1.
    pub line: usize,
    /// When.
    pub when: When,
    /// What.
    pub action: Action,
    /// How it is written.
    pub text: String,
}

/// When an event is: an instant, or from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Since the start of the script.
    At(Time, Option<Time>),
    /// Since the event before.
    After(Span, Option<Span>),
    /// At any time.
    Any,
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A segment arrives.
    Inject(Packet),
    /// A segment leaves.
    Expect(Packet),
    /// The application calls the system.
    Call(Call),
    /// The host is set.
    Shell(String),
    /// Something is said of the connection.
    Assert(String),
    /// A packet that is not TCP over IP.
    Foreign,
}

/// A segment as scripts write it. Numbers are relative to the initial ones, so data starts at 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packet {
    /// The ECN field, if it is written: `ect0`, `ect1`, `ce`, `noecn`.
    pub ecn: Option<String>,
    /// Letters of the flags.
    pub flags: String,
    /// First octet.
    pub seq: u32,
    /// Octets of data.
    pub len: u32,
    /// What is acknowledged.
    pub ack: Option<u32>,
    /// The window field on the wire.
    pub window: Option<u32>,
    /// Options; none if any will do (`<...>`).
    pub options: Option<Vec<TcpOption>>,
}

impl Packet {
    /// Whether a flag is set, by its letter or by the number that AE (`A`), CWR (`W`) and ECE (`E`) are together.
    // spec: rfc9768 3.1.1
    #[must_use]
    pub fn has(&self, flag: char) -> bool {
        let bit = match flag {
            'A' => 4,
            'W' => 2,
            'E' => 1,
            _ => 0,
        };
        let is_counted = |letter: char| letter.to_digit(8).is_some_and(|number| number & bit > 0);
        self.flags.chars().any(|letter| letter == flag || is_counted(letter))
    }

    /// AE, CWR and ECE as one number.
    #[must_use]
    pub fn ecn_flags(&self) -> u32 {
        4 * u32::from(self.has('A')) + 2 * u32::from(self.has('W')) + u32::from(self.has('E'))
    }
}

/// An option of the TCP header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TcpOption {
    /// Maximum segment size.
    Mss(u32),
    /// Window scale.
    WindowScale(u32),
    /// Selective acknowledgments are permitted.
    SackPermitted,
    /// Blocks of a selective acknowledgment.
    Sack(Vec<(u32, u32)>),
    /// Value and echo of a timestamp.
    Timestamp(u32, u32),
    /// Counters of octets of accurate ECN, by how they came: with ECT(0), marked, with ECT(1).
    AccurateEcn {
        /// `e0b`
        ect0: Option<u32>,
        /// `ceb`
        marked: Option<u32>,
        /// `e1b`
        ect1: Option<u32>,
    },
    /// Fast open (RFC 7413): a cookie as octets, or the request for one.
    FastOpen(Option<String>),
    /// Padding.
    Padding,
    /// One that is not modelled, as written.
    Other(String),
}

/// A system call and what it returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Its name.
    pub name: String,
    /// Its arguments as written, without the outer brackets.
    pub arguments: Vec<String>,
    /// What it returns; none where the script does not care or names a constant.
    pub result: Option<i64>,
}
