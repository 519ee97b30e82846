//! The person responsible for a machine: a user, by id or by employee number.

use reqwest::Method;
use serde_json::{Value, json};

use super::*;

const INVALID: &str = "MachineService.responsibleInvalid";

/// A new user of the company.
async fn user(fleet: &Fleet, number: &str, company: &str) -> Value {
    let user = json!({
        "companyId": company, "employeeNumber": number, "firstName": "Kari",
        "lastName": "Nordmann", "mobileWork": "+4790000001", "birthDate": "1990-01-02",
        "employmentStartDate": "2020-01-02",
    });
    let request = fleet.session.call(Method::POST, USERS);
    done(request.json(&user).send().await.unwrap(), 201).await
}

/// Returns the responsible person that a machine shows.
fn shown(machine: &Value) -> (&Value, &Value) {
    (
        &machine["responsibleId"],
        &machine["responsibleEmployeeNumber"],
    )
}

/// Returns the fields that it shows when the user is responsible.
fn of(user: &Value) -> (&Value, &Value) {
    (&user["identityId"], &user["employeeNumber"])
}

const NOBODY_IS: (&Value, &Value) = (&Value::Null, &Value::Null);

#[tokio::test]
async fn either_field_names_the_person_and_reads_show_both() {
    let fleet = Fleet::start().await;
    let kari = user(&fleet, "K-1", &fleet.company).await;
    for (number, fields) in [
        ("N-1", json!({ "responsibleId": kari["identityId"] })),
        ("N-2", json!({ "responsibleId": kari["companyProfileId"] })),
        ("N-3", json!({ "responsibleEmployeeNumber": "K-1" })),
        (
            "N-4",
            json!({ "responsibleId": kari["identityId"], "responsibleEmployeeNumber": "K-1" }),
        ),
    ] {
        let made = fleet.create(number, fields.clone()).await;
        assert_eq!(shown(&made), of(&kari), "{fields}");
        assert_eq!(fleet.read(&path(&made)).await, made);
        let plain = fleet.create(&format!("P{number}"), json!({})).await;
        assert_eq!(shown(&fleet.patch(&plain, fields).await), of(&kari));
    }
    let piece = json!({ "isEquipment": true, "responsibleEmployeeNumber": "K-1" });
    assert_eq!(shown(&fleet.create("E-1", piece).await), of(&kari));
}

#[tokio::test]
async fn a_new_name_replaces_the_person_and_an_empty_text_removes_it() {
    let fleet = Fleet::start().await;
    let kari = user(&fleet, "K-1", &fleet.company).await;
    let ola = user(&fleet, "O-1", &fleet.subsidiary).await;
    let fields = json!({ "responsibleEmployeeNumber": "K-1" });
    let machine = fleet.create("N-1", fields).await;
    for (fields, expected) in [
        (json!({ "responsibleEmployeeNumber": "O-1" }), of(&ola)),
        (json!({ "responsibleId": kari["identityId"] }), of(&kari)),
        (json!({ "name": "x" }), of(&kari)),
        (
            json!({ "responsibleId": null, "responsibleEmployeeNumber": null }),
            of(&kari),
        ),
        (json!({ "responsibleId": "" }), NOBODY_IS),
        (
            json!({ "responsibleId": "", "responsibleEmployeeNumber": "O-1" }),
            of(&ola),
        ),
        (json!({ "responsibleEmployeeNumber": "" }), NOBODY_IS),
    ] {
        let after = fleet.patch(&machine, fields.clone()).await;
        assert_eq!(shown(&after), expected, "{fields}");
    }
}

