//! An ordering point continues by itself: until something else can reach it, or is due there, no element has to be asked
//! what time it is elsewhere.
//!
//! [`Ahead`] says how far each goes. Of an ordering point that it does not know each cell is an event.

mod alone;
mod lost_together;
mod rounds;
mod sleepers;

use cellwise_units::Time;

pub(crate) use alone::{SentAlone, Window, go_on_alone};

use crate::data::ids::{List, MergeId, PortId, kind};
use crate::element::port::Port;
use crate::elements::Elements;
use crate::shortcut::names::{Shortcut, Shortcuts};
use rounds::Rounds;

/// How an ordering point continues by itself.
#[derive(Clone, Debug)]
enum GoesOn {
    /// It does not.
    Not,
    /// Its port takes and sends cells one after the other.
    Alone(PortId),
    /// Its port serves its queues by turns, and whole rounds leave it.
    InRounds(Box<Rounds>),
}

/// How ordering points continue by themselves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ahead {
    places: List<GoesOn, kind::Merge>,
    /// Whether the rest of a frame is lost with its first lost cell.
    loses_together: bool,
}

impl Ahead {
    /// Finds out how each ordering point continues, with the shortcuts that a run takes.
    pub(crate) fn of(elements: &Elements, shortcuts: Shortcuts) -> Self {
        let mut places = List::default();
        for merge in elements.merges.ids() {
            places.push(goes_on(elements, merge, shortcuts));
        }
        Self { places, loses_together: shortcuts.has(Shortcut::LostTogether) }
    }

    /// The port that continues alone at an ordering point.
    #[inline]
    pub(crate) fn alone(&self, merge: MergeId) -> Option<PortId> {
        if let GoesOn::Alone(port) = self.places[merge] { Some(port) } else { None }
    }

    /// The rounds of an ordering point whose port serves its queues by turns.
    #[inline]
    pub(crate) fn in_rounds(&mut self, merge: MergeId) -> Option<&mut Rounds> {
        if let GoesOn::InRounds(rounds) = &mut self.places[merge] { Some(rounds) } else { None }
    }

    /// Draws whatever sleeps at any port and has come by the instant at which a run is stopped.
    pub(crate) fn wake_all_by(&mut self, reached: Time, elements: &mut Elements) {
        for place in &mut self.places {
            if let GoesOn::InRounds(rounds) = place {
                rounds.wake_all_by(reached, elements);
            }
        }
    }
}

/// How an ordering point continues: by itself only if it has one port with a scheduler, at which single cells are not
/// seen.
fn goes_on(elements: &Elements, place: MergeId, shortcuts: Shortcuts) -> GoesOn {
    let merge = &elements.merges[place];
    // Ports that share a memory depend on each other.
    let &[number] = &merge.own[..] else { return GoesOn::Not };
    let Port::Scheduled(port) = &elements.ports[number] else { return GoesOn::Not };
    if port.sees_single_cells() {
        GoesOn::Not
    } else if port.serves_by_turns() {
        let takes_rounds = shortcuts.has(Shortcut::Rounds);
        if takes_rounds { GoesOn::InRounds(Box::new(Rounds::new(place, number))) } else { GoesOn::Not }
    } else if shortcuts.has(Shortcut::Alone) && port.has_one_limit() && merge.uncounted.is_none() {
        // The cells that a port has yet to count precede those that are due there.
        GoesOn::Alone(number)
    } else {
        GoesOn::Not
    }
}
