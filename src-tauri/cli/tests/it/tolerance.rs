//! What a live server answers besides what the specification shows: nothing odd hides the rest.

use serde_json::{Value, json};

use crate::support::{Run, TestEnv, answers, text};

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