#[tokio::test]
async fn two_people_or_nobody_of_the_structure_are_refused() {
    let fleet = Fleet::start().await;
    let kari = user(&fleet, "K-1", &fleet.company).await;
    user(&fleet, "O-1", &fleet.company).await;
    let others = fleet.others().await;
    let foreign = done(others.session.get(USERS).await, 200).await[0].clone();
    let fields = json!({ "responsibleId": kari["identityId"] });
    let machine = fleet.create("N-1", fields).await;
    for fields in [
        json!({ "responsibleId": kari["identityId"], "responsibleEmployeeNumber": "O-1" }),
        json!({ "responsibleId": "auth0|nobody" }),
        json!({ "responsibleId": "Kari Nordmann" }),
        json!({ "responsibleId": foreign["identityId"] }),
        json!({ "responsibleId": foreign["companyProfileId"] }),
        json!({ "responsibleEmployeeNumber": foreign["employeeNumber"] }),
        json!({ "responsibleEmployeeNumber": "k-1" }),
    ] {
        message(fleet.try_create("N-2", fields.clone()).await, 400, INVALID).await;
        message(fleet.try_patch(&machine, fields).await, 400, INVALID).await;
    }
    assert_eq!(fleet.read(&path(&machine)).await, machine);
    assert_eq!(fleet.get("/by-machine-number/N-2").await.status(), 404);
}

#[tokio::test]
async fn a_number_of_the_machines_own_company_comes_first() {
    let fleet = Fleet::start().await;
    let above = user(&fleet, "S-1", &fleet.company).await;
    let below = user(&fleet, "S-1", &fleet.subsidiary).await;
    let mut fields = json!({ "responsibleEmployeeNumber": "S-1" });
    assert_eq!(
        shown(&fleet.create("N-1", fields.clone()).await),
        of(&above)
    );
    fields["companyId"] = json!(fleet.subsidiary);
    assert_eq!(shown(&fleet.create("N-1", fields).await), of(&below));
}

#[tokio::test]
async fn the_machine_follows_the_user() {
    let fleet = Fleet::start().await;
    let kari = user(&fleet, "K-1", &fleet.company).await;
    let machine = fleet.create("N-1", full()).await;
    let fields = json!({ "responsibleEmployeeNumber": "K-1" });
    let before = fleet.patch(&machine, fields).await;
    let profile = kari["companyProfileId"].as_str().unwrap();
    let request = fleet
        .session
        .call(Method::PATCH, &format!("{USERS}/{profile}"));
    let renumbered = request.json(&json!({ "employeeNumber": "K-2" }));
    done(renumbered.send().await.unwrap(), 200).await;
    let mut expected = before.clone();
    expected["responsibleEmployeeNumber"] = json!("K-2");
    assert_eq!(fleet.read(&path(&machine)).await, expected);
    let renamed = fleet.patch(&machine, json!({ "name": "x" })).await;
    assert_eq!(renamed["responsibleEmployeeNumber"], "K-2");

    let identity = kari["identityId"].as_str().unwrap().replace('|', "%7C");
    let request = fleet
        .session
        .call(Method::DELETE, &format!("{USERS}/{identity}"));
    assert_eq!(request.send().await.unwrap().status(), 204);
    assert_eq!(shown(&fleet.read(&path(&machine)).await), NOBODY_IS);
    let renamed = fleet.patch(&machine, json!({ "name": "y" })).await;
    assert_eq!(shown(&renamed), NOBODY_IS);
    let answer = fleet.try_patch(&machine, json!({ "responsibleEmployeeNumber": "K-2" }));
    message(answer.await, 400, INVALID).await;
}

#[tokio::test]
async fn the_items_of_an_array_name_people_too() {
    let fleet = Fleet::start().await;
    let kari = user(&fleet, "K-1", &fleet.company).await;
    let item = |number: &str, person: &str| {
        json!({ "companyId": fleet.company, "machineNumber": number,
            "responsibleEmployeeNumber": person })
    };
    let items = json!([item("N-1", "K-1"), item("N-2", "nobody"), item("N-3", "")]);
    let answer = fleet.send(Method::POST, "/create/array", &items).await;
    let outcomes = done(answer, 200).await;
    assert_eq!(outcomes[1]["error"], INVALID);
    assert!(outcomes[0]["success"] == true && outcomes[2]["success"] == true);
    let made = fleet.read("/by-machine-number/N-1").await;
    assert_eq!(shown(&made), of(&kari));
}
