//! Answers made of stored records, without reading them: text is joined to text.

use std::collections::HashMap;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::store::StoredMachine;

/// An answer whose body is JSON already.
pub(super) fn answer(status: StatusCode, json: String) -> Response {
    let mut response = Response::new(Body::from(json));
    *response.status_mut() = status;
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    response
}

/// A record with its equipment as the last property.
pub(super) fn with_equipment(record: &str, equipment: &[&str]) -> String {
    let open = record.strip_suffix('}').unwrap_or(record);
    let inner: usize = equipment.iter().map(|one| one.len() + 1).sum();
    let mut json = String::with_capacity(open.len() + inner + 20);
    json.push_str(open);
    json.push_str(",\"equipment\":");
    push_array(&mut json, equipment.iter().copied());
    json.push('}');
    json
}

/// All records as an array.
pub(super) fn array(machines: &[StoredMachine]) -> String {
    let bytes: usize = machines.iter().map(|one| one.record.len() + 1).sum();
    let mut json = String::with_capacity(bytes + 2);
    push_array(&mut json, machines.iter().map(|one| one.record.as_str()));
    json
}

/// All records as an array, each with what is linked to it.
pub(super) fn array_with_equipment(machines: &[StoredMachine]) -> String {
    let mut linked: HashMap<&str, Vec<&str>> = HashMap::new();
    for one in machines {
        if let Some(parent) = &one.parent_id {
            linked.entry(parent.as_str()).or_default().push(&one.record);
        }
    }
    let full: Vec<String> = machines
        .iter()
        .map(|one| {
            let equipment = linked.get(one.id.as_str());
            with_equipment(&one.record, equipment.map_or(&[], Vec::as_slice))
        })
        .collect();
    let mut json = String::with_capacity(full.iter().map(|one| one.len() + 1).sum::<usize>() + 2);
    push_array(&mut json, full.iter().map(String::as_str));
    json
}

fn push_array<'a>(json: &mut String, items: impl Iterator<Item = &'a str>) {
    json.push('[');
    for (index, item) in items.enumerate() {
        if index > 0 {
            json.push(',');
        }
        json.push_str(item);
    }
    json.push(']');
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn stored(id: &str, parent: Option<&str>) -> StoredMachine {
        StoredMachine {
            id: id.into(),
            company_id: "c".into(),
            parent_id: parent.map(Into::into),
            revision: 1,
            record: json!({ "id": id }).to_string(),
        }
    }

    #[test]
    fn equipment_stands_inside_its_machine_and_in_the_list() {
        let fleet = [
            stored("m", None),
            stored("e", Some("m")),
            stored("f", Some("m")),
        ];
        let list: Value = serde_json::from_str(&array_with_equipment(&fleet)).unwrap();
        assert_eq!(
            list,
            json!([
                { "id": "m", "equipment": [{ "id": "e" }, { "id": "f" }] },
                { "id": "e", "equipment": [] },
                { "id": "f", "equipment": [] },
            ])
        );
        let plain: Value = serde_json::from_str(&array(&fleet)).unwrap();
        assert_eq!(plain, json!([{ "id": "m" }, { "id": "e" }, { "id": "f" }]));
        assert_eq!(array(&[]), "[]");
    }
}
