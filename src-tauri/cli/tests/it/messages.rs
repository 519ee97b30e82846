//! Golden messages: output for people and programs, by status and shape of body.
//!
//! `FIELDDESK_WRITE_GOLDEN=1` writes the file anew; the difference is what to read.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::golden::compare;
use crate::support::{PROJECTS, Run, TestEnv};

const GOLDEN: &str = "tests/it/golden/messages.txt";

const STATUSES: [u16; 10] = [400, 403, 404, 409, 413, 422, 429, 500, 501, 503];

/// What a refused token is told with.
const CHALLENGES: [&str; 6] = [
    r#"Bearer error="invalid_token", error_description="The audience 'reportingapiv1' is invalid""#,
    r#"Bearer error="invalid_token", error_description="The issuer 'https://other' is invalid""#,
    r#"Bearer error="invalid_token", error_description="The token expired at '11/20/2026 12:34:56'""#,
    r#"Bearer error="invalid_token", error_description="The signature key was not found""#,
    r#"Bearer error="invalid_token""#,
    "Bearer",
];

fn bodies() -> Vec<(&'static str, Option<Value>)> {
    let long = "Too long. ".repeat(60);
    vec![
        ("none", None),
        (
            "simple",
            Some(json!({"error": "Closed", "message": "It is closed until Monday."})),
        ),
        (
            "version 5",
            Some(json!({"message": "Not valid.", "errors": [
                {"category": "c", "code": "V", "field": "Phone", "message": "needs a country code"},
                {"category": "c", "code": "V", "field": "Email", "message": "has no @"}]})),
        ),
        (
            "problem details",
            Some(
                json!({"type": "about:blank", "title": "One or more errors occurred.",
                "errors": {"name": ["Too long."], "weight": ["Below zero."]}}),
            ),
        ),
        ("text", Some(json!("Gone fishing.\u{1b}[2J"))),
        ("long", Some(json!({"message": long}))),
        (
            "web page",
            Some(json!("<html><body>Bad gateway</body></html>")),
        ),
    ]
}

/// `fieldctl projects list`, for people and for programs, against this answer. What is listed does not
/// matter here.
fn told(env: &TestEnv, action: &Value) -> String {
    let mut told = String::new();
    for json in [false, true] {
        env.no_faults();
        env.fault(json!({"method": "GET", "pathPrefix": PROJECTS, "times": 9, "action": action}));
        let ctl = env.ctl(&["projects", "list"]);
        let run: Run = if json { ctl.json() } else { ctl.run() };
        assert!(run.stdout.is_empty() || action["status"] == 200);
        told.push_str(&format!("exit {}\n{}", run.code, run.stderr));
    }
    told.replace(env.host(), "HOST")
}

/// Every case with its name and the answer of the service, refusals first.
pub(crate) fn cases() -> Vec<(String, Value)> {
    let mut cases = Vec::new();
    for status in STATUSES {
        for (shape, body) in bodies() {
            // A wait of an hour is told at once; without it the retries would take 15 seconds.
            let mut action = json!({"status": status, "headers": {"Retry-After": "3600"}});
            if let Some(body) = &body {
                action["body"] = body.clone();
            }
            cases.push((format!("{status}, {shape}"), action));
        }
    }
    for challenge in CHALLENGES {
        let action = json!({"status": 401, "headers": {"WWW-Authenticate": challenge}});
        cases.push((format!("401, {challenge}"), action));
    }
    for (name, body) in [
        ("no list", json!({"items": [], "more": "x".repeat(200)})),
        ("no JSON", json!("It works!")),
        (
            "half",
            json!(r#"[{"id": "p1", "projectNumber": "P-1", "active": tr"#),
        ),
        ("left out", json!([{"projectNumber": "P-1"}, null])),
    ] {
        cases.push((format!("200, {name}"), json!({"status": 200, "body": body})));
    }
    cases
}

#[test]
fn each_status_with_each_body_is_told_in_the_same_words_as_before() {
    let env = TestEnv::new();
    let mut golden = String::new();
    for (name, action) in cases() {
        golden.push_str(&format!("== {name}\n{}\n", told(&env, &action)));
    }
    let golden: String = golden.lines().map(steady).collect();
    compare(&Path::new(env!("CARGO_MANIFEST_DIR")).join(GOLDEN), &golden);
}

/// A line without what differs from run to run.
fn steady(line: &str) -> String {
    format!("{}\n", line.trim_end())
}
