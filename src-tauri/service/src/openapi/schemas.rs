//! The schemas of all bodies, derived: of records from their lists of fields, of other
//! answers from the sample in `schemas.json`, of writes from the record that they change.
//!
//! What a type cannot tell (descriptions, limits, samples) stands in `schemas.json`.

use fielddesk_model::{
    BulkOutcome, ErrorBody, Esg, EsgChange, FileReference, IdentityDeletable, InfoPageFile,
    Location, Machine, MachineChange, MachineType, MassType, Page, Project, Record, SectionPage,
    Shape, SupervisorDetail, SupervisorEntry, TagEntry, TokenFailure, TokenGrant, Trip,
    UploadResponse, UploadedFile, User, UserChange, WorkOrder,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::embedded::embedded;
use crate::users::{MANDATORY, MANDATORY_IDS};

/// All schemas by name.
pub(super) fn all() -> Map<String, Value> {
    let notes = Notes(embedded(include_str!("schemas.json")));
    let machine = record::<Machine>(Machine::shapes());
    let user = record::<User>(User::shapes());
    let change = UserChange::FIELDS;
    let new_user: Vec<&str> = change
        .iter()
        .filter(|name| !MANDATORY_IDS.contains(name))
        .copied()
        .collect();
    let derived = [
        ("BulkOutcome", notes.sample::<BulkOutcome>("BulkOutcome")),
        ("Error", notes.sample::<ErrorBody>("Error")),
        ("Esg", record::<Esg>(Esg::shapes())),
        ("EsgChange", write(&machine, EsgChange::FIELDS, &[])),
        (
            "FileReference",
            notes.sample::<FileReference>("FileReference"),
        ),
        (
            "IdentityDeletable",
            notes.sample::<IdentityDeletable>("IdentityDeletable"),
        ),
        ("InfoPageFile", notes.sample::<InfoPageFile>("InfoPageFile")),
        ("Location", record::<Location>(Location::shapes())),
        ("LocationPage", notes.page::<Location>("Location")),
        ("MachineChange", write(&machine, MachineChange::FIELDS, &[])),
        ("Machine", machine),
        ("MachineType", record::<MachineType>(MachineType::shapes())),
        ("MassType", record::<MassType>(MassType::shapes())),
        ("MassTypePage", notes.page::<MassType>("MassType")),
        ("NewUser", write(&user, &new_user, &MANDATORY)),
        ("Project", record::<Project>(Project::shapes())),
        ("SectionPage", notes.sample::<SectionPage>("SectionPage")),
        (
            "SupervisorDetail",
            record::<SupervisorDetail>(SupervisorDetail::shapes()),
        ),
        (
            "SupervisorEntry",
            notes.sample::<SupervisorEntry>("SupervisorEntry"),
        ),
        ("TagEntry", notes.sample::<TagEntry>("TagEntry")),
        ("Token", notes.sample::<TokenGrant>("Token")),
        ("TokenFailure", notes.sample::<TokenFailure>("TokenFailure")),
        ("TokenRequest", notes.sample::<Value>("TokenRequest")),
        ("Trip", record::<Trip>(Trip::shapes())),
        ("TripPage", notes.page::<Trip>("Trip")),
        ("UploadForm", notes.sample::<Value>("UploadForm")),
        (
            "UploadResponse",
            notes.sample::<UploadResponse>("UploadResponse"),
        ),
        ("UploadedFile", notes.sample::<UploadedFile>("UploadedFile")),
        ("UserChange", write(&user, change, &[])),
        (
            "UserPut",
            write(&user, change, &[&MANDATORY_IDS[..], &MANDATORY].concat()),
        ),
        ("User", user),
        ("WorkOrder", record::<WorkOrder>(WorkOrder::shapes())),
    ];
    derived
        .into_iter()
        .map(|(name, schema)| (name.to_owned(), notes.add_to(schema, name)))
        .collect()
}

/// An object from its properties; `required` are always there and never null.
fn object(properties: Map<String, Value>, required: &[&str]) -> Value {
    let mut schema = json!({ "type": "object", "properties": properties });
    if let (Some(schema), false) = (schema.as_object_mut(), required.is_empty()) {
        schema.insert("required".to_owned(), json!(required));
    }
    schema
}

/// A record as it is sent: null is allowed where an empty record has it.
fn record<T: Default + Serialize>(shapes: Vec<(&'static str, Shape)>) -> Value {
    let empty = serde_json::to_value(T::default()).unwrap_or_default();
    let mut required = Vec::new();
    let mut properties = Map::new();
    for (name, shape) in shapes {
        let mut property = of_shape(shape);
        match empty.get(name) {
            Some(Value::Null) => property = or_null(property),
            Some(_) => required.push(name),
            None => {}
        }
        properties.insert(name.to_owned(), property);
    }
    object(properties, &required)
}

fn of_shape(shape: Shape) -> Value {
    match shape {
        Shape::Text => json!({ "type": "string" }),
        Shape::Number => json!({ "type": "number", "format": "double" }),
        Shape::Whole | Shape::Choice => json!({ "type": "integer", "format": "int64" }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Instant => json!({ "type": "string", "format": "date-time" }),
        Shape::Coordinates => {
            json!({ "type": "array", "items": of_shape(Shape::Number) })
        }
        Shape::List => json!({ "type": "array" }),
    }
}

/// A property that may be null as well.
fn or_null(mut property: Value) -> Value {
    if let Some(kind) = property.get_mut("type").filter(|kind| kind.is_string()) {
        *kind = json!([kind, "null"]);
    }
    property
}

/// A write of a record: only the mandatory fields must be there.
fn write(record: &Value, fields: &[&str], mandatory: &[&str]) -> Value {
    let properties = fields.iter().map(|name| {
        let property = record.get("properties").and_then(|all| all.get(name));
        let property = or_null(property.cloned().unwrap_or_default());
        ((*name).to_owned(), property)
    });
    object(properties.collect(), mandatory)
}

/// Returns the schema that a sent value shows.
fn of_value(value: &Value) -> Value {
    match value {
        Value::Null => json!({}),
        Value::Bool(_) => of_shape(Shape::Flag),
        Value::Number(number) if number.is_f64() => of_shape(Shape::Number),
        Value::Number(_) => of_shape(Shape::Whole),
        Value::String(_) => of_shape(Shape::Text),
        Value::Array(items) => {
            let item = items.first().map(of_value);
            json!({ "type": "array", "items": item.unwrap_or_default() })
        }
        Value::Object(fields) => {
            let required: Vec<&str> = fields.keys().map(String::as_str).collect();
            let properties = fields.iter().map(|(name, it)| (name.clone(), of_value(it)));
            object(properties.collect(), &required)
        }
    }
}

/// The content of `schemas.json`, by schema.
struct Notes(Map<String, Value>);

impl Notes {
    fn example(&self, name: &str) -> Value {
        let example = self.0.get(name).and_then(|note| note.get("example"));
        example.cloned().unwrap_or_default()
    }

    /// Returns the schema of the sample as the type sends it: fields that the type does not know
    /// are not in it.
    fn sample<T: DeserializeOwned + Serialize>(&self, name: &str) -> Value {
        let sent: Option<T> = serde_json::from_value(self.example(name)).ok();
        of_value(&json!(sent))
    }

    /// A page of records, with the record's sample on it.
    fn page<T: Record + DeserializeOwned + Serialize>(&self, of: &str) -> Value {
        let data: Vec<T> = serde_json::from_value(self.example(of))
            .into_iter()
            .collect();
        let page = json!(Page {
            data: data.into(),
            continuation_token: String::new(),
            sync_type_name: Some("full".to_owned()),
            record_count: Some(1),
            deleted_record_count: Some(0),
        });
        let mut schema = of_value(&page);
        if let Some(data) = schema.pointer_mut("/properties/data/items") {
            *data = json!({ "$ref": format!("#/components/schemas/{of}") });
        }
        if let Some(schema) = schema.as_object_mut() {
            schema.insert("example".to_owned(), page);
        }
        schema
    }

    /// Adds the notes on a schema and on its properties; `like` names another schema whose
    /// notes hold for the properties of the same names.
    fn add_to(&self, mut schema: Value, name: &str) -> Value {
        let Some(Value::Object(note)) = self.0.get(name) else {
            return schema;
        };
        for (key, said) in note {
            let like = said.as_str().and_then(|like| self.0.get(like));
            match (key.as_str(), like) {
                ("like", Some(like)) => add_to_properties(&mut schema, like, false),
                ("properties", _) => add_to_properties(&mut schema, &json!(note), true),
                _ => add(&mut schema, &json!({ key: said })),
            }
        }
        // What is always there is never null.
        let required = schema.get("required").and_then(Value::as_array).cloned();
        for name in required.iter().flatten().filter_map(Value::as_str) {
            let place = format!("/properties/{name}/type");
            if let Some(kind) = schema.pointer_mut(&place).filter(|kind| kind.is_array()) {
                *kind = kind.get(0).cloned().unwrap_or_default();
            }
        }
        schema
    }
}

/// Adds the notes on properties; on what is no property yet only where it may `grow`.
fn add_to_properties(schema: &mut Value, note: &Value, grow: bool) {
    let notes = note.get("properties").and_then(Value::as_object);
    let Some(Value::Object(properties)) = schema.get_mut("properties") else {
        return;
    };
    for (name, said) in notes.into_iter().flatten() {
        if grow || properties.contains_key(name) {
            add(properties.entry(name).or_insert_with(Value::default), said);
        }
    }
}

/// Sets keys; a reference replaces everything.
fn add(value: &mut Value, keys: &Value) {
    match (value.as_object_mut(), keys.as_object()) {
        (Some(value), Some(keys)) if !keys.contains_key("$ref") => value.extend(keys.clone()),
        _ => value.clone_from(keys),
    }
}
