//! A change merged onto the record that it changes.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The record with the fields of a change set; a null empties its field.
///
/// # Errors
/// A change set that is no object, or a value that its field cannot have.
pub(crate) fn merged<R>(record: &R, change_set: Value) -> serde_json::Result<R>
where
    R: Serialize + DeserializeOwned,
{
    let mut fields: serde_json::Map<String, Value> =
        serde_json::from_value(serde_json::to_value(record)?)?;
    fields.extend(serde_json::from_value::<serde_json::Map<_, _>>(change_set)?);
    serde_json::from_value(Value::Object(fields))
}
