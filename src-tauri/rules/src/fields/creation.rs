//! Fields changed since a record was created. Pure.

use serde_json::Value;

use super::{FieldDef, Kind, Values, is_blank, same};

/// Set by the service where they are left out.
const GIVEN: [&str; 2] = ["companyId", "active"];
/// Either of them fills the other.
const PAIR: [&str; 2] = ["responsibleId", "responsibleEmployeeNumber"];

/// Fields of a record whose value is neither the one that was sent nor the one that was stored
/// when it was created. Where it is not known what was stored then, a field that was not sent
/// has to be empty still. Tags cannot be read and are not compared.
#[must_use]
pub fn changed_since_creation(
    fields: &'static [FieldDef],
    sent: &Values,
    stored: Option<&Values>,
    now: &Values,
) -> Vec<&'static FieldDef> {
    let comparable = |field: &&FieldDef| !matches!(field.kind, Kind::Tags | Kind::Opaque);
    let unchanged = |field: &FieldDef| {
        let found = now.get(field.name).unwrap_or(&Value::Null);
        let wanted = sent.get(field.name);
        wanted.is_some_and(|sent| same(field, found, sent))
            || match (stored, wanted) {
                (Some(stored), _) => {
                    same(field, found, stored.get(field.name).unwrap_or(&Value::Null))
                }
                // Fuel that could not be sent with the others is not there.
                (None, Some(_)) => is_blank(found),
                (None, None) => {
                    is_blank(found) || *found == Value::Bool(false) || is_given(field.name, sent)
                }
            }
    };
    let fields = fields.iter().filter(comparable);
    fields.filter(|field| !unchanged(field)).collect()
}

fn is_given(name: &str, sent: &Values) -> bool {
    GIVEN.contains(&name)
        || (PAIR.contains(&name) && PAIR.iter().any(|other| sent.contains_key(*other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::MACHINE_FIELDS;
    use serde_json::json;

    fn names(stored: Option<Value>, now: Value) -> Vec<&'static str> {
        let values = |value: Value| value.as_object().cloned().unwrap();
        let sent = values(json!({"machineNumber": "7", "fuelType": 1, "responsibleId": "u"}));
        let stored = stored.map(values);
        let changed = changed_since_creation(MACHINE_FIELDS, &sent, stored.as_ref(), &values(now));
        changed.into_iter().map(|field| field.name).collect()
    }

    #[test]
    fn without_the_stored_record_what_was_not_sent_has_to_be_empty() {
        let created = json!({
            "id": "m", "companyId": "c", "machineNumber": " 7", "active": true,
            "blockCheckIn": false, "note": "", "weight": null, "responsibleId": "u",
            "responsibleEmployeeNumber": "9", "equipment": [{"id": "e"}],
        });
        assert_eq!(names(None, created.clone()), [""; 0]);
        for (field, value) in [
            ("machineNumber", json!("8")),
            ("note", json!("filled in")),
            ("weight", json!(12)),
            ("blockCheckIn", json!(true)),
            ("fuelType", json!(7)),
        ] {
            let mut now = created.clone();
            now[field] = value;
            assert_eq!(names(None, now), [field]);
        }
    }

    #[test]
    fn with_the_stored_record_every_field_has_to_be_as_it_was() {
        let stored = json!({"machineNumber": "7", "active": true, "note": "by the service"});
        assert_eq!(names(Some(stored.clone()), stored.clone()), [""; 0]);
        let mut now = stored.clone();
        now["fuelType"] = json!(1);
        assert_eq!(names(Some(stored.clone()), now), [""; 0], "as it was sent");
        for (field, value) in [
            ("active", json!(false)),
            ("note", json!("")),
            ("fuelType", json!(7)),
            ("price", json!(1)),
        ] {
            let mut now = stored.clone();
            now[field] = value;
            assert_eq!(names(Some(stored.clone()), now), [field]);
        }
    }
}
