//! The schemas of all bodies: those of the types that are sent and taken, and what a type cannot
//! tell (limits, promises, samples) from `schemas.json`.

use std::collections::BTreeMap;

use fielddesk_model::{ErrorBody, Location, MassType, Page, Trip};
use serde_json::{Map, Value, json};
use utoipa::openapi::{Components, RefOr, Schema};
use utoipa::{PartialSchema as _, ToSchema};

use crate::embedded::embedded;
use crate::users::{MANDATORY, MANDATORY_IDS};

/// All schemas by name: those of the types that operations name, and those that they refer to.
pub(super) fn all(named: Option<Components>) -> Map<String, Value> {
    let mut types: Vec<_> = named.into_iter().flat_map(|it| it.schemas).collect();
    add::<ErrorBody>(&mut types);
    add::<Location>(&mut types);
    add::<MassType>(&mut types);
    add::<Trip>(&mut types);
    let types = types.into_iter();
    let mut schemas: Map<_, _> = types.map(|(name, it)| (name, json!(it))).collect();
    let notes: Map<String, Value> = embedded(include_str!("schemas.json"));
    for (name, note) in &notes {
        set(schemas.entry(name).or_insert(Value::Null), note);
    }
    let change = schemas["UserChange"]["properties"].clone();
    for (name, ids) in [("NewUser", &[][..]), ("UserPut", &MANDATORY_IDS)] {
        let fields = change.as_object().into_iter().flatten();
        let fields = fields.filter(|(name, _)| {
            let name = name.as_str();
            ids.contains(&name) || !MANDATORY_IDS.contains(&name)
        });
        let write = json!({
            "type": "object",
            "properties": fields.collect::<BTreeMap<_, _>>(),
            "required": <[_]>::concat(&[ids, &MANDATORY]),
        });
        set(schemas.entry(name).or_insert(Value::Null), &write);
    }
    schemas.extend([
        page::<Location>(&notes),
        page::<MassType>(&notes),
        page::<Trip>(&notes),
    ]);
    schemas.values_mut().for_each(deny_nulls);
    schemas
}

fn add<T: ToSchema>(types: &mut Vec<(String, RefOr<Schema>)>) {
    types.push((T::name().into_owned(), T::schema()));
    T::schemas(types);
}

/// A page of records, with the record's sample on it.
fn page<T: ToSchema>(notes: &Map<String, Value>) -> (String, Value) {
    let name = T::name();
    let sample = notes.get(&*name).and_then(|note| note.get("example"));
    let example = json!({
        "data": [sample], "continuationToken": "", "syncTypeName": "full", "recordCount": 1,
        "deletedRecordCount": 0,
    });
    let fields = example.as_object().into_iter().flat_map(Map::keys);
    let mut page = json!(Page::<T>::schema());
    let note = json!({
        "required": fields.collect::<Vec<_>>(),
        "properties": { "data": { "items": { "$ref": format!("#/components/schemas/{name}") } } },
        "example": example,
    });
    set(&mut page, &note);
    (format!("{name}Page"), page)
}

/// Sets what a note says; a reference replaces everything.
fn set(value: &mut Value, note: &Value) {
    match (value, note) {
        (Value::Object(value), Value::Object(note)) if !note.contains_key("$ref") => {
            for (key, said) in note {
                set(value.entry(key).or_insert_with(Value::default), said);
            }
        }
        (value, said) => value.clone_from(said),
    }
}

/// Takes null from the kinds of what is always there.
fn deny_nulls(schema: &mut Value) {
    let required = schema.get("required").and_then(Value::as_array).cloned();
    for name in required.iter().flatten().filter_map(Value::as_str) {
        let Some(property) = schema.pointer_mut(&format!("/properties/{name}")) else {
            continue;
        };
        if let Some(kind) = property.pointer("/type/0").cloned() {
            property["type"] = kind;
        } else if let Some(kind) = property.pointer("/oneOf/0").cloned() {
            *property = kind;
        }
    }
}
