//! What settings are not allowed.

use std::fmt::Display;

use cellwise_units::{Bytes, ConfigIssue};

use super::{MAX_MSS, MAX_SCALE, MAX_WINDOW_FIELD, Settings};
use crate::choices::{CwndCap, InitialSsthresh};
use crate::variant::{VARIANTS, Variant};

impl Settings {
    /// Everything that is not allowed.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let mut found = Problems::default();
        self.check_sizes(&mut found);
        self.check_timers(&mut found);
        self.check_congestion(&mut found);
        found.0.extend(self.congestion.check());
        found.0
    }

    fn check_sizes(&self, found: &mut Problems) {
        let mss = self.mss.get();
        let least = self.data_option_octets() + 1;
        let rule =
            format_args!("give {} up to {MAX_MSS} bytes, what an IP packet can hold", Bytes::new(least));
        found.unless((least..=MAX_MSS).contains(&mss), "mss", self.mss, rule);
        let largest_window = MAX_WINDOW_FIELD << MAX_SCALE;
        let rule = format_args!("give at least one mss ({}) and at most {largest_window} bytes", self.mss);
        let window = self.receive_window;
        found.unless((mss..=largest_window).contains(&window.get()), "receive_window", window, rule);
        if let Some(buffer) = self.send_buffer {
            let rule = format_args!("give at least one mss ({})", self.mss);
            found.unless(buffer.get() >= mss, "send_buffer", buffer, rule);
        }
        if let Some(size) = self.write_size {
            let rule = "leave it out, or give a send_buffer that the writes fill";
            found.unless(self.send_buffer.is_some(), "write_size", size, rule);
        }
    }

    fn check_timers(&self, found: &mut Problems) {
        if let Some(max) = self.max_rto_ticks {
            let rule = format_args!("give at least min_rto_ticks ({})", self.min_rto_ticks);
            found.unless(max >= self.min_rto_ticks, "max_rto_ticks", max, rule);
        }
        if let Some(max) = self.max_rto {
            let (key, min) = self.min_rto();
            let rule = format_args!("give at least {key} ({min}), or a smaller {key}");
            found.unless(max >= min, "max_rto", max, rule);
            let rule = "leave out max_rto_ticks, or this";
            found.unless(self.max_rto_ticks.is_none(), "max_rto", max, rule);
        }
    }

    fn check_congestion(&self, found: &mut Problems) {
        let one_mss = format_args!("give at least one mss ({}), or a keyword", self.mss);
        self.check_after_fast_retransmit(found);
        if let InitialSsthresh::Octets(octets) = self.initial_ssthresh {
            found.unless(octets >= self.mss, "initial_ssthresh", octets, one_mss);
        }
        if let CwndCap::Octets(octets) = self.cwnd_cap {
            found.unless(octets >= self.mss, "cwnd_cap", octets, one_mss);
        }
    }

    fn check_after_fast_retransmit(&self, found: &mut Problems) {
        let allows = |variant: &Variant| {
            let ways = self.recovery.unwrap_or(variant.recovery).after_fast_retransmit();
            self.after_fast_retransmit.is_none_or(|way| ways.contains(&way))
        };
        // Every recovery can continue; only going back may be refused.
        if !allows(self.variant.variant()) {
            let able: Vec<_> = VARIANTS.iter().filter(|one| allows(one)).map(|one| one.name).collect();
            let rule = format_args!("leave it out, or give it with one of the variants {}", able.join(", "));
            found.unless(false, "after_fast_retransmit", "go-back-n", rule);
        }
    }
}

#[derive(Default)]
struct Problems(Vec<ConfigIssue>);

impl Problems {
    fn unless(&mut self, allowed: bool, field: &str, value: impl ToString, rule: impl Display) {
        if !allowed {
            self.0.push(ConfigIssue::new(field, value, rule.to_string()));
        }
    }
}
