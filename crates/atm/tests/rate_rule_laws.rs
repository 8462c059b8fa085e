//! Laws of every rate rule in the catalogue, each with its default parameters, with arbitrary ones and with some
//! that make no sense, at a port where cells, RM cells and silences come at random.

use cellwise_atm::abr::{RmCell, RmDirection};
use cellwise_atm::rate_rule::{PortView, RateRule, RateRuleConfig, VcContract};
use cellwise_units::{Span, Time};
use proptest::prelude::*;
use serde_json::json;

const VCS: usize = 4;
const LINK: f64 = 353_207.0;

/// What happens next, after a pause.
#[derive(Clone, Debug)]
struct Step {
    pause: Span,
    queue: u64,
    vc: usize,
    event: Event,
}

#[derive(Clone, Debug)]
enum Event {
    Data,
    Higher { cells: u32 },
    Forward(RmCell),
    Backward(RmCell),
}

fn rates() -> impl Strategy<Value = f64> {
    prop_oneof![2 => 0.0..2.0 * LINK, 1 => Just(0.0), 1 => 0.0..1e-3, 1 => Just(16_777_216.0)]
}

fn rm(direction: RmDirection) -> impl Strategy<Value = RmCell> {
    (any::<bool>(), any::<bool>(), any::<bool>(), rates(), rates(), rates())
        .prop_map(move |(bn, ci, ni, er, ccr, mcr)| RmCell { direction, bn, ci, ni, er, ccr, mcr })
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        4 => Just(Event::Data),
        1 => (1u32..500).prop_map(|cells| Event::Higher { cells }),
        2 => rm(RmDirection::Forward).prop_map(Event::Forward),
        2 => rm(RmDirection::Backward).prop_map(Event::Backward),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let pause = prop_oneof![
        4 => Just(0),
        8 => 0u64..10_000_000,
        3 => 0u64..5_000_000_000,
        1 => 0u64..400_000_000_000_000,
    ];
    let queue = prop_oneof![0u64..100, 0u64..10_000, 0u64..10_000_000];
    let step = (pause, queue, 0..VCS, event()).prop_map(|(pause, queue, vc, event)| Step {
        pause: Span::from_ps(pause),
        queue,
        vc,
        event,
    });
    prop::collection::vec(step, 1..300)
}

fn contracts() -> impl Strategy<Value = Vec<VcContract>> {
    let contract = (0.0..0.2f64, 0.2..2.0f64, 0.1..10.0f64).prop_map(|(mcr, pcr, weight)| VcContract {
        mcr: mcr * LINK,
        pcr: pcr * LINK,
        weight,
    });
    prop::collection::vec(contract, VCS)
}

/// A forward or backward RM cell before and after the rule.
type Passed = (RmCell, RmCell);

/// What becomes of the RM cells, and which data cells are marked.
fn play(config: &RateRuleConfig, contracts: &[VcContract], steps: &[Step]) -> (Vec<Passed>, Vec<bool>) {
    let mut rule = config.build(LINK, contracts);
    let (mut now, mut passed, mut marked) = (Time::ZERO, Vec::new(), Vec::new());
    for step in steps {
        now += step.pause;
        let view = PortView { now, abr_queue: step.queue };
        match &step.event {
            Event::Data => {
                rule.on_abr_cell(&view, step.vc);
                marked.push(rule.marks_efci(&view));
            }
            Event::Higher { cells } => (0..*cells).for_each(|_| rule.on_higher_cell(&view)),
            Event::Forward(rm) => {
                let mut after = *rm;
                rule.on_abr_cell(&view, step.vc);
                rule.on_forward(&view, step.vc, &mut after);
                passed.push((*rm, after));
            }
            Event::Backward(rm) => {
                let mut after = *rm;
                rule.on_backward(&view, step.vc, &mut after);
                passed.push((*rm, after));
            }
        }
    }
    (passed, marked)
}

/// Every rule with its defaults, and with arbitrary settings.
fn rules() -> impl Strategy<Value = Vec<RateRuleConfig>> {
    let drawn = RateRuleConfig::arbitrary_of_each();
    drawn.prop_map(|drawn| RateRuleConfig::all().into_iter().chain(drawn).collect())
}

/// Every rule with settings that its schema refuses.
fn broken() -> Vec<RateRuleConfig> {
    RateRuleConfig::all().iter().map(without_sense).collect()
}

