//! Where random numbers come from.

/// Where random numbers come from: each call gives another one, uniform from 0 to 1 (exclusive).
pub type Draw<'a> = &'a mut dyn FnMut() -> f64;
