//! What a live server answers besides what the specification shows: nothing odd hides the rest.

use serde_json::{Value, json};

use crate::support::{PROJECT, PROJECTS, Run, TestEnv, answers, text};

const MACHINES: &str = "/test/core/api/v4/integration/machines";
const USERS: &str = "/test/core/api/v4/integration/users";

/// The seeded records of a list, as the service has them.
fn records(env: &TestEnv, resource: &str) -> Vec<Value> {
    let list = env.ctl(&[resource, "list"]).json();
    list.expect_code(0).document().as_array().unwrap().clone()
}

/// `fieldctl` while the service answers a list so.
fn with_list(env: &TestEnv, path: &str, list: &Value, args: &[&str]) -> Run {
    env.no_faults();
    env.fault(json!({"method": "GET", "pathPrefix": path, "times": 1,
                      "action": {"status": 200, "body": list}}));
    env.ctl(args).json()
}

#[test]
fn a_machine_with_odd_values_hides_nothing_and_is_shown_as_it_came() {
    let env = TestEnv::new();
    let mut machines = records(&env, "machines");
    let odd = [
        ("serviceDate", json!("soon")),
        ("fuelType", json!("Diesel")),
        ("fuelConsumptionUnit", json!("cups")),
        ("active", json!(2)),
        ("weight", json!({"kg": 7})),
    ];
    for (field, value) in &odd {
        machines[3][field] = value.clone();
    }
    let number = text(&machines[3]["machineNumber"]).to_owned();
    let list = Value::Array(machines.clone());
    let run = with_list(&env, MACHINES, &list, &["machines", "list"]);
    let listed = run.expect_code(0).document().as_array().unwrap();
    assert_eq!(listed.len(), machines.len());
    for (field, value) in &odd {
        let expected = if *field == "fuelType" {
            &json!(1)
        } else {
            value
        };
        assert_eq!(&listed[3][field], expected, "{field}");
    }
    let shown = with_list(&env, MACHINES, &list, &["machines", "show", &number]);
    assert_eq!(shown.expect_code(0).document()["serviceDate"], "soon");
    env.fault(answers("GET", MACHINES, 1, 200, list.clone()));
    let told = env.ctl(&["machines", "list"]).run();
    assert!(
        told.stderr.contains(&number) && told.stderr.contains("serviceDate"),
        "{told:?}"
    );
}

#[test]
fn acts_on_others_and_on_itself_go_on_and_write_nothing_odd_back() {
    let env = TestEnv::new();
    let mut machines = records(&env, "machines");
    machines.retain(|machine| machine["isEquipment"] == json!(false));
    machines[0]["serviceDate"] = json!("soon");
    let numbers: Vec<String> = [0, 1]
        .map(|place: usize| text(&machines[place]["machineNumber"]).to_owned())
        .into();
    machines.insert(0, Value::Null);
    let list = Value::Array(machines);
    for number in &numbers {
        let args = ["machines", "update", number, "--set", "note=Checked"];
        let run = with_list(&env, MACHINES, &list, &args);
        assert_eq!(run.expect_code(0).document()["note"], "Checked", "{number}");
    }
}

#[test]
fn what_cannot_be_listed_is_named_and_ends_with_one() {
    let env = TestEnv::new();
    for (resource, path, name) in [
        ("machines", MACHINES, "machineNumber"),
        ("users", USERS, "employeeNumber"),
    ] {
        let mut all = records(&env, resource);
        let count = all.len();
        all.push(Value::Null);
        all.push(json!({name: "N-1"}));
        let run = with_list(&env, path, &Value::Array(all), &[resource, "list"]);
        assert_eq!(
            run.expect_code(1).document().as_array().unwrap().len(),
            count
        );
        assert!(
            run.stderr
                .contains(&format!("[{count}]: expected an object")),
            "{run:?}"
        );
        assert!(
            run.stderr.contains("N-1") && run.stderr.contains("unreadableAnswer"),
            "{run:?}"
        );
    }
}

#[test]
fn a_user_with_odd_values_hides_nothing() {
    let env = TestEnv::new();
    let mut users = records(&env, "users");
    let count = users.len();
    let number = text(&users[1]["employeeNumber"]).to_owned();
    users[0]["payroll"] = json!(2);
    users[0]["birthDate"] = json!({"year": 1990});
    let list = Value::Array(users);
    let run = with_list(&env, USERS, &list, &["users", "list"]);
    assert_eq!(
        run.expect_code(0).document().as_array().unwrap().len(),
        count
    );
    let run = with_list(&env, USERS, &list, &["users", "disable", &number]);
    assert_eq!(run.expect_code(0).document()[0]["isDisabled"], true);
}

