//! atm
