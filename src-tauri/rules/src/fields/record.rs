//! The table of each resource, and what its records hold of it.

use fielddesk_model::{Machine, User, WireRecord};
use serde_json::Value;

use super::{FieldDef, MACHINE_FIELDS, Resource, USER_FIELDS, Values};

impl Resource {
    /// Returns the table of the fields.
    #[must_use]
    pub const fn fields(self) -> &'static [FieldDef] {
        match self {
            Self::Machines => MACHINE_FIELDS,
            Self::Users => USER_FIELDS,
        }
    }
}

/// A record that a table describes.
pub trait TableRecord: WireRecord {
    /// Resource whose table describes the record.
    const RESOURCE: Resource;
}

impl TableRecord for Machine {
    const RESOURCE: Resource = Resource::Machines;
}

impl TableRecord for User {
    const RESOURCE: Resource = Resource::Users;
}

impl FieldDef {
    /// Returns the value in a record; null where it is not set, and where it is one that the field
    /// cannot have: what is in here may be written back.
    #[must_use]
    pub fn value(&self, record: &impl WireRecord) -> Value {
        record.value(self.name)
    }
}

/// Returns all values of a record by field name.
#[must_use]
pub fn record_values<R: TableRecord>(record: &R) -> Values {
    let fields = R::RESOURCE.fields().iter();
    fields
        .map(|field| (field.name.to_owned(), field.value(record)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A value that each field of the table can have.
    fn whole(resource: Resource) -> Value {
        use super::super::Kind;
        let values = resource.fields().iter().map(|field| {
            let value = match field.kind {
                Kind::Text | Kind::Opaque => json!("x"),
                Kind::Number => json!(12.5),
                Kind::Whole => json!(2019),
                Kind::Bool(_) => json!(true),
                Kind::Date => json!("2026-09-14"),
                Kind::Instant => json!("2026-09-14T08:30:00Z"),
                Kind::Choice(_) => json!(3),
                Kind::Tags => json!([{"name": "kran", "enabled": true}]),
                Kind::Supervisors => json!([{"supervisorId": "7", "primary": true}]),
            };
            (field.name.to_owned(), value)
        });
        Value::Object(values.collect())
    }

    fn is_as_written<R: TableRecord + serde::Serialize>(record: &R) {
        let written = serde_json::to_value(record).unwrap();
        let values = record_values(record);
        for field in R::RESOURCE.fields() {
            let value = &values[field.name];
            let odd = value.is_null() && written[field.name] == "x";
            assert!(odd || *value == written[field.name], "{}", field.name);
        }
    }

    #[test]
    fn each_value_is_the_one_that_the_record_is_written_with() {
        let machine: Machine = serde_json::from_value(whole(Resource::Machines)).unwrap();
        let user: User = serde_json::from_value(whole(Resource::Users)).unwrap();
        is_as_written(&machine);
        is_as_written(&user);
        is_as_written(&Machine::default());
        is_as_written(&User::default());
    }

    #[test]
    fn an_odd_value_counts_as_not_set() {
        let odd = json!({"id": "a", "weight": "heavy", "name": "Grus"});
        let machine: Machine = serde_json::from_value(odd).unwrap();
        let values = record_values(&machine);
        assert_eq!(
            (&values["weight"], &values["name"]),
            (&Value::Null, &json!("Grus"))
        );
    }
}
