//! Every operation of the OpenAPI document, ready to be called, so that what is added to the
//! service meets the hostile tests without being named in them.

use reqwest::Method;
use serde_json::Value;

use super::{NUMBER, Session};

/// An operation of the document.
#[derive(Debug, Clone)]
pub(crate) struct Operation {
    pub(crate) method: Method,
    /// Relative to an environment, with `{parameters}`.
    pub(crate) path: String,
    pub(crate) query: Vec<String>,
    /// Content type and schema of its body.
    pub(crate) body: Option<(String, Value)>,
    /// The example of its body.
    pub(crate) example: Option<Value>,
}

/// The document as JSON.
pub(crate) fn document() -> Value {
    serde_json::to_value(fielddesk_service::openapi_document()).unwrap()
}

/// All operations of an environment.
pub(crate) fn operations() -> Vec<Operation> {
    let document = document();
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        if item.get("servers").is_some() {
            continue;
        }
        for (method, operation) in item.as_object().unwrap() {
            let Ok(method) = Method::from_bytes(method.to_uppercase().as_bytes()) else {
                continue;
            };
            operations.push(Operation::read(&document, method, path, operation));
        }
    }
    assert!(operations.len() > 10, "the document was not read");
    operations
}

/// A schema with its reference followed.
pub(crate) fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(place) => resolved(document, document.pointer(&place[1..]).unwrap()),
        None => schema,
    }
}

impl Operation {
    fn read(document: &Value, method: Method, path: &str, operation: &Value) -> Self {
        let none = Vec::new();
        let parameters = operation["parameters"].as_array().unwrap_or(&none);
        let content = operation["requestBody"]["content"].as_object();
        let content = content.and_then(|content| content.iter().next());
        Self {
            method,
            path: path.to_owned(),
            query: parameters
                .iter()
                .filter(|parameter| parameter["in"] == "query")
                .map(|parameter| parameter["name"].as_str().unwrap().to_owned())
                .collect(),
            body: content.map(|(kind, content)| {
                let schema = resolved(document, &content["schema"]).clone();
                (kind.clone(), schema)
            }),
            example: content.and_then(|(_, content)| content.get("example").cloned()),
        }
    }

    /// The names of its path parameters.
    pub(crate) fn parameters(&self) -> Vec<String> {
        let segments = self.path.split('/');
        segments
            .filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
            .map(str::to_owned)
            .collect()
    }

    pub(crate) fn is_json(&self) -> bool {
        let kind = self.body.as_ref().map(|(kind, _)| kind.as_str());
        kind == Some("application/json")
    }

    /// Whether its body is a list of which each item is done for itself.
    pub(crate) fn is_bulk(&self) -> bool {
        self.path.ends_with("/array")
    }

    /// How a failure names it.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

/// Seeded records for the path parameters.
pub(crate) struct Ids {
    project: String,
    task: String,
    document: String,
    machine: Value,
    user: Value,
}

impl Ids {
    pub(crate) async fn of(session: &Session) -> Self {
        let project = session.project(NUMBER).await;
        let task = session.work_orders(&project).await.remove(0).id.to_string();
        let page = session.page().await;
        let document = session.list(&page).await[0].files[0]
            .file_reference_id
            .to_string();
        Self {
            project: project.id.to_string(),
            task,
            document,
            machine: first(session, "/api/v4/integration/machines").await,
            user: first(session, "/api/v4/integration/users").await,
        }
    }

    /// The path with seeded records for its parameters, one of them replaced if asked.
    pub(crate) fn fill(&self, operation: &Operation, other: Option<(&str, &str)>) -> String {
        let mut before = "";
        let mut path = String::new();
        for segment in operation.path.split('/').skip(1) {
            let name = segment.strip_prefix('{').and_then(|s| s.strip_suffix('}'));
            let value = match (name, other) {
                (None, _) => segment.to_owned(),
                (Some(name), Some((replaced, value))) if name == replaced => value.to_owned(),
                (Some(name), _) => self.value(operation, before, name),
            };
            path.push('/');
            path.push_str(&value);
            before = segment;
        }
        path
    }

    fn value(&self, operation: &Operation, before: &str, name: &str) -> String {
        let text = |record: &Value, field: &str| {
            let value = record[field].as_str().unwrap_or_else(|| {
                panic!("no seeded {field} for {}", operation.name());
            });
            value.replace('|', "%7C")
        };
        let by_profile = operation.method == Method::PATCH || before == "by-profile-id";
        match name {
            "projectNumber" => NUMBER.to_owned(),
            "projectId" => self.project.clone(),
            "fileReferenceId" => self.document.clone(),
            "machineNumber" => text(&self.machine, "machineNumber"),
            "employeeNumber" => text(&self.user, "employeeNumber"),
            _ if operation.path.contains("/users") && by_profile => {
                text(&self.user, "companyProfileId")
            }
            _ if operation.path.contains("/users") => text(&self.user, "identityId"),
            _ if operation.path.contains("/machines") => text(&self.machine, "id"),
            _ if before == "projects" => self.project.clone(),
            _ if before == "tasks" => self.task.clone(),
            _ => panic!("no value for {{{name}}} of {}", operation.name()),
        }
    }
}

async fn first(session: &Session, path: &str) -> Value {
    let answer = session.get(path).await;
    if answer.status() != 200 {
        return Value::Null;
    }
    let list: Value = answer.json().await.unwrap();
    list[0].clone()
}
