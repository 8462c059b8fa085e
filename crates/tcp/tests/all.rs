//! All tests of the crate in one program: what they share is compiled and linked once.

mod accurate_ecn;
mod ack_delay;
mod ack_path;
mod bbr;
mod both_ways;
mod calgary;
mod driven;
mod extensions;
mod external;
mod halves;
mod laws;
mod losses;
mod ns2_sawtooth;
mod opening_and_closing;
mod pacing;
mod paws;
mod profiles;
mod proportional;
mod rack;
mod rack_agreement;
mod rack_model;
mod rules;
mod timelines;
mod toy;
mod undo;
mod window_growth;
