//! The network as a library in virtual time: a caller with its own transport gives packets in at an instant, and
//! gets them back at the instant at which they arrive, or hears where they were lost.
//!
//! A flow of the scenario with `kind = "outside"` has no transport of its own. Its two ends are the [ports](Port) of a
//! [`Path`]. A flow of TCP whose variant is "external" has its congestion window set from outside, and so has what was declared of links
//! when the path was [opened](Opening): [`Path::set`]. There is no
//! clock, no thread and no input or output here: [`Path::run`] takes the end of time.

mod error;
mod fate;
mod opening;
mod packet;
mod path;
mod stop;
mod variable;

pub use cellwise_net::{Sending, Value};
pub use cellwise_packet::Codepoint as Ecn;
pub use error::PathError;
pub use fate::Fate;
pub use opening::Opening;
pub use packet::{Delivery, Flow, OfferError, Packet, Port};
pub use path::{Path, Seed};
pub use stop::{Limit, Next, Stop};
pub use variable::{SetError, Variable, Window};
