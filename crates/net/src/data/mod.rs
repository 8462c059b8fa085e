//! Plain data, the ground: numbers, packets, trains, streams, counts, records. No file here knows an element, a
//! circuit or the loop.

pub(crate) mod arrivals;
pub(crate) mod audit;
pub(crate) mod budget;
pub(crate) mod classes;
pub(crate) mod coming;
pub(crate) mod delays;
pub(crate) mod error;
pub(crate) mod flow;
pub(crate) mod growth;
pub(crate) mod halves;
pub(crate) mod ids;
pub(crate) mod loss_records;
pub(crate) mod losses;
pub(crate) mod measured;
pub(crate) mod names;
pub(crate) mod packet;
pub(crate) mod places;
pub(crate) mod recorder;
pub(crate) mod segments;
pub(crate) mod slice;
pub(crate) mod stream;
pub(crate) mod train;
pub(crate) mod web_messages;
