//! Single acts: adding, changing, closing, reopening, each with one entry of the audit log.

use fielddesk_service::admin::Given;
use fielddesk_service::store::RecordKind::{self, Company, MachineType, Project, WorkOrder};
use serde_json::{Value, json};

use super::{Operator, given};

/// The key of the record that [`Operator::furnished`] has of a kind.
async fn key(operator: &Operator, kind: RecordKind) -> Given {
    let record = operator.list(kind).await.remove(0);
    let names = kind.key().iter();
    names
        .map(|name| (*name, record[name].as_str().unwrap().to_owned()))
        .collect()
}

/// A kind, values of its fields, and a part of the refusal.
type Case<'a> = (RecordKind, &'a [(&'static str, &'a str)], &'a str);

#[tokio::test]
async fn each_kind_is_changed_closed_and_reopened_and_each_act_is_noted_once() {
    for (kind, field, value, noted) in [
        (Company, "name", "Fjordvik AS", "company"),
        (Company, "countryCode", "46", "company"),
        (Project, "name", "E39 Rogfast", "project"),
        (Project, "description", "Tunnel", "project"),
        (Project, "externalProjectNumber", "4711", "project"),
        (Project, "projectAddress", "Havnegata 1", "project"),
        (Project, "projectCustomerName", "Vegvesenet", "project"),
        (Project, "startDate", "2026-01-12T00:00:00Z", "project"),
        (Project, "finishedDate", "2027-01-12T00:00:00Z", "project"),
        (WorkOrder, "name", "Grøft 2", "workOrder"),
        (WorkOrder, "workDescriptionShort", "Grøft", "workOrder"),
        (MachineType, "name", "Excavator", "machineType"),
    ] {
        let operator = Operator::furnished().await;
        let key = key(&operator, kind).await;
        let before = operator.audit().await.len();
        let mut expected = operator.list(kind).await.remove(0);
        let old = expected[field].clone();
        let mut change = key.clone();
        change.insert(field, value.to_owned());

        for _ in 0..2 {
            let changed = operator.admin.change_record(kind, &change).await.unwrap();
            expected[field] = json!(value);
            assert_eq!(json!(changed), expected, "{field} alone");
        }
        for active in [false, false, true] {
            let record = operator.admin.set_active(kind, &key, active).await.unwrap();
            expected["active"] = json!(active);
            assert_eq!(json!(record), expected);
            assert_eq!(operator.list(kind).await, [expected.clone()]);
        }
        let noted_acts: Vec<Value> = operator.audit().await.split_off(before);
        let acts: Vec<&str> = noted_acts
            .iter()
            .map(|entry| entry["action"].as_str().unwrap())
            .collect();
        let expected = ["changed", "closed", "reopened"].map(|act| format!("{noted}.{act}"));
        assert_eq!(acts, expected, "an act that changes nothing is not noted");
        let changes = json!([{ "field": field, "old": old, "new": value }]);
        assert_eq!(noted_acts[0]["details"]["changes"], changes);
        assert_eq!(noted_acts[0]["details"]["key"], json!(key));
    }
}

#[tokio::test]
async fn what_is_empty_is_emptied_where_a_field_can_be() {
    let operator = Operator::furnished().await;
    let mut project = key(&operator, Project).await;
    for (value, shown) in [("Havnegata 1", json!("Havnegata 1")), ("", Value::Null)] {
        project.insert("projectAddress", value.to_owned());
        let record = operator
            .admin
            .change_record(Project, &project)
            .await
            .unwrap();
        assert_eq!(record.0["projectAddress"], shown);
    }
    project.insert("name", " ".to_owned());
    let refused = operator.admin.change_record(Project, &project).await;
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("name: the value is blank")
    );
}

#[tokio::test]
async fn a_company_is_below_the_environments_own_unless_another_parent_is_given() {
    let operator = Operator::empty().await;
    let own = operator
        .add(Company, &[("name", "Own"), ("countryCode", "46")])
        .await;
    let id = own.text("companyId").unwrap().to_owned();
    assert_eq!(own.text("parentId"), None, "the first is the own one");
    let below = operator.add(Company, &[("name", "Below")]).await;
    assert_eq!(below.text("parentId"), Some(id.as_str()));
    assert_eq!(below.text("countryCode"), Some("46"), "as its parent");
    let apart = operator
        .add(Company, &[("name", "Apart"), ("parentId", "none")])
        .await;
    assert_eq!(apart.text("parentId"), None);
    let client = operator
        .admin
        .create_client(fielddesk_service::admin::NewClient {
            name: "Desktop".to_owned(),
            scopes: vec!["serviceapiv3".to_owned()],
            administrator: false,
            read_only: false,
            company: None,
            lifetime_s: None,
        });
    let client = json!(client.await.unwrap().client);
    assert_eq!(client["companyId"], id.as_str(), "and clients are its");

    let below = below.text("companyId").unwrap();
    let moved = given(&[("companyId", below), ("parentId", "none")]);
    let moved = operator.admin.change_record(Company, &moved).await.unwrap();
    assert_eq!(moved.text("parentId"), None);
    let ring = given(&[("companyId", &id), ("parentId", below)]);
    operator.admin.change_record(Company, &ring).await.unwrap();
    let ring = given(&[("companyId", below), ("parentId", &id)]);
    let refused = operator
        .admin
        .change_record(Company, &ring)
        .await
        .unwrap_err();
    assert!(
        refused.to_string().contains("is below this one"),
        "{refused}"
    );
}

