//! The extension module `cellwise._core`: scenarios in as text, columns out.

mod answers;
mod captures;
mod codecs;
mod columns;
mod error;
mod files;
mod heap;
mod interrupt;
mod overhead;
mod packetdrill;
mod partition;
mod path;
mod scenario;
mod simulate;
mod space;
mod thinning;
mod wire;

use cellwise_engine::memory::Counting;
use pyo3::prelude::*;

/// What a run holds is counted where it is asked for; see `limits.memory`.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The compiled simulator.
#[pymodule]
mod _core {
    #[pymodule_export]
    const MOST_SHOWN: usize = cellwise_scenario::MOST_SHOWN;
    #[pymodule_export]
    use crate::answers::{
        abr_adapters, bottleneck, described, efficiency, jain_index, loss_sentences, lost_by_reason, passing,
        places, queueing, sendings, shared_ports, stop_reported, waiting_reported,
    };
    #[pymodule_export]
    use crate::codecs::{decode_frame, decode_header, decode_rm, encode_frame, encode_header, encode_rm};
    #[pymodule_export]
    use crate::error::{AuditError, ConfigError, SimulationError};
    #[pymodule_export]
    use crate::overhead::overhead;
    #[pymodule_export]
    use crate::packetdrill::replay_packetdrill;
    #[pymodule_export]
    use crate::partition::partition;
    #[pymodule_export]
    use crate::path::Path;
    #[pymodule_export]
    use crate::scenario::{
        catalogue, change, check, expand, identity, json_schema, number, parse, quantity, quoted, resolved,
        set_values, template, to_toml, version, vocabulary,
    };
    #[pymodule_export]
    use crate::simulate::run;
    #[pymodule_export]
    use crate::space::address_space;
    #[pymodule_export]
    use crate::thinning::{decimate, shown};
    #[pymodule_export]
    use crate::wire::{wire, wire_clean, wire_doctor, wire_ports, wire_replay};
}
