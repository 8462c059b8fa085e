//! Capture points and files by name.

use std::path::Path;

use cellwise_api::Written;
use cellwise_capture::{File, Format};
use cellwise_net::Capture;
use cellwise_scenario::{Network, capture_point};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{config_error, file_error};

/// Begins the captures of a run, each given as point and file; `about` says what they are of.
///
/// # Errors
/// `ConfigError` with every point that the network does not have, `ValueError` for a suffix that is not
/// known, `OSError` for a file that cannot be written.
pub(crate) fn begin(
    py: Python<'_>,
    network: &Network,
    captures: Vec<(String, String)>,
    about: &str,
) -> PyResult<Vec<Capture>> {
    let points: Vec<_> = captures.iter().map(|(name, _)| capture_point(network, name)).collect();
    let issues: Vec<_> = points.iter().filter_map(|point| point.as_ref().err()).cloned().collect();
    if !issues.is_empty() {
        return Err(config_error(py, &issues, Written::default()));
    }
    let points = points.into_iter().flatten();
    points
        .zip(captures)
        .map(|(point, (name, target))| {
            let path = Path::new(&target);
            let format = Format::of_path(path).ok_or_else(|| {
                PyValueError::new_err(format!("captures: {target:?} has no suffix of captures"))
            })?;
            let file = File::create(path)
                .map_err(|error| file_error(&target, error.raw_os_error(), &error.to_string()))?;
            Ok(Capture { point, name, about: about.to_owned(), format, sink: Box::new(file), target })
        })
        .collect()
}
