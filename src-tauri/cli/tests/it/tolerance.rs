//! Answers of a live server beyond the specification: nothing odd hides the rest.

use serde_json::{Value, json};

use crate::support::{TestEnv, answers};

const MACHINES: &str = "/test/core/api/v4/integration/machines";
const USERS: &str = "/test/core/api/v4/integration/users";

#[test]
fn what_cannot_be_listed_is_named_and_ends_with_one() {
    let env = TestEnv::new();
    for (resource, path, name) in [
        ("machines", MACHINES, "machineNumber"),
        ("users", USERS, "employeeNumber"),
    ] {
        let listed = env.ctl(&[resource, "list"]).json();
        let listed = listed.expect_code(0).document().as_array();
        let mut all = listed.unwrap().clone();
        let count = all.len();
        all.push(Value::Null);
        all.push(json!({name: "N-1"}));
        env.fault(answers("GET", path, 1, 200, Value::Array(all)));
        let run = env.ctl(&[resource, "list"]).json();
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
