//! What packets take on the line, for people who set a shaper.

use cellwise_atm::aal5::framing::Encapsulation;
use cellwise_units::{Bytes, CELL_BYTES};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Octets of SDU, cells and octets on the line of each packet size in octets, with one encapsulation or,
/// without a name, with each.
///
/// # Errors
/// `ValueError` with a line of path, value and rule for an unknown name and for each size that is no
/// whole number from 1 to the largest packet of the encapsulations asked for.
#[pyfunction]
#[pyo3(signature = (sizes, encapsulation = None))]
pub(crate) fn overhead<'py>(
    py: Python<'py>,
    sizes: Vec<String>,
    encapsulation: Option<&str>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let chosen = chosen(encapsulation);
    let tightest = tightest(chosen.as_deref().unwrap_or(Encapsulation::ALL));
    let read: Vec<_> = sizes.iter().map(|text| packet(text, tightest)).collect();
    let mistakes: Vec<&String> =
        chosen.as_ref().err().into_iter().chain(read.iter().filter_map(|one| one.as_ref().err())).collect();
    if !mistakes.is_empty() {
        let lines: Vec<&str> = mistakes.into_iter().map(String::as_str).collect();
        return Err(PyValueError::new_err(lines.join("\n")));
    }
    let chosen = chosen.unwrap_or_default();
    let packets = read.into_iter().flatten();
    packets
        .flat_map(|packet| chosen.iter().map(move |&one| (packet, one)))
        .map(|(packet, one)| row(py, packet, one))
        .collect()
}

/// The encapsulation of a name, or all of them.
fn chosen(name: Option<&str>) -> Result<Vec<Encapsulation>, String> {
    let Some(name) = name else { return Ok(Encapsulation::ALL.to_vec()) };
    Encapsulation::named(name).map(|one| vec![one]).ok_or_else(|| {
        let known: Vec<&str> = Encapsulation::ALL.iter().map(|one| one.name()).collect();
        format!("encapsulation: {name:?} is not known; known: {}", known.join(", "))
    })
}

/// The encapsulation that leaves the least room for a packet.
fn tightest(chosen: &[Encapsulation]) -> Encapsulation {
    chosen.iter().copied().min_by_key(|one| one.largest_packet()).unwrap_or_default()
}

/// A packet size that a frame can carry.
fn packet(text: &str, tightest: Encapsulation) -> Result<Bytes, String> {
    let most = tightest.largest_packet().get();
    let octets = text.parse().ok().filter(|octets| (1..=most).contains(octets));
    octets.map(Bytes::new).ok_or_else(|| {
        let name = tightest.name();
        format!("BYTES: {text:?} is not allowed; give whole octets from 1 to {most}, the most with {name}")
    })
}

/// One packet size with one encapsulation.
fn row(py: Python<'_>, packet: Bytes, encapsulation: Encapsulation) -> PyResult<Bound<'_, PyDict>> {
    let cells = encapsulation.cells_for(packet).get();
    let line = cells * CELL_BYTES;
    let dict = PyDict::new(py);
    dict.set_item("packet_bytes", packet.get())?;
    dict.set_item("encapsulation", encapsulation.name())?;
    dict.set_item("sdu_bytes", encapsulation.sdu(packet).get())?;
    dict.set_item("cells", cells)?;
    dict.set_item("line_bytes", line)?;
    dict.set_item("efficiency", packet.get() as f64 / line as f64)?;
    Ok(dict)
}
