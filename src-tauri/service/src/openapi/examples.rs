//! An example for every body: where an operation gives none, that of its schema.

use serde_json::Value;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::ArrayItems;
use utoipa::openapi::{Components, Content, RefOr, Schema};

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
        Schema::Array(array) => match (&array.example, &array.items) {
            (Some(given), _) => Some(given.clone()),
            (None, ArrayItems::RefOrSchema(item)) => {
                Some(Value::Array(vec![example(item, components)?]))
            }
            (None, ArrayItems::False) => None,
        },
        Schema::Object(object) => object.example.clone(),
        Schema::OneOf(one) => one.example.clone(),
        Schema::AllOf(all) => all.example.clone(),
        Schema::AnyOf(any) => any.example.clone(),
        _ => None,
    }
}
