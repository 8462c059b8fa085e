//! Arbitrary architectures, for tests: each is sound in a switch of any network with up to two dozen ports.

use cellwise_atm::drop_policy::DropPolicyConfig;
use cellwise_units::{BitRate, Capacity, Cells};
use proptest::prelude::{BoxedStrategy, Just, Strategy, prop_oneof};
use proptest::sample::select;
use proptest::strategy::Union;

use super::{Architecture, Crossbar, OutputBuffered, SharedMemory, Sharing, TwoStage};

impl Architecture {
    /// Any architecture with arbitrary settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        Union::new([
            Just(Self::OutputBuffered(OutputBuffered {})).boxed(),
            two_stage().prop_map(Self::TwoStage).boxed(),
            shared_memory().prop_map(Self::SharedMemory).boxed(),
            crossbar().prop_map(Self::Crossbar).boxed(),
        ])
    }
}

fn two_stage() -> impl Strategy<Value = TwoStage> {
    let fabric_rate = select(vec![50_000_000, 155_520_000, 640_000_000]).prop_map(BitRate::from_bps);
    let buffers = buffer().prop_flat_map(|buffer| (Just(buffer), DropPolicyConfig::arbitrary(buffer)));
    (fabric_rate, buffers).prop_map(|(fabric_rate, (fabric_buffer, fabric_drop))| TwoStage {
        fabric_rate,
        fabric_buffer,
        fabric_drop,
    })
}

fn shared_memory() -> impl Strategy<Value = SharedMemory> {
    let sharing = select(vec![Sharing::Complete, Sharing::Partitioned, Sharing::DynamicThresholds]);
    // More cells than a switch has ports, for the sake of partitions.
    (24u64..300, sharing, 0.05f64..4.0).prop_map(|(memory, sharing, alpha)| SharedMemory {
        memory: Cells::new(memory),
        sharing,
        alpha,
    })
}

fn crossbar() -> impl Strategy<Value = Crossbar> {
    buffer().prop_map(|crosspoint_buffer| Crossbar { crosspoint_buffer })
}

fn buffer() -> BoxedStrategy<Capacity> {
    let limited = (1u64..400).prop_map(|cells| Capacity::Limited(Cells::new(cells)));
    prop_oneof![1 => Just(Capacity::Unlimited), 4 => limited].boxed()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::TestRunner;
    use schemars::schema_for;

    use super::*;

    #[test]
    fn every_architecture_of_the_schema_is_drawn() {
        let mut runner = TestRunner::deterministic();
        let mut draw = || Architecture::arbitrary().new_tree(&mut runner).expect("a strategy").current();
        let drawn: BTreeSet<&str> = (0..200).map(|_| draw().name()).collect();
        let schema = schema_for!(Architecture).to_value();
        let kinds = schema["oneOf"].as_array().expect("one table for each architecture").iter();
        let known: BTreeSet<&str> =
            kinds.map(|one| one["properties"]["kind"]["const"].as_str().expect("a kind")).collect();
        assert_eq!(drawn, known);
    }
}
