//! What holds for every member of a family of this crate.

mod bounded_fuzz;
mod discipline_laws;
mod drawing;
mod error_laws;
mod jitter_laws;
mod line_laws;
mod lower_laws;
mod pie_models;
mod uplink_laws;
