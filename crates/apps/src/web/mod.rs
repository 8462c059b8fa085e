//! A person who reads web pages: the model of one browser.
//!
//! A page is a main object and the objects that are embedded in it. The browser asks for the main
//! object, then for the embedded ones over at most so many parallel connections at a time; when the
//! last object has come the page is complete, and after a think time the next page follows. Sources:
//! Mah, An empirical model of HTTP network traffic, INFOCOM 1997; Barford and Crovella, Generating
//! representative web workloads for network and server performance evaluation, SIGMETRICS 1998.
//!
//! The model knows no clock and no network. It gets events ([`Browser::start`], [`Browser::on_response`],
//! [`Browser::on_timer`]) and answers with its requests ([`Ask`]); a
//! connection is a slot, whose transport belongs to the caller. Every draw belongs to a page and
//! an object in their order, so the pages do not depend on how fast the network is.

mod browser;
mod settings;

use cellwise_units::catalogue::{Entry, Status, Written};
use cellwise_units::{Span, Time};

pub use browser::Browser;
pub use settings::{Begins, Connections, Laws, Preset, WebSettings};

/// What a browser wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A request for one object.
    Request {
        /// The parallel connection, from 0; nothing is outstanding on it.
        slot: u32,
        /// Whether the connection must be opened first: a slot that had one before has closed it.
        new_connection: bool,
        /// Octets of the request; at least 1.
        request_octets: u64,
        /// Octets of the response; at least 1.
        response_octets: u64,
        /// What the server takes between the end of the request and the start of the response.
        server_delay: Span,
    },
    /// Nothing until an instant: the page is complete and being read.
    Think {
        /// The start of the next page.
        until: Time,
    },
}

/// A page that the browser has asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRecord {
    /// When its main object was asked for.
    pub started: Time,
    /// When its last object had come; none while the page is incomplete.
    pub completed: Option<Time>,
    /// Objects that have come, the main one included.
    pub objects: u64,
    /// Octets of their responses.
    pub octets: u64,
}

/// The row of the model, as `cellwise list` prints it.
#[must_use]
pub fn catalogue() -> Vec<Entry> {
    vec![Entry {
        family: "applications",
        name: "web",
        summary: "Web pages: a main object, embedded objects over parallel connections, a think time.",
        source: "Mah 1997; Barford and Crovella 1998",
        status: Status::Experimental,
        written: Written::Here(file!()),
    }]
}
