//! A machine to be created, as it is sent and as it is stored, and answers about it.

use fielddesk_model::{Field, MachineChange};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

pub(crate) fn status(status: u16) -> ResponseTemplate {
    let body = json!({"error": "Code", "message": "in words"});
    ResponseTemplate::new(status).set_body_json(body)
}

pub(crate) fn machine(number: &str) -> MachineChange {
    MachineChange {
        company_id: Field::Value("c1".into()),
        machine_number: Field::Value(number.to_owned()),
        name: Field::Value("Dumper".to_owned()),
        ..MachineChange::default()
    }
}

/// The machine as it is stored.
pub(crate) fn stored(id: &str, number: &str, name: &str) -> Value {
    json!({"id": id, "companyId": "c1", "machineNumber": number, "name": name, "active": false})
}
