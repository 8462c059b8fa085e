//! What came of a path.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_int};

use cellwise_api::record::{objects, rows};
use cellwise_api::{Record, Results, version};
use serde_json::{Map, Value, json};

use crate::code::{Code, Refusal};
use crate::guard;
use crate::handle::Handle;

/// Tables, series and scalars as JSON.
pub(crate) fn told(results: Results) -> String {
    let record = Record::from(results);
    let tables = record.tables.iter().map(|(name, table)| {
        let rows: Vec<Value> = objects(table, 0..rows(table));
        (name.clone(), Value::from(rows))
    });
    let tables: Map<String, Value> = tables.collect();
    let series = record.series.iter().map(|watched| {
        let (times, values) = (&watched.times_ps, &watched.values);
        json!({
            "name": watched.name, "quantity": watched.quantity, "target": watched.target, "unit": watched.unit,
            "times_ps": times, "values": values,
        })
    });
    let series: Vec<Value> = series.collect();
    json!({"version": version(), "summary": record.summary, "tables": tables, "series": series}).to_string()
}

/// Closes the books.
///
/// # Safety
/// `path` is null or an open handle that nobody else uses meanwhile; `json` and `octets` are null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cw_path_finish(
    path: *mut Handle,
    json: *mut *const c_char,
    octets: *mut usize,
) -> c_int {
    let finish = |handle: &mut Handle| {
        if json.is_null() {
            return Err(Refusal::null("json"));
        }
        let told = handle.finish()?;
        // SAFETY: it is not null, and the caller vouches for the rest.
        unsafe {
            *json = told.as_ptr();
            if let Some(octets) = octets.as_mut() {
                *octets = told.count_bytes();
            }
        }
        Ok(Code::Ok as isize)
    };
    // SAFETY: the caller vouches for it.
    unsafe { guard::with(path, finish) as c_int }
}
