//! The OpenAPI document of everything served.
//!
//! Paths come from the routes themselves, the shapes of bodies from the types that are sent and
//! taken ([`schemas`]), what holds for all operations alike from `common.json`.

mod schemas;

use fielddesk_model::scope;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use crate::embedded::embedded;

/// The content of `common.json`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Common {
    info: Map<String, Value>,
    servers: Value,
    security_schemes: Value,
    /// Operations of no environment.
    paths: Map<String, Value>,
    /// By status, what a response with it has where its operation does not say it.
    responses: Map<String, Value>,
}

/// OpenAPI 3.1 of an environment that serves these paths.
pub(crate) fn document(served: OpenApi) -> Value {
    let mut common: Common = embedded(include_str!("common.json"));
    common
        .info
        .insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    let schemas = schemas::all(served.components);
    let mut served = serde_json::to_value(served.paths).unwrap_or_default();
    for (path, item) in served.as_object_mut().into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            if let Some(operation) = operation.as_object_mut() {
                complete((method, path), operation, &common.responses, &schemas);
            }
        }
    }
    if let Some(paths) = served.as_object_mut() {
        paths.append(&mut common.paths);
    }
    json!({
        "openapi": "3.1.0",
        "info": common.info,
        "servers": common.servers,
        "security": [{ "bearer": [scope::SERVICE] }],
        "paths": served,
        "components": { "schemas": schemas, "securitySchemes": common.security_schemes },
    })
}

/// Adds to an operation what holds for all alike: its id, its scope, refusals, examples.
fn complete(
    (method, path): (&str, &str),
    operation: &mut Map<String, Value>,
    common: &Map<String, Value>,
    schemas: &Map<String, Value>,
) {
    let id = operation_id(path, method, operation);
    operation.insert("operationId".to_owned(), id.into());
    if path.starts_with("/reporting/") {
        let security = json!([{ "bearer": [scope::REPORTING] }]);
        operation.insert("security".to_owned(), security);
    }
    let has_body = operation.contains_key("requestBody");
    let has_input = has_body || operation.contains_key("parameters");
    if let Some(body) = operation.get_mut("requestBody") {
        fill(body, &json!({ "required": true }));
        if path.ends_with("/array")
            && let Some(Value::Object(list)) = body.pointer_mut("/content/application~1json/schema")
        {
            list.insert("minItems".to_owned(), 1.into());
        }
        add_examples(body, schemas);
    }
    let Some(Value::Object(responses)) = operation.get_mut("responses") else {
        return;
    };
    let success = responses.get("200");
    let has_tag = method == "get"
        && path.starts_with("/core/")
        && success.is_some_and(|it| it.pointer("/content/application~1json").is_some());
    for (status, response) in common {
        let occurs = match status.as_str() {
            _ if path.starts_with("/identity/") => continue,
            "304" => has_tag,
            "400" => has_input,
            "401" | "403" => true,
            "404" => path.contains('{'),
            "408" | "413" => has_body,
            _ => false,
        };
        if occurs || responses.contains_key(status) {
            fill(
                responses
                    .entry(status.clone())
                    .or_insert_with(Value::default),
                response,
            );
        }
    }
    for response in responses.values_mut() {
        add_examples(response, schemas);
    }
}

/// Unique in the document: the handler's name behind the kind of thing or the host; the method
/// where a handler answers several and its name is left out.
fn operation_id(path: &str, method: &str, operation: &Map<String, Value>) -> String {
    let handler = operation.get("operationId").and_then(Value::as_str);
    let handler = handler.filter(|name| !name.is_empty()).unwrap_or(method);
    let tag = operation.get("tags").and_then(|tags| tags.get(0)?.as_str());
    let group = match path.split('/').nth(1) {
        Some("core") => tag.and_then(|tag| tag.split(' ').next()),
        host => host,
    };
    let group = group.unwrap_or_default().to_lowercase();
    format!("{group}_{handler}")
}

/// Sets what a value lacks; a text that is empty counts as lacking.
fn fill(value: &mut Value, defaults: &Value) {
    match (value, defaults) {
        (Value::Object(value), Value::Object(defaults)) => {
            for (key, default) in defaults {
                fill(
                    value.entry(key.clone()).or_insert_with(Value::default),
                    default,
                );
            }
        }
        (value, default) if value.is_null() || *value == "" => value.clone_from(default),
        _ => {}
    }
}

/// Gives the contents of a body that have no example that of their schema.
fn add_examples(body: &mut Value, schemas: &Map<String, Value>) {
    let contents = body.get_mut("content").and_then(Value::as_object_mut);
    for content in contents.into_iter().flat_map(Map::values_mut) {
        let example = content.get("schema").and_then(|it| example(it, schemas));
        if let (Some(content), Some(example)) = (content.as_object_mut(), example) {
            content.entry("example").or_insert(example);
        }
    }
}

/// The example of a schema; of a list one with a single item.
fn example(schema: &Value, schemas: &Map<String, Value>) -> Option<Value> {
    if let Some(place) = schema.get("$ref").and_then(Value::as_str) {
        let name = place.rsplit('/').next()?;
        return schemas.get(name)?.get("example").cloned();
    }
    Some(json!([example(schema.get("items")?, schemas)?]))
}
