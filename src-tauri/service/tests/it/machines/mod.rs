//! Machines and equipment over real HTTP.

mod bulk;
mod create;
mod delete;
mod equipment;
mod esg;
mod reads;
mod refused;
mod responsible;
mod seeds;
mod update;

use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::support::{Session, refused};

const MACHINES: &str = "/api/v4/integration/machines";
const USERS: &str = "/api/v4/integration/users";
/// An id that nothing has.
const NOBODY: &str = "0123456789abcdef01234567";

/// Machines as one client sees them.
struct Fleet {
    session: Session,
    company: String,
    subsidiary: String,
}

impl Fleet {
    /// Starts a service and returns the administrator's machines.
    async fn start() -> Self {
        Self::with(Session::start().await)
    }

    /// As a client of an unrelated company.
    async fn others(&self) -> Self {
        let test = &self.session.test;
        let client = &test.service.clients().other_company;
        Self::with(test.session(test.test(), client).await)
    }

    fn with(session: Session) -> Self {
        let text = |id: &Option<fielddesk_model::CompanyId>| id.as_ref().unwrap().to_string();
        let test = session.test.test();
        Self {
            company: text(&test.company_id),
            subsidiary: text(&test.subsidiary_id),
            session,
        }
    }

    async fn send(&self, method: Method, path: &str, body: &Value) -> Response {
        let request = self.session.call(method, &format!("{MACHINES}{path}"));
        request.json(body).send().await.unwrap()
    }

    async fn get(&self, path: &str) -> Response {
        self.session.get(&format!("{MACHINES}{path}")).await
    }

    async fn read(&self, path: &str) -> Value {
        done(self.get(path).await, 200).await
    }

    async fn list(&self) -> Vec<Value> {
        self.read("").await.as_array().unwrap().clone()
    }

    /// A new machine of the company with this number and these fields.
    async fn create(&self, number: &str, fields: Value) -> Value {
        done(self.try_create(number, fields).await, 201).await
    }

    async fn try_create(&self, number: &str, fields: Value) -> Response {
        let mut machine = json!({ "companyId": self.company, "machineNumber": number });
        merge(&mut machine, fields);
        self.send(Method::POST, "", &machine).await
    }

    async fn patch(&self, machine: &Value, fields: Value) -> Value {
        done(self.try_patch(machine, fields).await, 200).await
    }

    async fn try_patch(&self, machine: &Value, fields: Value) -> Response {
        self.send(Method::PATCH, &path(machine), &fields).await
    }

    async fn delete(&self, machine: &Value) -> Response {
        let path = format!("{MACHINES}{}", path(machine));
        let request = self.session.call(Method::DELETE, &path);
        request.send().await.unwrap()
    }
}

fn merge(machine: &mut Value, fields: Value) {
    for (name, value) in fields.as_object().unwrap() {
        machine[name] = value.clone();
    }
}

/// The path of a machine, behind that of all.
fn path(machine: &Value) -> String {
    format!("/{}", machine["id"].as_str().unwrap())
}

/// The body, after a look at the status.
async fn done(answer: Response, status: u16) -> Value {
    let found = answer.status();
    let text = answer.text().await.unwrap();
    assert_eq!(found, status, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// The message of a refusal with this code.
async fn message(answer: Response, status: u16, code: &str) -> String {
    let body = done(answer, status).await;
    assert_eq!(body["error"], code, "{body}");
    body["message"].as_str().unwrap().to_owned()
}

/// A machine with every field set that a write can set, but for the responsible person.
fn full() -> Value {
    json!({
        "name": "Volvo EC220E \"Gul\"", "typeId": "beltemaskin", "active": true,
        "department": "Anlegg sør", "costPriceMachine": 812.5, "costPrice": 828.0,
        "price": 1150.0, "weight": 22600.0, "capacity": 1.3, "note": "Æ\nØ\tÅ",
        "buildYear": 2022, "emissionClass": "Stage V", "hourMeter": 4210.5,
        "serviceDate": "2025-11-03T10:30:00.250Z", "purchasedDate": "2022-03-14T00:00:00Z",
        "serialNumber": "VCE1", "engineNumber": "D6", "registrationNumber": "SU 12345",
        "blockCheckIn": true, "blockCheckInMessage": "Verksted", "isEquipment": false,
    })
}

/// True when the machine has exactly these values in these fields.
fn has(machine: &Value, fields: &Value) -> bool {
    let fields = fields.as_object().unwrap();
    fields
        .iter()
        .all(|(name, value)| machine.get(name) == Some(value))
}
