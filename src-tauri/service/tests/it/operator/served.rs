//! Records of the operator as the interface serves them, while it serves.

use fielddesk_model::Environment;
use fielddesk_service::ServeOptions;
use fielddesk_service::admin::Administration;
use fielddesk_service::store::RecordKind::{Company, MachineType, Project, WorkOrder};
use fielddesk_testing::location;
use reqwest::Method;
use serde_json::{Value, json};

use super::given;
use crate::support::{NUMBER, Session, TestService, demo, refused};

const MACHINES: &str = "/api/v4/integration/machines";
const PROJECTS: &str = "/api/v4/integration/projects";
const TYPES: &str = "/api/MachineType";

async fn served() -> (Session, Administration, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let test = TestService::with(ServeOptions {
        data: Some(folder.path().to_owned()),
        ..demo()
    });
    let session = test.await.admin_session().await;
    let admin = Administration::open(location(folder.path()), Environment::Test);
    (session, admin.await.unwrap(), folder)
}

async fn list(session: &Session, path: &str) -> Vec<Value> {
    let answer = session.get(path).await;
    assert_eq!(answer.status(), 200);
    answer.json().await.unwrap()
}

#[tokio::test]
async fn closed_projects_and_work_orders_are_served_as_not_active() {
    let (session, admin, _folder) = served().await;
    let project = session.project(NUMBER).await;
    let order = session.work_orders(&project).await.remove(0);
    let number = order.external_id.clone().unwrap();
    let key = given(&[("projectNumber", NUMBER)]);
    let order_key = given(&[("projectNumber", NUMBER), ("externalId", &number)]);
    for active in [false, true] {
        admin.set_active(Project, &key, active).await.unwrap();
        let now = session.project(NUMBER).await;
        assert_eq!(now.active, Some(active));
        assert_eq!(now.other, project.other, "the rest stays");
        assert_eq!(session.work_orders(&project).await[0].active, order.active);
    }
    admin
        .set_active(WorkOrder, &order_key, false)
        .await
        .unwrap();
    assert_eq!(session.work_orders(&project).await[0].active, Some(false));
    let page = format!("{PROJECTS}/{}/documents", project.id);
    assert_eq!(session.get(&page).await.status(), 200, "documents stay");
}

#[tokio::test]
async fn every_field_of_a_new_project_and_work_order_is_served() {
    let (session, admin, _folder) = served().await;
    let project = given(&[
        ("projectNumber", "P/9 ø"),
        ("name", "Tunnel"),
        ("description", "Two tubes"),
        ("externalProjectNumber", "4711"),
        ("projectAddress", "Havnegata 1"),
        ("projectCustomerName", "Vegvesenet"),
        ("startDate", "12.01.2026"),
        ("finishedDate", "31.12.2027"),
    ]);
    let added = admin.add_record(Project, &project).await.unwrap();
    let order = given(&[
        ("projectNumber", "P/9 ø"),
        ("externalId", "1"),
        ("name", "Sprengning"),
        ("workDescriptionShort", "Salve"),
    ]);
    let order = admin.add_record(WorkOrder, &order).await.unwrap();
    let path = format!("{PROJECTS}/by-project-number/P%2F9%20%C3%B8");
    let served: Value = session.get(&path).await.json().await.unwrap();
    assert_eq!(served, json!(added));
    assert_eq!(served["finishedDate"], "2027-12-31T00:00:00Z");
    let tasks = format!(
        "/api/v4/integration/tasks/project/{}",
        served["id"].as_str().unwrap()
    );
    let served = list(&session, &tasks).await.remove(0);
    for (name, value) in served.as_object().unwrap() {
        assert_eq!(&order.0[name], value, "{name}");
    }
}

