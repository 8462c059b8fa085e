//! The shortcuts of the engine: ways to take many cells at once, each of which may be left out of a run.
//!
//! No scenario names one: results are the same without it. A benchmark leaves one out to measure what it saves, and a
//! developer to find the one that makes a result differ.

/// A shortcut. `docs/explanation/shortcuts.md` describes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shortcut {
    /// Cells behind their last ordering point reach their host a frame at a time.
    HeldForHost,
    /// Ports that are always empty count the cells that have passed them later.
    NotedLater,
    /// Adapters of ABR promise the next ordering point when they may send.
    Promises,
    /// Ordering points run ahead of all others.
    Lookahead,
    /// Adapters plan the cells that they send if nothing reaches them.
    Plans,
    /// Adapters take the cells of a train together.
    Runs,
    /// Scheduled ports take and send cells while nothing else can happen.
    Alone,
    /// Ports that serve their queues by turns send whole rounds of cells, and take those of busy queues when they are
    /// needed.
    Rounds,
    /// The rest of a frame is lost with its first lost cell.
    LostTogether,
    /// Packet ports that serve in the order of arrival settle the end of a transmission at the arrival.
    SettledPackets,
}

impl Shortcut {
    /// All shortcuts.
    pub const ALL: [Self; 10] = [
        Self::HeldForHost,
        Self::NotedLater,
        Self::Promises,
        Self::Lookahead,
        Self::Plans,
        Self::Runs,
        Self::Alone,
        Self::Rounds,
        Self::LostTogether,
        Self::SettledPackets,
    ];

    /// Its name on command lines of developers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HeldForHost => "held-for-host",
            Self::NotedLater => "noted-later",
            Self::Promises => "promises",
            Self::Lookahead => "lookahead",
            Self::Plans => "plans",
            Self::Runs => "runs",
            Self::Alone => "alone",
            Self::Rounds => "rounds",
            Self::LostTogether => "lost-together",
            Self::SettledPackets => "settled-packets",
        }
    }

    /// The shortcut of a name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

/// The shortcuts that a run takes; all of them by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcuts(u16);

impl Shortcuts {
    /// Every shortcut.
    pub const ALL: Self = Self((1 << Shortcut::ALL.len()) - 1);
    /// No shortcut, as in reference mode.
    pub const NONE: Self = Self(0);

    /// The same without one.
    #[must_use]
    pub const fn without(self, one: Shortcut) -> Self {
        Self(self.0 & !(1 << one as u8))
    }

    /// Whether one is taken.
    #[inline]
    #[must_use]
    pub const fn has(self, one: Shortcut) -> bool {
        self.0 & (1 << one as u8) != 0
    }
}

impl Default for Shortcuts {
    fn default() -> Self {
        Self::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_found_by_its_name_and_left_out_alone() {
        for one in Shortcut::ALL {
            assert_eq!(Shortcut::find(one.name()), Some(one));
            let left = Shortcuts::ALL.without(one);
            assert!(Shortcut::ALL.into_iter().all(|other| left.has(other) == (other != one)));
        }
        assert_eq!(Shortcut::ALL.into_iter().fold(Shortcuts::ALL, Shortcuts::without), Shortcuts::NONE);
        assert_eq!(Shortcut::find("uncounted"), None);
    }
}
