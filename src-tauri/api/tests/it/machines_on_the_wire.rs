//! Machines: the exact requests, and answers as foreign services write them.

use fielddesk_api::{Deletion, ErrorKind, MachineQuery};
use fielddesk_model::{EsgChange, Field, FuelConsumptionUnit, FuelType, MachineChange};
use serde_json::{Value, json};
use wiremock::matchers::path;
use wiremock::{Mock, ResponseTemplate};

use crate::support::foreign::{Foreign, bare, ok};
use crate::support::kind;

/// PascalCase, numbers as texts, an unknown enum value, a placeholder date, an unknown field.
fn loose() -> Value {
    json!({
        "Id": "m1", "CompanyId": "c1", "MachineNumber": 701, "Name": "Hjullaster Æ",
        "TypeId": "hjullaster", "Active": "True", "Weight": "21500", "BuildYear": "2019",
        "ServiceDate": "0001-01-01T00:00:00", "PurchasedDate": "2020-05-01T10:30:00.000Z",
        "FuelType": 99, "FuelConsumptionUnit": "0", "FuelConsumptionRate": "12.5",
        "TelematicsBox": {"Serial": "T-9"},
        "Equipment": [{"Id": "e1", "MachineNumber": "E-1", "IsEquipment": true}],
    })
}

#[tokio::test]
async fn each_look_up_is_the_request_of_the_specification() {
    let foreign = Foreign::start().await;
    foreign.get("machines", 9, ok(json!([]))).await;
    foreign.get("machines/m1", 9, ok(loose())).await;
    foreign
        .get("machines/by-machine-number/7%2F01", 9, ok(loose()))
        .await;
    Mock::given(path("/core/api/MachineType"))
        .respond_with(ok(
            json!([{"TypeId": "dumper", "Name": "Dumper", "Axles": 3}]),
        ))
        .mount(&foreign.server)
        .await;
    let machines = foreign.client.machines();
    for equipment in [MachineQuery::default(), MachineQuery::WITH_EQUIPMENT] {
        machines.list(equipment).await.unwrap();
        machines.get(&"m1".into(), equipment).await.unwrap();
        machines.by_number("7/01", equipment).await.unwrap();
    }
    let types = machines.types().await.unwrap();
    assert_eq!(
        (types[0].type_id.as_str(), &types[0].other["axles"]),
        ("dumper", &json!(3))
    );
    let with = "?includeEquipmentDetails=true";
    assert_eq!(
        foreign.sent().await,
        [
            "GET machines".to_owned(),
            "GET machines/m1".to_owned(),
            "GET machines/by-machine-number/7%2F01".to_owned(),
            format!("GET machines{with}"),
            format!("GET machines/m1{with}"),
            format!("GET machines/by-machine-number/7%2F01{with}"),
            "GET /core/api/MachineType".to_owned(),
        ]
    );
}

#[tokio::test]
async fn a_number_may_be_answered_with_an_array_of_one() {
    let foreign = Foreign::start().await;
    let to = "machines/by-machine-number/701";
    for answer in [json!([loose()]), json!([]), json!([loose(), loose()])] {
        foreign.get(to, 1, ok(answer)).await;
    }
    let look = async || {
        let machines = foreign.client.machines();
        machines.by_number("701", MachineQuery::default()).await
    };
    assert_eq!(look().await.unwrap().id.as_str(), "m1");
    assert!(look().await.unwrap_err().is_not_found());
    assert!(look().await.unwrap_err().is_conflict());
}

#[tokio::test]
async fn a_write_holds_exactly_what_was_changed() {
    let foreign = Foreign::start().await;
    foreign.answer("PATCH", "machines/m1", 9, ok(loose())).await;
    foreign.answer("PUT", "machines/m1", 9, ok(loose())).await;
    let esg = json!({"FuelConsumptionRate": "12.5", "FuelType": 1});
    foreign.answer("PATCH", "machines/m1/esg", 9, ok(esg)).await;
    let machines = foreign.client.machines();
    let block = MachineChange {
        block_check_in: Field::Value(true),
        block_check_in_message: Field::Value("Service «nå»".to_owned()),
        ..MachineChange::default()
    };
    machines.patch(&"m1".into(), &block).await.unwrap();
    let emptied = MachineChange {
        note: Field::Value(String::new()),
        service_date: Field::Value("2026-11-01T08:00:00Z".parse().unwrap()),
        hour_meter: Field::Value(1200.5),
        ..MachineChange::default()
    };
    machines.put(&"m1".into(), &emptied).await.unwrap();
    let fuel = EsgChange {
        fuel_consumption_unit: Field::Value(FuelConsumptionUnit::KilowattHoursPerHour),
        fuel_type: Field::Value(FuelType::Electric),
        ..EsgChange::default()
    };
    let esg = machines.patch_esg(&"m1".into(), &fuel).await.unwrap();
    assert_eq!(
        (esg.fuel_consumption_rate, esg.fuel_type),
        (Some(12.5), Some(FuelType::Diesel))
    );
    assert_eq!(
        foreign.sent().await,
        [
            r#"PATCH machines/m1 {"blockCheckIn":true,"blockCheckInMessage":"Service «nå»"}"#,
            r#"PUT machines/m1 {"note":"","hourMeter":1200.5,"serviceDate":"2026-11-01T08:00:00Z"}"#,
            r#"PATCH machines/m1/esg {"fuelConsumptionUnit":2,"fuelType":4}"#,
        ]
    );
}