/// A rule with thresholds the wrong way round, an interval without length and factors out of range.
fn without_sense(config: &RateRuleConfig) -> RateRuleConfig {
    let mut value = serde_json::to_value(config).unwrap();
    for (key, setting) in value.as_object_mut().unwrap() {
        *setting = match key.as_str() {
            "low" => json!("900 cells"),
            "high" => json!("0 cells"),
            "interval" | "target_delay" => json!("0 s"),
            "smoothing" | "averaging" | "delta" => json!(-3.0),
            "target_utilisation" | "least_factor" => json!(7.5),
            _ => continue,
        };
    }
    serde_json::from_value::<RateRuleConfig>(value).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn arbitrary_settings_are_sound(config in RateRuleConfig::arbitrary()) {
        prop_assert_eq!(config.check(), []);
    }

    #[test]
    fn no_rule_raises_er_or_clears_ci_or_ni_or_touches_anything_else(
        rules in rules(), steps in steps(), contracts in contracts(),
    ) {
        for config in rules {
            for (before, after) in play(&config, &contracts, &steps).0 {
                let name = config.name();
                prop_assert!(after.er <= before.er, "{name}: {before:?} became {after:?}");
                prop_assert!(after.ci >= before.ci && after.ni >= before.ni, "{name}: {before:?} became {after:?}");
                let rest = RmCell { er: before.er, ci: before.ci, ni: before.ni, ..after };
                prop_assert_eq!(rest, before, "{}", name);
            }
        }
    }

    #[test]
    fn every_er_is_a_finite_rate(
        rules in rules(), steps in steps(), contracts in contracts(),
    ) {
        for config in rules {
            for (before, after) in play(&config, &contracts, &steps).0 {
                prop_assert!(after.er.is_finite() && after.er >= 0.0, "{}: {before:?} became {after:?}", config.name());
            }
        }
    }

    #[test]
    fn no_setting_and_no_silence_makes_a_rule_panic(
        rules in rules(), steps in steps(), contracts in contracts(),
    ) {
        for config in rules.into_iter().chain(broken()) {
            let rm_cells = steps.iter().filter(|step| matches!(step.event, Event::Forward(_) | Event::Backward(_)));
            prop_assert_eq!(play(&config, &contracts, &steps).0.len(), rm_cells.count(), "{}", config.name());
        }
    }

    #[test]
    fn only_the_rules_that_say_so_mark_cells_or_need_to_be_informed_of_them(
        rules in rules(), steps in steps(), contracts in contracts(),
    ) {
        let silent: Vec<_> =
            steps.iter().filter(|step| matches!(step.event, Event::Forward(_) | Event::Backward(_))).cloned().collect();
        for config in rules {
            let rule = config.build(LINK, &contracts);
            let (_, marked) = play(&config, &contracts, &steps);
            prop_assert!(rule.uses_efci() || !marked.contains(&true), "{}", config.name());
            if !rule.counts_cells() {
                // The times of the RM cells move, because the pauses of the cells left out are missing: so do not
                // pause.
                let at_once = |steps: &[Step]| {
                    steps.iter().map(|step| Step { pause: Span::ZERO, ..step.clone() }).collect::<Vec<_>>()
                };
                let (all, few) = (at_once(&steps), at_once(&silent));
                prop_assert_eq!(play(&config, &contracts, &all).0, play(&config, &contracts, &few).0, "{}", config.name());
            }
        }
    }
}

#[test]
fn an_rm_cell_that_asks_for_nothing_gets_nothing() {
    let contracts = vec![VcContract { mcr: 0.0, pcr: LINK, weight: 1.0 }; VCS];
    let nothing =
        |direction| RmCell { direction, bn: false, ci: false, ni: false, er: 0.0, ccr: 0.0, mcr: 0.0 };
    let step = |event| Step { pause: Span::from_ps(1_000_000_000), queue: 0, vc: 0, event };
    let steps = [
        step(Event::Forward(nothing(RmDirection::Forward))),
        step(Event::Backward(nothing(RmDirection::Backward))),
    ];
    for config in RateRuleConfig::all() {
        assert!(
            play(&config, &contracts, &steps).0.iter().all(|(_, after)| after.er == 0.0),
            "{}",
            config.name()
        );
    }
}

/// How many of a VC's backward RM cells a rule changes, at a port that is overloaded threefold.
fn changed_under_overload(config: &RateRuleConfig) -> usize {
    let contracts = vec![VcContract { mcr: 0.0, pcr: LINK, weight: 1.0 }; VCS];
    let rm = |direction| RmCell {
        direction,
        bn: false,
        ci: false,
        ni: false,
        er: LINK,
        ccr: 0.75 * LINK,
        mcr: 0.0,
    };
    let cell = |vc| Step { pause: Span::from_ps(1_000_000), queue: 20_000, vc, event: Event::Data };
    let mut steps = Vec::new();
    for _ in 0..100 {
        steps.extend((0..31).flat_map(|_| (0..VCS).map(cell)));
        for vc in 0..VCS {
            steps.push(Step { event: Event::Forward(rm(RmDirection::Forward)), ..cell(vc) });
            steps.push(Step { event: Event::Backward(rm(RmDirection::Backward)), ..cell(vc) });
        }
    }
    let (passed, marked) = play(config, &contracts, &steps);
    passed.iter().filter(|(before, after)| before != after).count()
        + marked.iter().filter(|&&mark| mark).count()
}

#[test]
fn every_rule_says_something_under_overload() {
    for config in RateRuleConfig::all() {
        assert!(changed_under_overload(&config) > 300, "{}", config.name());
    }
}

#[test]
fn thresholds_in_the_wrong_order_are_named() {
    let config: RateRuleConfig =
        serde_json::from_value(json!({ "rule": "fmmra", "low": "600 cells" })).unwrap();
    let found: Vec<_> =
        config.check().into_iter().map(|issue| (issue.field, issue.value, issue.rule)).collect();
    let rule = "give at most `high`, 500 cells".to_owned();
    assert_eq!(found, [("low".to_owned(), "600 cells".to_owned(), rule)]);
}
