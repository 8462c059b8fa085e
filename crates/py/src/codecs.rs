//! The codecs of cells, AAL5 frames and RM cells, for comparisons of octets.

use cellwise_atm::aal5::codec::{Decoder, Frame, Sdu};
use cellwise_atm::abr::{RmCell, RmDirection, rm_codec};
use cellwise_atm::cell::{Header, Interface, PAYLOAD_OCTETS, Pti};
use cellwise_atm::hec::{HEADER_OCTETS, HecReceiver};
use cellwise_units::Bytes;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// The five octets of a cell header, HEC included; `nni` for the layout between networks.
///
/// # Errors
/// `ValueError` if a field does not fit.
#[pyfunction]
#[pyo3(signature = (vpi, vci, pti, clp, gfc = 0, nni = false))]
pub(crate) fn encode_header<'py>(
    py: Python<'py>,
    vpi: u16,
    vci: u16,
    pti: u8,
    clp: bool,
    gfc: u8,
    nni: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    if pti > 0b111 {
        return Err(PyValueError::new_err(format!("pti: {pti} is not allowed; give 0 to 7")));
    }
    let header = Header { gfc, vpi, vci, pti: Pti::from_bits(pti), clp };
    let octets = header.encode(interface(nni)).map_err(value_error)?;
    Ok(PyBytes::new(py, &octets))
}

/// The fields of five octets; a single wrong bit is corrected.
///
/// # Errors
/// `ValueError` if the octets are not five, or more than one bit of them is wrong.
#[pyfunction]
#[pyo3(signature = (octets, nni = false))]
pub(crate) fn decode_header<'py>(py: Python<'py>, octets: &[u8], nni: bool) -> PyResult<Bound<'py, PyDict>> {
    let octets: [u8; HEADER_OCTETS] = sized(octets, "a header")?;
    let header = Header::decode(octets, interface(nni), &mut HecReceiver::default()).map_err(value_error)?;
    let dict = PyDict::new(py);
    dict.set_item("gfc", header.gfc)?;
    dict.set_item("vpi", header.vpi)?;
    dict.set_item("vci", header.vci)?;
    dict.set_item("pti", header.pti.bits())?;
    dict.set_item("clp", header.clp)?;
    Ok(dict)
}

/// The payloads of the cells of an AAL5 frame.
///
/// # Errors
/// `ValueError` if the SDU has no octets or more than 65 535.
#[pyfunction]
#[pyo3(signature = (sdu, uu = 0, cpi = 0))]
pub(crate) fn encode_frame<'py>(
    py: Python<'py>,
    sdu: &[u8],
    uu: u8,
    cpi: u8,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let frame = Frame::of(&Sdu { octets: sdu.to_vec(), uu, cpi }).map_err(value_error)?;
    Ok(frame.cells().map(|(payload, _)| PyBytes::new(py, &payload)).collect())
}

/// The SDU, UU and CPI of an AAL5 frame, from the payloads of its cells.
///
/// # Errors
/// `ValueError` if a payload has not 48 octets, or why a receiver throws the frame away.
#[pyfunction]
pub(crate) fn decode_frame<'py>(
    py: Python<'py>,
    payloads: Vec<Vec<u8>>,
) -> PyResult<(Bound<'py, PyBytes>, u8, u8)> {
    let mut decoder = Decoder::new(Bytes::new(u64::MAX));
    let last = payloads.len().saturating_sub(1);
    for (place, payload) in payloads.iter().enumerate() {
        let payload: [u8; PAYLOAD_OCTETS] = sized(payload, "a payload")?;
        if let Some(sdu) = decoder.push(&payload, place == last) {
            let sdu = sdu.map_err(value_error)?;
            return Ok((PyBytes::new(py, &sdu.octets), sdu.uu, sdu.cpi));
        }
    }
    Err(PyValueError::new_err("payloads: give at least one"))
}

/// The payload of an RM cell of ABR; rates in cells/s, cut down to the 16-bit format.
#[pyfunction]
#[pyo3(signature = (er, ccr, mcr, backward = false, bn = false, ci = false, ni = false))]
#[expect(clippy::too_many_arguments, reason = "they are the fields of the cell, given by name")]
pub(crate) fn encode_rm<'py>(
    py: Python<'py>,
    er: f64,
    ccr: f64,
    mcr: f64,
    backward: bool,
    bn: bool,
    ci: bool,
    ni: bool,
) -> Bound<'py, PyBytes> {
    let direction = if backward { RmDirection::Backward } else { RmDirection::Forward };
    PyBytes::new(py, &rm_codec::encode(&RmCell { direction, bn, ci, ni, er, ccr, mcr }))
}

/// The fields of an RM cell's payload.
///
/// # Errors
/// `ValueError` if the octets are not 48, the CRC-10 does not fit, or the cell is not one of ABR.
#[pyfunction]
pub(crate) fn decode_rm<'py>(py: Python<'py>, payload: &[u8]) -> PyResult<Bound<'py, PyDict>> {
    let rm = rm_codec::decode(&sized(payload, "a payload")?).map_err(value_error)?;
    let dict = PyDict::new(py);
    dict.set_item("backward", rm.direction == RmDirection::Backward)?;
    for (name, value) in [("bn", rm.bn), ("ci", rm.ci), ("ni", rm.ni)] {
        dict.set_item(name, value)?;
    }
    for (name, rate) in [("er", rm.er), ("ccr", rm.ccr), ("mcr", rm.mcr)] {
        dict.set_item(name, rate)?;
    }
    Ok(dict)
}

fn interface(nni: bool) -> Interface {
    if nni { Interface::Nni } else { Interface::Uni }
}

fn sized<const N: usize>(octets: &[u8], what: &str) -> PyResult<[u8; N]> {
    octets
        .try_into()
        .map_err(|_| PyValueError::new_err(format!("{what} has {N} octets, not {}", octets.len())))
}

fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
