//! The state of a browser.
//!
//! Each slot is idle, waits until it may ask for its next object, or has one outstanding. The
//! browser as a whole thinks, waits for a main object, or has embedded objects left to ask for; a
//! page is complete when none is left and all slots are idle.

use cellwise_engine::RandomStream;
use cellwise_units::{Span, Time};

use super::settings::{Begins, Connections, Laws, WebSettings};
use super::{Ask, PageRecord};
use crate::distribution::Distribution;

const PS_PER_S: f64 = 1e12;
/// The largest request or response.
const MOST_OCTETS: u64 = 1_000_000_000_000;
/// The most embedded objects that are drawn at once; no page has so many.
const MOST_EMBEDDED: u64 = 1_000_000;

/// An object as it will be asked for.
#[derive(Clone, Copy, Debug)]
struct Object {
    request_octets: u64,
    response_octets: u64,
    server_delay: Span,
    /// Objects in the response: more than one where a page comes whole.
    objects: u64,
}

/// What a parallel connection does.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Idle,
    /// Asks for an object at an instant.
    Waits {
        until: Time,
        object: Object,
    },
    /// A response of so many octets and objects is to come.
    Outstanding {
        octets: u64,
        objects: u64,
    },
}

/// One browser and the person before it.
#[derive(Clone, Debug)]
pub struct Browser {
    laws: Laws,
    connections: Connections,
    begins: Begins,
    random: RandomStream,
    slots: Vec<Slot>,
    /// Slots that have had a connection.
    opened: Vec<bool>,
    /// Embedded objects of the page that no slot has taken.
    left: u64,
    /// The end of the think time, while there is one.
    thinks_until: Option<Time>,
    pages: Vec<PageRecord>,
}

impl Browser {
    /// A browser that has not started. Total: a setting that [`WebSettings::check`] refuses is taken
    /// as the nearest that makes sense.
    #[must_use]
    pub fn new(settings: &WebSettings, random: RandomStream) -> Self {
        let slots = settings.slots() as usize;
        Self {
            laws: settings.laws(),
            connections: settings.connections,
            begins: settings.begins,
            random,
            slots: vec![Slot::Idle; slots],
            opened: vec![false; slots],
            left: 0,
            thinks_until: None,
            pages: Vec::new(),
        }
    }

    /// The person sits down. Once, before anything else.
    pub fn start(&mut self, now: Time, out: &mut Vec<Ask>) {
        match self.begins {
            Begins::Page => self.open_page(now, out),
            Begins::Thinking => self.think(now, out),
        }
    }

    /// The whole response that was outstanding on `slot` has arrived; without one, nothing happens.
    pub fn on_response(&mut self, now: Time, slot: u32, out: &mut Vec<Ask>) {
        let Some(state) = self.slots.get_mut(slot as usize) else { return };
        let Slot::Outstanding { octets, objects } = *state else { return };
        *state = Slot::Idle;
        let Some(page) = self.pages.last_mut() else { return };
        let is_main = page.objects == 0;
        page.objects += objects;
        page.octets += octets;
        if is_main && self.connections != Connections::PerPage {
            self.left = whole(self.laws.embedded_objects.sample(&mut self.random));
            // The main object is followed on every connection, each after an OFF time of its own.
            for slot in 0..self.slots.len() {
                self.next_object(now, slot, out);
            }
        } else {
            self.next_object(now, slot as usize, out);
        }
        self.complete_page(now, out);
    }

    /// The [`deadline`](Self::deadline) has come; before it, nothing happens.
    pub fn on_timer(&mut self, now: Time, out: &mut Vec<Ask>) {
        if self.thinks_until.is_some_and(|until| until <= now) {
            self.open_page(now, out);
        }
        for slot in 0..self.slots.len() {
            if let Slot::Waits { until, object } = self.slots[slot]
                && until <= now
            {
                self.request(slot, object, out);
            }
        }
    }

    /// When [`on_timer`](Self::on_timer) is next due: the end of a think time or of a time between
    /// two objects; [`Time::NEVER`] if neither runs.
    #[must_use]
    pub fn deadline(&self) -> Time {
        let waits = self.slots.iter().filter_map(|slot| match slot {
            Slot::Waits { until, .. } => Some(*until),
            Slot::Idle | Slot::Outstanding { .. } => None,
        });
        waits.chain(self.thinks_until).min().unwrap_or(Time::NEVER)
    }

    /// The pages so far, in their order; the last may be incomplete.
    #[must_use]
    pub fn pages(&self) -> &[PageRecord] {
        &self.pages
    }

    fn open_page(&mut self, now: Time, out: &mut Vec<Ask>) {
        self.thinks_until = None;
        self.pages.push(PageRecord { started: now, completed: None, objects: 0, octets: 0 });
        let mut object = self.draw(self.laws.main_object_octets);
        if self.connections == Connections::PerPage {
            self.embed(&mut object);
        }
        self.request(0, object, out);
    }

    /// Appends the embedded objects of a page to the response with its main object.
    fn embed(&mut self, page: &mut Object) {
        let embedded = whole(self.laws.embedded_objects.sample(&mut self.random)).min(MOST_EMBEDDED);
        for _ in 0..embedded {
            let more = octets(self.laws.embedded_object_octets.sample(&mut self.random));
            page.response_octets = (page.response_octets + more).min(MOST_OCTETS);
        }
        page.objects = embedded + 1;
    }

    /// Gives an idle slot the next embedded object, if one is left.
    fn next_object(&mut self, now: Time, slot: usize, out: &mut Vec<Ask>) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let off = span(self.laws.active_off_s.sample(&mut self.random));
        let object = self.draw(self.laws.embedded_object_octets);
        if off.is_zero() {
            self.request(slot, object, out);
        } else {
            self.slots[slot] = Slot::Waits { until: now + off, object };
        }
    }

    fn draw(&mut self, response_octets: Distribution) -> Object {
        Object {
            request_octets: octets(self.laws.request_octets.sample(&mut self.random)),
            response_octets: octets(response_octets.sample(&mut self.random)),
            server_delay: span(self.laws.server_delay_s.sample(&mut self.random)),
            objects: 1,
        }
    }

    fn request(&mut self, slot: usize, object: Object, out: &mut Vec<Ask>) {
        let Object { request_octets, response_octets, server_delay, objects } = object;
        let first = !std::mem::replace(&mut self.opened[slot], true);
        let new_connection = first || self.connections != Connections::Persistent;
        self.slots[slot] = Slot::Outstanding { octets: response_octets, objects };
        let slot = slot as u32;
        out.push(Ask::Request { slot, new_connection, request_octets, response_octets, server_delay });
    }

    /// Ends the page if its last object has come.
    fn complete_page(&mut self, now: Time, out: &mut Vec<Ask>) {
        let all_idle = self.slots.iter().all(|slot| matches!(slot, Slot::Idle));
        if self.left > 0 || !all_idle {
            return;
        }
        if let Some(page) = self.pages.last_mut() {
            page.completed = Some(now);
        }
        self.think(now, out);
    }

    fn think(&mut self, now: Time, out: &mut Vec<Ask>) {
        let until = now + span(self.laws.think_time_s.sample(&mut self.random));
        self.thinks_until = Some(until);
        out.push(Ask::Think { until });
    }
}

/// The whole part of a draw. A float-to-integer cast saturates.
fn whole(drawn: f64) -> u64 {
    drawn as u64
}

fn octets(drawn: f64) -> u64 {
    whole(drawn).clamp(1, MOST_OCTETS)
}

fn span(drawn_s: f64) -> Span {
    Span::from_ps((drawn_s * PS_PER_S).round() as u64)
}
