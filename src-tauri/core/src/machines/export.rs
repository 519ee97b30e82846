//! Machines as a table for a spreadsheet.

use std::io::Write;

use fielddesk_model::Machine;

use super::FIELDS;
use crate::Failure;
use crate::export::{ExportOptions, write};
use crate::fields::Values;

/// Writes the machines; gives how many. What is written can be imported again.
///
/// # Errors
/// Those of the writer; more than a workbook holds.
pub fn export(
    machines: &[Machine],
    options: ExportOptions,
    out: &mut (dyn Write + Send),
) -> Result<u64, Failure> {
    write(FIELDS, machines.iter().map(values), options, out)
}

/// The record as values by spec names. A value that its field cannot have counts as not set:
/// what is in here may be written back.
pub(crate) fn values(machine: &Machine) -> Result<Values, Failure> {
    match serde_json::to_value(machine) {
        Ok(serde_json::Value::Object(mut values)) => {
            for name in machine.odd.keys() {
                values.insert(name.clone(), serde_json::Value::Null);
            }
            Ok(values)
        }
        other => Err(Failure::internal(format!(
            "a machine is no object: {other:?}"
        ))),
    }
}
