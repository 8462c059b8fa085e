//! Where what is random in packets comes from: each takes uniform numbers from its caller.

/// Where random numbers come from: each call gives another one, uniform from 0 to 1 (exclusive).
pub type Draw<'a> = &'a mut dyn FnMut() -> f64;
