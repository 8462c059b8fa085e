//! A source is asked late, and answers for a stretch of cells.
//!
//! The adapter of an ABR connection decides at the last moment whether it sends. Where its cells go to one ordering
//! point that is asked for them there, it needs no events of its own: it promises until when nothing comes
//! ([`outlets`]), plans the cells between two forward RM cells together ([`plans`]), and takes those that come
//! meanwhile together ([`runs`]).

mod outlets;
mod plans;
mod runs;

pub(crate) use outlets::add_outlets;
