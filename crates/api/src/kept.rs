//! The network of the scenario that was reviewed last: most scenarios are run next, and resolving a large one takes as
//! long as building it. One is kept, so that a thousand scenarios of a sweep do not hold a thousand networks.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cellwise_scenario::{Document, Issue, Network, Review, parse_json};

use crate::scenario::{Answer, Reviewed};

/// A network, and the octets that it takes with the remains of resolving it.
pub type Held = (Network, i64);

/// That of this process.
pub(crate) static LAST: Kept = Kept(Mutex::new(None));

/// Of the memory for resolving, apart from the network, one in so many octets stays: holes between pieces that are kept.
const HOLES: i64 = 4;

/// The network of a scenario, by its text.
pub(crate) struct Kept(Mutex<Option<(String, Held)>>);

impl Kept {
    /// Reviews a document, and keeps its network in place of that of another.
    ///
    /// # Errors
    /// Every rule that it breaks.
    pub(crate) fn reviewed(&self, document: &Document) -> Answer<Reviewed> {
        let (network, warnings) = self.resolved(document)?;
        let json = document.value.to_string();
        *self.place() = Some((json.clone(), network));
        Ok((json, warnings))
    }

    /// The network of a scenario, which is not kept any longer.
    ///
    /// # Errors
    /// Every rule that the scenario breaks.
    pub(crate) fn network(&self, json: &str) -> Answer<Held> {
        let kept = self.place().take_if(|(of, _)| of == json);
        match kept {
            Some((_, network)) => Ok(network),
            None => self.resolved(&parse_json(json)?).map(|(network, _)| network),
        }
    }

    fn resolved(&self, document: &Document) -> Answer<(Held, Vec<Issue>)> {
        // Memory need not have room for two.
        *self.place() = None;
        let Review { network, warnings, taken } = document.reviewed()?;
        Ok(((network, taken.held + (taken.most - taken.held) / HOLES), warnings))
    }

    fn place(&self) -> MutexGuard<'_, Option<(String, Held)>> {
        // It is replaced as a whole: nothing is half done where a thread has panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(sources: u32) -> (Kept, String) {
        let kept = Kept(Mutex::new(None));
        let topology = format!(r#"{{"template":"n-source","sources":{sources}}}"#);
        let json = format!(r#"{{"duration":"10 ms","topology":{topology}}}"#);
        let (json, _) = kept.reviewed(&parse_json(&json).unwrap()).unwrap();
        (kept, json)
    }

    #[test]
    fn a_network_is_kept_until_it_is_run_and_is_the_same_when_resolved_anew() {
        let (kept, json) = kept(2);
        let network = kept.network(&json).unwrap();
        assert!(kept.place().is_none());
        assert_eq!(kept.network(&json).unwrap(), network);
    }

    #[test]
    fn the_network_of_another_scenario_is_not_taken() {
        let ((one, _), (_, json)) = (kept(1), kept(2));
        assert_eq!(one.network(&json).unwrap().0.flows.len(), 2);
    }

    #[test]
    fn no_network_stays_beside_a_scenario_with_mistakes() {
        let (kept, _) = kept(1);
        assert!(kept.reviewed(&parse_json("{}").unwrap()).is_err());
        assert!(kept.place().is_none());
    }
}
