//! What C programs see of a path.
mod program;
