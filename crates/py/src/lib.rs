//! py