#[tokio::test]
async fn a_closed_machine_type_is_kept_by_its_machines_and_taken_by_no_other() {
    let (session, admin, _folder) = served().await;
    let types = list(&session, TYPES).await;
    let machines = list(&session, MACHINES).await;
    let mut of_own = machines.iter().filter(|machine| {
        machine["isEquipment"] == false && machine["typeId"] == machines[0]["typeId"]
    });
    let machine = of_own.next().unwrap();
    let (id, closed) = (
        machine["id"].as_str().unwrap(),
        machine["typeId"].as_str().unwrap(),
    );
    let company = machine["companyId"].as_str().unwrap();
    let other = types.iter().find(|one| one["typeId"] != closed).unwrap()["typeId"].clone();
    let key = given(&[("typeId", closed)]);
    admin.set_active(MachineType, &key, false).await.unwrap();

    let listed = list(&session, TYPES).await;
    assert_eq!(listed.len(), types.len() - 1);
    assert!(listed.iter().all(|one| one["typeId"] != closed));
    let path = format!("{MACHINES}/{id}");
    let patch = |body: Value| session.call(Method::PATCH, &path).json(&body).send();
    for body in [
        json!({ "note": "kept" }),
        json!({ "typeId": closed, "name": "A" }),
    ] {
        let answer = patch(body).await.unwrap();
        assert_eq!(answer.status(), 200);
        let now: Value = answer.json().await.unwrap();
        assert_eq!(now["typeId"], closed);
    }
    let new = json!({ "companyId": company, "machineNumber": "N-1", "typeId": closed });
    let create = || session.call(Method::POST, MACHINES).json(&new).send();
    let invalid = "MachineService.machineTypeInvalid";
    assert_eq!(refused(create().await.unwrap(), 400).await, invalid);
    assert_eq!(
        patch(json!({ "typeId": other })).await.unwrap().status(),
        200
    );
    let back = patch(json!({ "typeId": closed })).await.unwrap();
    assert_eq!(refused(back, 400).await, invalid, "it has another one now");

    admin.set_active(MachineType, &key, true).await.unwrap();
    assert_eq!(list(&session, TYPES).await, types);
    assert_eq!(create().await.unwrap().status(), 201);
}

#[tokio::test]
async fn a_closed_companys_data_is_refused_and_its_own_switch_keeps_its_value() {
    let (session, admin, _folder) = served().await;
    let environment = session.test.test();
    let own = environment.company_id.clone().unwrap();
    let subsidiary = environment.subsidiary_id.clone().unwrap();
    let projects = list(&session, PROJECTS).await;
    let theirs = projects
        .iter()
        .find(|one| one["companyId"] == subsidiary.as_str());
    let orders = theirs.unwrap()["id"].as_str().unwrap();
    let orders = format!("/api/v4/integration/tasks/project/{orders}");

    let key = given(&[("companyId", subsidiary.as_str())]);
    let closed = admin.set_active(Company, &key, false).await.unwrap();
    assert_eq!(closed.0["integrationEnabled"], true, "the switch stays");
    assert_eq!(
        refused(session.get(&orders).await, 403).await,
        "IntegrationDisabled"
    );
    let left = list(&session, PROJECTS).await;
    assert!(
        left.iter()
            .all(|one| one["companyId"] != subsidiary.as_str())
    );
    admin.set_integration(&subsidiary, false).await.unwrap();
    let open = admin.set_active(Company, &key, true).await.unwrap();
    assert_eq!(open.0["integrationEnabled"], false);
    assert_eq!(
        refused(session.get(&orders).await, 403).await,
        "IntegrationDisabled"
    );
    admin.set_integration(&subsidiary, true).await.unwrap();
    assert_eq!(session.get(&orders).await.status(), 200);

    let key = given(&[("companyId", own.as_str())]);
    admin.set_active(Company, &key, false).await.unwrap();
    assert_eq!(
        refused(session.get(PROJECTS).await, 403).await,
        "IntegrationDisabled"
    );
    admin.set_active(Company, &key, true).await.unwrap();
    assert_eq!(list(&session, PROJECTS).await, projects);
}
