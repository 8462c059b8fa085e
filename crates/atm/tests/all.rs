//! All tests of the crate in one program: what they share is compiled and linked once.

mod abr_fuzz;
mod abr_laws;
mod abr_loop;
mod bounded_fuzz;
mod cell_source_laws;
mod error_model_closed_forms;
mod error_model_laws;
mod laws;
mod policing_laws;
mod rate_rule_laws;
mod rate_rule_loops;
mod reassembly_matches_codec;
mod scheduler_closed_forms;
mod scheduler_laws;
mod shaping_laws;
