//! An example for every body: where an operation gives none, that of its schema.

use serde_json::{Value, json};
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ArrayItems, KnownFormat, SchemaFormat, SchemaType};
use utoipa::openapi::{Components, Content, Object, RefOr, Schema, Type};

/// Gives the bodies of an operation the examples of their schemas.
pub(super) fn add(operation: &mut Operation, components: &Components) {
    if let Some(RefOr::T(body)) = &mut operation.request_body {
        body.content
            .values_mut()
            .for_each(|content| complete(content, components));
    }
    for response in operation.responses.responses.values_mut() {
        if let RefOr::T(response) = response {
            response
                .content
                .values_mut()
                .for_each(|content| complete(content, components));
        }
    }
}

fn complete(content: &mut RefOr<Content>, components: &Components) {
    if let RefOr::T(content) = content
        && content.example.is_none()
        && content.examples.is_empty()
        && let Some(schema) = &content.schema
    {
        content.example = example(schema, components);
    }
}

/// The example of a schema; of a list one with a single item.
fn example(schema: &RefOr<Schema>, components: &Components) -> Option<Value> {
    let schema = match schema {
        RefOr::Ref(place) => {
            let name = place.ref_location.rsplit('/').next()?;
            return example(components.schemas.get(name)?, components);
        }
        RefOr::T(schema) => schema,
    };
    match schema {
        Schema::Array(array) if array.example.is_some() => array.example.clone(),
        Schema::Array(array) => match &array.items {
            ArrayItems::RefOrSchema(item) => Some(json!([example(item, components)?])),
            ArrayItems::False => None,
        },
        Schema::Object(object) if object.example.is_some() => object.example.clone(),
        Schema::Object(object) if object.properties.is_empty() => plain(object),
        Schema::Object(object) => composed(object, components),
        Schema::OneOf(one) => one.example.clone(),
        Schema::AllOf(all) => all.example.clone(),
        Schema::AnyOf(any) => any.example.clone(),
        _ => None,
    }
}

/// The examples of the properties together.
fn composed(object: &Object, components: &Components) -> Option<Value> {
    let fields = object.properties.iter().map(|(name, schema)| {
        let is_id = name == "id" || name.ends_with("Id");
        let value = match example(schema, components)? {
            // An id without an example of its own.
            Value::String(text) if is_id && text == TEXT => json!("6911f3a0c2b41d7e9a0012f4"),
            value => value,
        };
        Some((name.clone(), value))
    });
    fields.collect::<Option<_>>().map(Value::Object)
}

const TEXT: &str = "text";

/// A value of a plain type; null where that is allowed.
fn plain(object: &Object) -> Option<Value> {
    let kind = match &object.schema_type {
        SchemaType::Type(kind) => kind,
        SchemaType::Array(kinds) if kinds.contains(&Type::Null) => return Some(Value::Null),
        SchemaType::Array(kinds) => kinds.first()?,
        SchemaType::AnyValue => return Some(Value::Null),
    };
    let instant = Some(SchemaFormat::KnownFormat(KnownFormat::DateTime));
    match kind {
        Type::String if object.format == instant => Some(json!("2026-11-20T13:05:33Z")),
        Type::String => Some(json!(TEXT)),
        Type::Boolean => Some(json!(true)),
        Type::Integer => Some(json!(1)),
        Type::Number => Some(json!(1.5)),
        _ => None,
    }
}