#[test]
fn a_write_answered_without_a_body_was_done() {
    let env = TestEnv::new();
    let machine = records(&env, "machines").remove(0);
    let number = text(&machine["machineNumber"]).to_owned();
    for status in [200, 204] {
        env.fault(
            json!({"method": "PATCH", "pathPrefix": MACHINES, "times": 1,
                          "action": {"statusAfterCommit": status}}),
        );
        let note = format!("note=Was {status}");
        let run = env
            .ctl(&["machines", "update", &number, "--set", &note])
            .json();
        assert_eq!(
            run.expect_code(0).document()["note"],
            format!("Was {status}")
        );
        env.fault(
            json!({"method": "PATCH", "pathPrefix": MACHINES, "times": 1,
                          "action": {"statusAfterCommit": status}}),
        );
        let run = env
            .ctl(&["machines", "esg", &number, "--rate", "12.5"])
            .json();
        assert_eq!(run.expect_code(0).document()["fuelConsumptionRate"], 12.5);
        env.fault(json!({"method": "POST", "pathPrefix": MACHINES, "times": 1,
                          "action": {"statusAfterCommit": status}}));
        let new = format!("machineNumber=N-{status}");
        let company = format!("companyId={}", text(&machine["companyId"]));
        let set = ["--set", &new, "--set", &company];
        let run = env.ctl(&["machines", "create"]).args(&set).json();
        assert_eq!(
            run.expect_code(0).document()["machineNumber"],
            format!("N-{status}")
        );
        assert!(run.document()["id"].is_string());
    }
}

#[test]
fn an_upload_is_sent_once_whatever_its_answer_says() {
    for body in [
        json!({"successful": true, "message": null, "files": null, "infoPageFiles": null}),
        json!("stored"),
        Value::Null,
    ] {
        let env = TestEnv::new();
        let file = env.file("Plan.pdf", "content");
        let project = env.ctl(&["projects", "show", PROJECT]).json();
        let documents = format!("{PROJECTS}/{}/documents", text(&project.document()["id"]));
        let mut action = json!({"statusAfterCommit": 200});
        if !body.is_null() {
            action["body"] = body.clone();
        }
        env.fault(json!({"method": "POST", "pathPrefix": PROJECTS,
                          "times": 9, "action": action}));
        // The list lags behind: it does not show yet what was stored.
        let late = json!({"method": "GET", "pathPrefix": documents, "skip": 1, "times": 2,
                          "action": {"status": 200, "body": []}});
        env.fault(late);
        let run = env.ctl_upload(&file).json();
        run.expect_code(0);
        env.no_faults();
        assert_eq!(env.section("HMS").len(), 1, "{body}");
        let sent = env.requests();
        let sent = sent.iter().filter(|request| {
            request["method"] == "POST" && text(&request["path"]).contains("/documents")
        });
        assert_eq!(sent.count(), 1, "{body}");
    }
}

#[test]
fn a_page_with_nulls_is_listed() {
    let env = TestEnv::new();
    let pages = json!([null, {"section": null, "pageExternalId": null, "files": null},
        {"section": "VA", "files": [null, {"fileReferenceId": "d1", "name": null}]}]);
    let project = env.ctl(&["projects", "show", PROJECT]).json();
    let path = format!("{}/{}/documents", PROJECTS, text(&project.document()["id"]));
    env.fault(answers("GET", &path, 1, 200, pages));
    let run = env.ctl(&["docs", "list", "--project", PROJECT]).json();
    let pages = run.expect_code(0).document();
    assert_eq!(pages[0]["section"], "Documents");
    assert_eq!(
        pages[1]["files"][0],
        json!({"fileReferenceId": "d1", "name": "d1"})
    );
}

#[test]
fn a_trip_with_a_fraction_is_stored_and_what_is_no_trip_is_named() {
    let env = TestEnv::new();
    let trips = json!({"data": [
        {"id": "t1", "projectNumber": "P-1", "totalCycleTimeSeconds": 734.6, "quantity": "much"},
        {"id": "t2", "projectNumber": "P-1"}, null], "continuationToken": null});
    env.fault(answers(
        "GET",
        "/test/reporting/v1/flow-trip-registrations",
        1,
        200,
        trips,
    ));
    let run = env.ctl(&["trips", "sync"]).json();
    assert_eq!(run.expect_code(1).document()["upserted"], 2);
    assert!(
        run.stderr.contains("data[2]: expected an object"),
        "{run:?}"
    );
    let list = env.ctl(&["trips", "list", "--json"]).run();
    assert!(
        list.stdout.contains(r#""totalCycleTimeSeconds":734.6"#),
        "{list:?}"
    );
    assert!(list.stdout.contains(r#""quantity":"much""#), "{list:?}");
}

#[test]
fn a_lifetime_in_any_form_signs_in() {
    for lifetime in [json!("1800"), json!(1799.5), Value::Null, json!("soon")] {
        let env = TestEnv::new();
        let token = env.token(env.test());
        let grant = json!({"access_token": token, "expires_in": lifetime});
        env.fault(answers("POST", "/test/identity", 1, 200, grant));
        env.ctl(&["projects", "list"]).json().expect_code(0);
    }
}

#[test]
fn a_bare_yes_or_no_tells_whether_a_user_can_be_deleted() {
    let env = TestEnv::new();
    let user = records(&env, "users").remove(0);
    let number = text(&user["employeeNumber"]);
    let check = format!("{USERS}/is-identity-deletable");
    env.fault(answers("GET", &check, 1, 200, json!(false)));
    let run = env.ctl(&["users", "delete", number, "--yes"]).json();
    assert_eq!(run.expect_error(7, "conflict")["code"], "notDeletable");
}

#[test]
fn what_is_no_rate_is_not_sent() {
    let env = TestEnv::new();
    for rate in ["NaN", "inf", "-inf", "infinity", "1e999"] {
        let args = ["machines", "esg", "M-1", "--rate", rate];
        let run = env.ctl(&args).json();
        assert_eq!(run.code, 2, "{rate}: {run:?}");
    }
    assert!(env.requests().is_empty());
}
