//! `--set FIELD=VALUE` and `--from FILE.json`: values from arguments and from a JSON object.

use fielddesk_rules::fields::{Emptying, FieldDef, Kind, Reading, Values, field, nearest};
use serde_json::Value;

use crate::Failure;

/// Reads `FIELD=VALUE` texts in the forms of the specification. A later one of the same field
/// is refused rather than chosen.
///
/// # Errors
/// `usage`, naming the field and what is expected.
pub fn assign(
    table: &'static [FieldDef],
    sets: impl IntoIterator<Item = impl AsRef<str>>,
    reading: &Reading,
) -> Result<Values, Failure> {
    let mut values = Values::new();
    for set in sets {
        let set = set.as_ref();
        let Some((name, text)) = set.split_once('=') else {
            return Err(Failure::usage(
                "set",
                format!("{} has no =.", fielddesk_rules::file_name::shown(set)),
                "Write it as FIELD=VALUE, for example name=Dumper.",
            ));
        };
        let field = known(table, name)?;
        let value = field
            .parse_strict(text, reading)
            .map_err(|message| Failure::usage(field.name, message, "Change the value."))?;
        if values.insert(field.name.to_owned(), value).is_some() {
            return Err(Failure::usage(
                field.name,
                format!("{} is set twice.", field.name),
                "Set it once.",
            ));
        }
    }
    Ok(values)
}

/// Reads the values of a JSON object with spec names in any case. What the service adds by
/// itself is left out, so that a record that was read can be changed and given back; null
/// empties a field that null empties and is left out elsewhere.
///
/// # Errors
/// `usage` for what is no object of known fields with values of their kinds.
pub fn from_json(
    table: &'static [FieldDef],
    json: &[u8],
    reading: &Reading,
) -> Result<Values, Failure> {
    let wrong = |message: String| {
        Failure::usage(
            "from",
            message,
            "Give one JSON object with the spec's field names.",
        )
    };
    let json = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json);
    let object: Values = serde_json::from_slice(json)
        .map_err(|error| wrong(format!("The file cannot be read: {error}.")))?;
    let mut values = Values::new();
    for (name, value) in object {
        let field = known(table, &name)?;
        let null = value.is_null() && field.emptying != Emptying::Null;
        if field.read_only.is_some() || null {
            continue;
        }
        let value = fitting(field, value, reading)
            .map_err(|message| Failure::usage(field.name, message, "Change the value."))?;
        if values.insert(field.name.to_owned(), value).is_some() {
            return Err(wrong(format!("{} is there twice.", field.name)));
        }
    }
    Ok(values)
}

fn known(table: &'static [FieldDef], name: &str) -> Result<&'static FieldDef, Failure> {
    field(table, name).ok_or_else(|| {
        let fix = match nearest(name, table.iter().map(|field| field.name)) {
            Some(near) => format!("The nearest is {near}."),
            None => "Use a field name of the specification.".to_owned(),
        };
        let name = fielddesk_rules::file_name::shown(name.trim());
        Failure::usage(&name, format!("There is no field {name}."), fix)
    })
}

/// The value where it is of the field's kind, with dates and moments in the written form.
fn fitting(field: &FieldDef, value: Value, reading: &Reading) -> Result<Value, String> {
    if value.is_null() {
        return Ok(value);
    }
    let fits = match field.kind {
        Kind::Number => value.is_number(),
        Kind::Whole => value.is_i64(),
        Kind::Bool(_) => value.is_boolean(),
        Kind::Tags | Kind::Supervisors => value.is_array(),
        // A word is as good as its number.
        Kind::Choice(_) if value.is_i64() => {
            return field.parse_strict(&value.to_string(), reading);
        }
        Kind::Text | Kind::Date | Kind::Instant | Kind::Choice(_) => match value.as_str() {
            Some(text) => return field.parse_strict(text, reading),
            None => false,
        },
        Kind::Opaque => false,
    };
    if fits {
        Ok(value)
    } else {
        Err(format!(
            "{} is {value}; expected is {}.",
            field.name,
            field.expected()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FailureKind;
    use fielddesk_rules::fields::{MACHINE_FIELDS, USER_FIELDS};
    use serde_json::json;

    fn reading() -> Reading {
        Reading::of_no_region("2026-11-29".parse().unwrap(), None)
    }

    #[test]
    fn arguments_become_values_and_an_empty_one_empties() {
        let values = assign(
            MACHINE_FIELDS,
            ["NAME=a=b", "note=", "weight=12", "blockCheckIn=true"],
            &reading(),
        )
        .unwrap();
        assert_eq!(
            Value::Object(values),
            json!({"name": "a=b", "note": "", "weight": 12.0, "blockCheckIn": true})
        );
    }

    #[test]
    fn a_wrong_argument_is_usage_and_names_its_field() {
        for (set, field, words) in [
            ("nam=x", "nam", "nearest is name"),
            ("name", "set", "FIELD=VALUE"),
            ("weight=x", "weight", "Change the value"),
            ("id=1", "id", "Change the value"),
        ] {
            let failure = assign(MACHINE_FIELDS, [set], &reading()).unwrap_err();
            assert_eq!(failure.kind, FailureKind::Usage);
            assert_eq!(failure.field.as_deref(), Some(field));
            assert!(failure.fix.contains(words), "{failure:?}");
        }
        let twice = assign(MACHINE_FIELDS, ["name=a", "Name=b"], &reading()).unwrap_err();
        assert!(twice.message.contains("set twice"));
    }

    #[test]
    fn a_record_that_was_read_can_be_given_back() {
        let values = from_json(
            USER_FIELDS,
            br#"{"identityId":"auth0|1","EmployeeNumber":"7","email":null,"firstName":null,
                "tags":null,"immediateSupervisorDetails":[],"birthDate":"01.02.1980"}"#,
            &reading(),
        )
        .unwrap();
        assert_eq!(
            Value::Object(values),
            json!({"employeeNumber": "7", "email": null, "birthDate": "1980-02-01"})
        );
        for (json, words) in [
            ("[]", "cannot be read"),
            (r#"{"weight":"12"}"#, "weight is \"12\""),
            (r#"{"wieght":12}"#, "no field wieght"),
            (r#"{"name":"a","NAME":"b"}"#, "there twice"),
        ] {
            let failure = from_json(MACHINE_FIELDS, json.as_bytes(), &reading()).unwrap_err();
            assert!(failure.message.contains(words), "{failure:?}");
        }
        let fuel = from_json(MACHINE_FIELDS, br#"{"fuelType":"electric"}"#, &reading()).unwrap();
        assert_eq!(fuel["fuelType"], 4);
    }
}
