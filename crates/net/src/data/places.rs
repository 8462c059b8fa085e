//! Things by place: each has one until it is taken out, and a place is given again once it is free.

/// Things by place.
#[derive(Clone, Debug)]
pub(crate) struct Places<T> {
    things: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Default for Places<T> {
    fn default() -> Self {
        Self { things: Vec::new(), free: Vec::new() }
    }
}

impl<T> Places<T> {
    #[inline]
    pub(crate) fn push(&mut self, thing: T) -> u32 {
        if let Some(place) = self.free.pop() {
            self.things[place as usize] = Some(thing);
            return place;
        }
        self.things.push(Some(thing));
        self.things.len() as u32 - 1
    }

    /// Takes out the thing at a place, where there is one.
    #[inline]
    pub(crate) fn take(&mut self, place: u32) -> T {
        let thing = self.things[place as usize].take().expect("a thing is taken once");
        self.free.push(place);
        thing
    }

    /// The thing at a place.
    ///
    /// # Panics
    /// If nothing is.
    #[inline]
    pub(crate) fn get(&self, place: u32) -> &T {
        self.things[place as usize].as_ref().expect("a thing has not been taken")
    }

    /// Frees a place, if something is there.
    pub(crate) fn forget(&mut self, place: u32) {
        if self.things.get_mut(place as usize).is_some_and(|thing| thing.take().is_some()) {
            self.free.push(place);
        }
    }

    /// All that has a place.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.things.iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_found_in_any_order_and_their_places_are_given_anew() {
        let mut all = Places::default();
        let places = [1, 2, 3].map(|thing| all.push(thing));
        assert_eq!(all.take(places[1]), 2);
        assert_eq!(*all.get(places[2]), 3);
        assert_eq!(all.push(4), places[1]);
        all.forget(places[0]);
        all.forget(places[0]);
        assert_eq!(all.push(5), places[0]);
        assert_eq!(all.push(6), 3, "a place is not given twice");
        assert_eq!(all.iter().copied().collect::<Vec<_>>(), [5, 4, 3, 6]);
        assert_eq!(places.map(|place| all.take(place)), [5, 4, 3]);
    }
}