#[tokio::test]
async fn what_cannot_be_is_refused_in_a_sentence_and_changes_nothing() {
    let long = "x".repeat(1_001);
    let operator = Operator::furnished().await;
    operator.add(Company, &[("name", "Closed")]).await;
    let companies = operator.list(Company).await;
    let closed = companies[0]["companyId"].as_str().unwrap();
    let closed_key = given(&[("companyId", closed)]);
    operator
        .admin
        .set_active(Company, &closed_key, false)
        .await
        .unwrap();
    let before = (operator.all().await, operator.audit().await.len());
    let adds: [Case<'_>; 13] = [
        (Company, &[("name", "Closed")], "is called `Closed` already"),
        (Company, &[], "name: the value is missing"),
        (
            Company,
            &[("name", "A"), ("parentId", "x")],
            "there is no company `x`",
        ),
        (
            Company,
            &[("name", "A"), ("parentId", closed)],
            "is closed; reopen it",
        ),
        (
            Company,
            &[("name", "A"), ("countryCode", "no")],
            "no calling code",
        ),
        (
            Project,
            &[("projectNumber", "P-1"), ("name", "A")],
            "already; change it with",
        ),
        (
            Project,
            &[("projectNumber", "P-2")],
            "name: the value is missing",
        ),
        (
            Project,
            &[("projectNumber", " "), ("name", "A")],
            "projectNumber: the value is blank",
        ),
        (
            Project,
            &[("projectNumber", "P-2"), ("name", &long)],
            "at most 1000 are taken",
        ),
        (
            Project,
            &[
                ("companyId", closed),
                ("projectNumber", "P-2"),
                ("name", "A"),
            ],
            "is closed; reopen it",
        ),
        (
            WorkOrder,
            &[("projectNumber", "P-9"), ("externalId", "1"), ("name", "A")],
            "there is no project `P-9`",
        ),
        (MachineType, &[("typeId", "a\0"), ("name", "A")], "U+0000"),
        (
            MachineType,
            &[("companyId", "x"), ("typeId", "a"), ("name", "A")],
            "there is no company `x`",
        ),
    ];
    for (kind, values, sentence) in adds {
        let refused = operator
            .admin
            .add_record(kind, &given(values))
            .await
            .unwrap_err();
        assert!(refused.to_string().contains(sentence), "{refused}");
    }
    let changes: [Case<'_>; 4] = [
        (
            Company,
            &[("companyId", "x"), ("name", "A")],
            "there is no company `x`",
        ),
        (
            Project,
            &[("projectNumber", "p-1"), ("name", "A")],
            "no project `p-1`",
        ),
        (
            WorkOrder,
            &[
                ("projectNumber", "P-1"),
                ("externalId", "0100"),
                ("name", "A"),
            ],
            "no work order `0100` of project `P-1`",
        ),
        (
            MachineType,
            &[("typeId", "crane"), ("name", "A")],
            "`machine-type list` prints",
        ),
    ];
    for (kind, values, sentence) in changes {
        let refused = operator
            .admin
            .change_record(kind, &given(values))
            .await
            .unwrap_err();
        assert!(refused.to_string().contains(sentence), "{refused}");
    }
    assert_eq!((operator.all().await, operator.audit().await.len()), before);
    let nothing = Operator::empty().await;
    let project = given(&[("projectNumber", "P-1"), ("name", "A")]);
    let refused = nothing
        .admin
        .add_record(Project, &project)
        .await
        .unwrap_err();
    assert!(
        refused.to_string().contains("add one with `company add`"),
        "{refused}"
    );
}

#[tokio::test]
async fn the_same_number_is_another_record_in_another_company_or_project() {
    let operator = Operator::furnished().await;
    let below = operator.add(Company, &[("name", "Below")]).await;
    let below = below.text("companyId").unwrap();
    let project = [
        ("companyId", below),
        ("projectNumber", "P-1"),
        ("name", "Other"),
    ];
    operator.add(Project, &project).await;
    let order = [
        ("companyId", below),
        ("projectNumber", "P-1"),
        ("externalId", "100"),
        ("name", "Other"),
    ];
    operator.add(WorkOrder, &order).await;
    for kind in [Project, WorkOrder] {
        let of_it = given(&[("companyId", below)]);
        let listed = operator.admin.records(kind, &of_it).await.unwrap();
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0].text("name"), Some("Other"));
        assert_eq!(operator.list(kind).await.len(), 2);
    }
}

#[tokio::test]
async fn two_acts_at_the_same_time_are_one_after_the_other() {
    let operator = Operator::furnished().await;
    let other = fielddesk_service::admin::Administration::open(
        fielddesk_testing::location(operator.folder.path()),
        fielddesk_model::Environment::Test,
    );
    let other = other.await.unwrap();
    let project = given(&[("projectNumber", "P-2"), ("name", "A")]);
    let (one, two) = tokio::join!(
        operator.admin.add_record(Project, &project),
        other.add_record(Project, &project)
    );
    let refused = match (one, two) {
        (Ok(_), Err(refused)) | (Err(refused), Ok(_)) => refused.to_string(),
        both => panic!("one is done: {both:?}"),
    };
    assert!(refused.contains("already; change it with"), "{refused}");
    assert_eq!(operator.list(Project).await.len(), 2);
}
