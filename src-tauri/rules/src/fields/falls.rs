//! Values that go down although they only grow. Pure.

use serde_json::Value;

use super::FieldDef;

/// Returns true for a value lower than the stored one in a field that only grows: an hour meter
/// that was replaced, or a typing error.
#[must_use]
pub fn falls(field: &FieldDef, stored: &Value, new: &Value) -> bool {
    let both = stored.as_f64().zip(new.as_f64());
    field.name == "hourMeter" && both.is_some_and(|(stored, new)| new < stored)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::fields::{MACHINE_FIELDS, field};

    #[test]
    fn an_hour_meter_does_not_go_down() {
        for (name, stored, new, expected) in [
            ("hourMeter", json!(10_986.2), json!(9_000), true),
            ("hourMeter", json!(9_000), json!(10_986.2), false),
            ("hourMeter", json!(9_000), json!(9_000.0), false),
            ("hourMeter", json!(null), json!(1), false),
            ("hourMeter", json!(1), json!(null), false),
            ("weight", json!(2), json!(1), false),
        ] {
            let field = field(MACHINE_FIELDS, name).unwrap();
            assert_eq!(falls(field, &stored, &new), expected, "{stored} {new}");
        }
    }
}