#[tokio::test]
async fn the_bare_boolean_is_read_in_its_forms_and_nothing_else_is_a_yes() {
    for (answer, expected) in [
        ("true", Some(true)),
        ("false", Some(false)),
        ("\"True\"", Some(true)),
        ("\"false\"", Some(false)),
        ("1", None),
        ("null", None),
        ("{\"isDeletable\":true}", None),
    ] {
        let foreign = Foreign::start().await;
        let told = ResponseTemplate::new(200).set_body_raw(answer, "application/json");
        foreign
            .get("machines/is-machine-deletable/m1", 1, told)
            .await;
        let machines = foreign.client.machines();
        match (machines.is_deletable(&"m1".into()).await, expected) {
            (Ok(deletable), Some(expected)) => assert_eq!(deletable, expected, "{answer}"),
            (Err(error), None) => assert!(
                matches!(error.kind(), ErrorKind::UnreadableAnswer),
                "{answer}: {error:?}"
            ),
            (other, _) => panic!("{answer}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_machine_with_dependent_data_is_left_alone() {
    let foreign = Foreign::start().await;
    let check = "machines/is-machine-deletable/m1";
    foreign.get(check, 1, ok(json!(false))).await;
    foreign.get(check, 9, ok(json!(true))).await;
    let conflict = json!({"error": "MachineInUse", "message": "has trips"});
    let conflict = ResponseTemplate::new(409).set_body_json(conflict);
    foreign.answer("DELETE", "machines/m1", 1, conflict).await;
    foreign.answer("DELETE", "machines/m1", 1, bare(200)).await;
    let machines = foreign.client.machines();
    for expected in [
        Deletion::Refused { reasons: vec![] },
        Deletion::Refused {
            reasons: vec!["has trips".to_owned()],
        },
        Deletion::Done,
    ] {
        let outcome = machines.delete_if_deletable(&"m1".into()).await.unwrap();
        assert_eq!(outcome, expected);
    }
    assert_eq!(foreign.count("DELETE", "machines/m1").await, 2);
}

fn numbered(number: &str) -> MachineChange {
    MachineChange {
        machine_number: Field::Value(number.to_owned()),
        ..MachineChange::default()
    }
}

#[tokio::test]
async fn an_array_call_gives_each_item_its_outcome_in_the_order_sent() {
    let foreign = Foreign::start().await;
    let answer = json!([
        {"Index": 1, "Success": false, "MachineNumber": "B", "Error": "Duplicate", "Message": "taken"},
        {"Index": 0, "Success": true, "Id": "m1", "MachineNumber": "A"},
    ]);
    foreign
        .post("machines/create/array", 1, ok(answer.clone()))
        .await;
    foreign
        .answer("PUT", "machines/update/array", 1, ok(answer))
        .await;
    let machines = foreign.client.machines();
    let items = [numbered("A"), numbered("B")];
    let created = machines.create_array(&items).await.unwrap();
    assert_eq!(machines.update_array(&items).await.unwrap(), created);
    assert!(created[0].success && !created[1].success);
    assert_eq!(created[1].error.as_deref(), Some("Duplicate"));
    assert!(machines.create_array(&[]).await.unwrap().is_empty());
    assert!(machines.update_array(&[]).await.unwrap().is_empty());
    assert_eq!(
        foreign.sent().await,
        [
            r#"POST machines/create/array [{"machineNumber":"A"},{"machineNumber":"B"}]"#,
            r#"PUT machines/update/array [{"machineNumber":"A"},{"machineNumber":"B"}]"#,
        ],
        "nothing is sent for nothing"
    );
}

#[tokio::test]
async fn an_array_answer_that_leaves_an_item_out_is_not_taken() {
    let foreign = Foreign::start().await;
    let answer = json!([{"index": 0, "success": true, "id": "m1"}]);
    foreign
        .answer("PUT", "machines/update/array", 1, ok(answer))
        .await;
    let machines = foreign.client.machines();
    let items = [numbered("A"), numbered("B")];
    let error = machines.update_array(&items).await.unwrap_err();
    assert_eq!(kind(&error), "UnreadableAnswer");
}
