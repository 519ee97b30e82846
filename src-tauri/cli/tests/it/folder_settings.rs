//! Settings of synced folders, and decisions on files deleted from one.

use serde_json::json;

use crate::support::{FOLDER, TestEnv, text};

fn remove(env: &TestEnv, name: &str) {
    std::fs::remove_file(env.path(FOLDER).join(name)).unwrap();
}

/// Six drawings in the project, of which the first three were deleted and wait.
fn three_deleted() -> (TestEnv, String) {
    let env = TestEnv::new();
    for name in ["a", "b", "c", "d", "e", "f"] {
        env.drawing(&format!("{name}.pdf"), name);
    }
    let mapping = env.mapped(&[]);
    env.run_once(&[]).expect_code(0);
    for name in ["a.pdf", "b.pdf", "c.pdf"] {
        remove(&env, name);
    }
    env.run_once(&[]).expect_code(6);
    (env, mapping)
}

#[test]
fn deleted_files_are_listed_and_decided_one_by_one() {
    let (env, mapping) = three_deleted();
    let listed = env.sync(&["deleted", &mapping]).json();
    let listed = listed.expect_code(0).document();
    let names: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|row| text(&row["name"]))
        .collect();
    assert_eq!(names, ["a.pdf", "b.pdf", "c.pdf"]);
    assert_eq!(listed[0]["reason"], "waitsForApproval");

    let back = env
        .sync(&["deleted", &mapping, "a.pdf", "--put-back"])
        .json();
    let back = back.expect_code(0).document();
    assert_eq!([&back[0]["name"], &back[0]["choice"]], ["a.pdf", "putBack"]);
    assert_eq!(std::fs::read(env.path(FOLDER).join("a.pdf")).unwrap(), b"a");

    let kept = env
        .sync(&["deleted", &mapping, "b.pdf", "--keep-remote"])
        .json();
    kept.expect_code(0);
    let gone = env.sync(&["deleted", &mapping, "--all", "--remove"]).json();
    assert_eq!(gone.expect_code(0).document().as_array().unwrap().len(), 1);
    assert_eq!(env.names(), ["a.pdf", "b.pdf", "d.pdf", "e.pdf", "f.pdf"]);
    assert_eq!(env.history()[0]["name"], "c.pdf", "kept before it goes");
    assert_eq!(
        env.run_once(&[]).expect_code(0).sums(),
        [0; 6],
        "nothing waits"
    );
}

#[test]
fn a_deleted_file_that_does_not_wait_is_named_and_the_others_are_decided() {
    let (env, mapping) = three_deleted();
    let mixed = env
        .sync(&["deleted", &mapping, "a.pdf", "d.pdf", "--put-back"])
        .json();
    let rows = mixed.expect_code(1).document();
    assert_eq!(rows[0]["choice"], "putBack");
    assert_eq!(
        [&rows[1]["name"], &rows[1]["error"]["kind"]],
        ["d.pdf", "notFound"]
    );
    let one = env
        .sync(&["deleted", &mapping, "d.pdf", "--put-back"])
        .json();
    one.expect_error(4, "notFound");
    for usage in [
        &["deleted", &mapping, "a.pdf"][..],
        &["deleted", &mapping, "--keep-remote"],
    ] {
        env.sync(usage).json().expect_error(2, "usage");
    }
    assert_eq!(env.names().len(), 6);
}

#[test]
fn limits_and_rules_are_set_shown_and_tried() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    env.drawing("a-old.pdf", "b");
    let mapping = env.mapped(&[]);
    let at_first = env.sync(&["settings"]).json();
    assert_eq!(
        *at_first.expect_code(0).document(),
        json!({"uploadLimit": null, "windows": [], "ignore": []})
    );
    let tried = env
        .sync(&["settings", "--ignore", "*-old.pdf", "--preview"])
        .json();
    let tried = &tried.expect_code(0).document()[0];
    assert_eq!(
        [&tried["mapping"], &tried["hides"]],
        [&json!(mapping), &json!(["a-old.pdf"])]
    );
    let limits = [
        "settings",
        "--upload-limit",
        "2M",
        "07:00-16:30=500K",
        "--ignore",
        "*-old.pdf",
    ];
    env.sync(&limits).json().expect_code(0);
    let now = env.sync(&["settings"]).json();
    assert_eq!(
        *now.document(),
        json!({
            "uploadLimit": 2_000_000,
            "windows": [{"from": "07:00", "to": "16:30", "uploadLimit": 500_000}],
            "ignore": ["*-old.pdf"],
        })
    );
    env.run_once(&[]).expect_code(0);
    assert_eq!(env.names(), ["a.pdf"], "the rule is in force");
    env.sync(&["settings", "--upload-limit", "0"])
        .json()
        .expect_error(2, "usage");
    env.sync(&["settings", "--ignore", "[", "--json"])
        .json()
        .expect_error(2, "usage");
    let cleared = env
        .sync(&["settings", "--no-ignore", "--upload-limit", "none"])
        .json();
    assert_eq!(cleared.document()["ignore"], json!([]));
    assert_eq!(cleared.document()["windows"], json!([]));
}

#[test]
fn what_a_delete_means_can_be_changed_afterwards() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    env.drawing("b.pdf", "b");
    let mapping = env.mapped(&[]);
    env.run_once(&[]).expect_code(0);
    let set = env.sync(&["set", &mapping, "--deletes", "keep"]).json();
    assert_eq!(set.expect_code(0).document()["deletes"], "keep");
    remove(&env, "b.pdf");
    env.run_once(&[]).expect_code(0);
    assert_eq!(env.names(), ["a.pdf", "b.pdf"]);
}
