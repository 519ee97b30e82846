//! What waits for a person: deletes and conflicts, and every word on them.

use serde_json::{Value, json};

use crate::support::{FOLDER, TestEnv, text};

fn remove(env: &TestEnv, name: &str) {
    std::fs::remove_file(env.path(FOLDER).join(name)).unwrap();
}

fn local(env: &TestEnv, name: &str) -> Option<Vec<u8>> {
    std::fs::read(env.path(FOLDER).join(name)).ok()
}

/// Whether the history has such content.
fn is_kept(env: &TestEnv, name: &str, bytes: usize, from: &str) -> bool {
    env.history().iter().any(|version| {
        version["name"] == name && version["bytes"] == bytes && version["from"] == from
    })
}

/// A folder with one document that both sides changed.
pub(crate) fn both_changed() -> (TestEnv, String) {
    let env = TestEnv::new();
    env.drawing("a.pdf", "agreed");
    let mapping = env.mapped(&[]);
    env.run_once(&[]).expect_code(0);
    env.colleague_replaces("a.pdf", "of theirs");
    env.drawing("a.pdf", "ours");
    let told = env.run_once(&[]);
    assert_eq!(told.expect_code(6).sums(), [0, 0, 0, 0, 1, 0]);
    assert_eq!(told.named("conflict"), ["a.pdf"]);
    assert_eq!(
        env.content("a.pdf"),
        b"of theirs",
        "never overwritten unasked"
    );
    (env, mapping)
}

#[track_caller]
fn resolve(env: &TestEnv, mapping: &str, name: &str, keep: &str) -> Value {
    let run = env.sync(&["resolve", mapping, name, "--keep", keep]).json();
    run.expect_code(0).document().clone()
}

#[test]
fn a_delete_waits_for_a_yes_and_its_content_is_kept() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    env.drawing("b.pdf", "bb");
    env.mapped(&[]);
    env.run_once(&[]).expect_code(0);
    remove(&env, "b.pdf");
    env.drawing("c.pdf", "c");
    let told = env.run_once(&[]);
    assert_eq!(
        told.expect_code(6).sums(),
        [1, 0, 0, 0, 0, 0],
        "everything undisputed is done"
    );
    assert_eq!(told.named("waiting"), ["b.pdf"]);
    let error = told.run.error();
    assert_eq!(error["kind"], "needsDecision");
    assert_eq!(env.names().len(), 3);
    let told = env.run_once(&["--yes"]);
    assert_eq!(told.expect_code(0).sums(), [0, 0, 1, 0, 0, 0]);
    assert_eq!(told.named("deletedRemote"), ["b.pdf"]);
    assert_eq!(env.names(), ["a.pdf", "c.pdf"]);
    assert!(is_kept(&env, "b.pdf", 2, "remote"));

    let version = env.history()[0]["version"].to_string();
    env.sync(&["restore", &version]).json().expect_code(0);
    assert_eq!(env.run_once(&[]).expect_code(0).sums(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(env.content("b.pdf"), b"bb");
}

#[test]
fn what_would_leave_less_than_a_tenth_needs_the_plan_itself() {
    let env = TestEnv::new();
    for n in 0..3 {
        env.drawing(&format!("{n}.pdf"), format!("drawing {n}"));
    }
    let mapping = env.mapped(&["--deletes", "propagate"]);
    env.run_once(&[]).expect_code(0);
    for n in 0..3 {
        remove(&env, &format!("{n}.pdf"));
    }
    env.run_once(&[]).expect_code(6);
    env.run_once(&["--yes"]).expect_code(6);
    assert_eq!(env.names().len(), 3, "a yes is not enough");
    env.run_once(&["--approve", "0123456789abcdef"])
        .expect_code(6);
    assert_eq!(env.names().len(), 3, "another plan's id is not enough");
    let plan = env.sync(&["plan", &mapping]).json();
    let plan = text(&plan.expect_code(0).document()["plan"]).to_owned();
    let told = env.run_once(&[&mapping, "--approve", &plan]);
    assert_eq!(told.expect_code(0).sums(), [0, 0, 3, 0, 0, 0]);
    assert!(env.names().is_empty());
    assert_eq!(env.history().len(), 3);
}

#[test]
fn equal_bytes_are_adopted_without_a_question() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "the same");
    let file = env.file("elsewhere/a.pdf", "the same");
    let ids = env.upload("VA", &[&file]);
    let mapping = env.mapped(&[]);
    let plan = env.sync(&["plan", &mapping]).json();
    let action = &plan.expect_code(0).document()["actions"][0];
    assert_eq!(
        [&action["action"], &action["reason"]],
        ["adopt", "toBeCompared"]
    );
    let told = env.run_once(&[]);
    assert_eq!(told.expect_code(0).sums(), [0, 0, 0, 1, 0, 0]);
    assert_eq!(env.section("VA"), [("a.pdf".to_owned(), ids[0].clone())]);
    assert_eq!(env.run_once(&[]).expect_code(0).sums(), [0; 6]);
}

#[test]
fn a_first_contact_is_told_with_both_sides() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "ours");
    let file = env.file("elsewhere/a.pdf", "theirs!");
    let ids = env.upload("VA", &[&file]);
    let mapping = env.mapped(&[]);
    env.run_once(&[]).expect_code(6);
    let conflicts = env.conflicts();
    assert_eq!(conflicts.len(), 1);
    let conflict = &conflicts[0];
    for (field, value) in [
        ("mapping", json!(mapping)),
        ("section", json!("VA")),
        ("name", json!("a.pdf")),
        ("reason", json!("firstContact")),
        (
            "remote",
            json!([{"fileReferenceId": ids[0], "name": "a.pdf"}]),
        ),
    ] {
        assert_eq!(conflict[field], value, "{field} in {conflict}");
    }
    assert_eq!(conflict["local"]["bytes"], 4);
    assert!(conflict["local"]["modified"].is_string(), "{conflict}");
    let status = env.sync(&["status"]).json();
    assert_eq!(status.document()[0]["state"], "needsDecision");
    assert_eq!(status.document()[0]["conflicts"], 1);

    let run = env
        .sync(&[
            "resolve",
            &mapping,
            "--all",
            "--reason",
            "bothChanged",
            "--keep",
            "local",
        ])
        .json();
    assert_eq!(*run.expect_code(0).document(), json!([]), "another reason");
    let run = env
        .sync(&[
            "resolve",
            &mapping,
            "--all",
            "--reason",
            "firstContact",
            "--keep",
            "remote",
        ])
        .json();
    assert_eq!(run.expect_code(0).document()[0]["name"], "a.pdf");
    assert_eq!(local(&env, "a.pdf").unwrap(), b"theirs!");
    assert!(is_kept(&env, "a.pdf", 4, "local"), "ours is in the history");
    assert_eq!(env.run_once(&[]).expect_code(0).sums(), [0; 6]);
}

#[test]
fn ours_stays_and_theirs_is_kept() {
    let (env, mapping) = both_changed();
    let resolved = resolve(&env, &mapping, "a.pdf", "local");
    assert_eq!(resolved["kept"], "local");
    assert_eq!(resolved["reason"], "bothChanged");
    assert_eq!(env.content("a.pdf"), b"ours");
    assert!(is_kept(&env, "a.pdf", 9, "remote"));
    assert!(env.conflicts().is_empty());
    assert_eq!(env.run_once(&[]).expect_code(0).sums(), [0; 6]);
}

#[test]
fn both_stay_under_two_names() {
    let (env, mapping) = both_changed();
    resolve(&env, &mapping, "a.pdf", "both");
    let told = env.run_once(&[]);
    assert_eq!(told.expect_code(0).sums()[4..], [0, 0]);
    assert_eq!(env.content("a.pdf"), b"ours");
    let names = env.names();
    let theirs = names
        .iter()
        .find(|name| name.starts_with("a (theirs "))
        .unwrap();
    assert!(theirs.ends_with(").pdf") && names.len() == 2, "{names:?}");
    assert_eq!(env.content(theirs), b"of theirs");
    assert_eq!(local(&env, theirs).unwrap(), b"of theirs");
    assert_eq!(env.run_once(&[]).expect_code(0).sums(), [0; 6]);
}

#[test]
fn what_somebody_else_replaced_is_asked_about() {
    for (keep, stays) in [("local", "agreed"), ("remote", "of theirs")] {
        let env = TestEnv::new();
        env.drawing("a.pdf", "agreed");
        let mapping = env.mapped(&[]);
        env.run_once(&[]).expect_code(0);
        env.colleague_replaces("a.pdf", "of theirs");
        env.run_once(&[]).expect_code(6);
        assert_eq!(env.conflicts()[0]["reason"], "replacedElsewhere");
        resolve(&env, &mapping, "a.pdf", keep);
        assert_eq!(env.content("a.pdf"), stays.as_bytes(), "{keep}");
        assert_eq!(local(&env, "a.pdf").unwrap(), stays.as_bytes(), "{keep}");
        assert_eq!(env.run_once(&[]).expect_code(0).sums(), [0; 6], "{keep}");
    }
}

#[test]
fn what_somebody_else_deleted_is_asked_about() {
    for (keep, stays) in [("local", true), ("both", true), ("remote", false)] {
        let env = TestEnv::new();
        env.drawing("a.pdf", "agreed");
        let mapping = env.mapped(&[]);
        env.run_once(&[]).expect_code(0);
        env.colleague_deletes("a.pdf");
        env.run_once(&[]).expect_code(6);
        let conflicts = env.conflicts();
        assert_eq!(conflicts[0]["reason"], "deletedElsewhere");
        assert_eq!(conflicts[0]["remote"], json!([]));
        resolve(&env, &mapping, "a.pdf", keep);
        assert_eq!(env.names().len(), usize::from(stays), "{keep}");
        assert_eq!(local(&env, "a.pdf").is_some(), stays, "{keep}");
        assert_eq!(is_kept(&env, "a.pdf", 6, "local"), !stays, "{keep}");
        assert_eq!(env.run_once(&[]).expect_code(0).sums(), [0; 6], "{keep}");
    }
}

#[test]
fn of_several_documents_of_one_name_one_stays() {
    for keep in ["local", "remote", "id"] {
        let env = TestEnv::new();
        let one = env.file("one/a.pdf", "one");
        let two = env.file("two/a.pdf", "second");
        let first = env.upload("VA", &[&one]);
        env.upload("VA", &[&two]);
        env.drawing("a.pdf", "ours");
        let mapping = env.mapped(&[]);
        env.run_once(&[]).expect_code(6);
        let conflict = &env.conflicts()[0];
        assert_eq!(conflict["reason"], "duplicateNames");
        assert_eq!(conflict["remote"].as_array().unwrap().len(), 2);
        let run = match keep {
            "id" => {
                let args = [
                    "resolve", &mapping, "a.pdf", "--keep", "remote", "--id", &first[0],
                ];
                env.sync(&args).json()
            }
            keep => env
                .sync(&["resolve", &mapping, "a.pdf", "--keep", keep])
                .json(),
        };
        run.expect_code(0);
        let stays: &[u8] = match keep {
            "local" => b"ours",
            "remote" => b"second",
            _ => b"one",
        };
        assert_eq!(env.content("a.pdf"), stays, "{keep}");
        assert_eq!(local(&env, "a.pdf").unwrap(), stays, "{keep}");
        assert_eq!(env.run_once(&[]).expect_code(0).sums(), [0; 6], "{keep}");
    }
}

// Windows has no such two files.
#[cfg(not(windows))]
#[test]
fn two_files_of_one_name_are_a_persons_to_rename() {
    let env = TestEnv::new();
    env.drawing("Plan.pdf", "one");
    env.drawing("PLAN.pdf", "two");
    let mapping = env.mapped(&[]);
    let told = env.run_once(&[]);
    assert_eq!(told.expect_code(6).sums(), [1, 0, 0, 0, 1, 0]);
    assert_eq!(env.conflicts()[0]["reason"], "nameCollision");
    let run = env
        .sync(&["resolve", &mapping, "Plan.pdf", "--keep", "local"])
        .json();
    let error = run.expect_error(7, "refused");
    let message = text(&error["message"]);
    assert!(
        message.contains("Plan.pdf") && message.contains("PLAN.pdf"),
        "{message}"
    );
}

#[test]
fn a_word_on_nothing_is_not_found() {
    let env = TestEnv::new();
    env.drawing("a.pdf", "a");
    let mapping = env.mapped(&[]);
    env.run_once(&[]).expect_code(0);
    let args = ["resolve", &mapping, "a.pdf", "--keep", "local"];
    env.sync(&args).json().expect_error(4, "notFound");
    let args = ["resolve", &mapping, "--all", "--keep", "local"];
    assert_eq!(*env.sync(&args).json().expect_code(0).document(), json!([]));
}

#[test]
fn a_decision_covers_no_document_that_nobody_saw() {
    for how in ["listed", "named", "all", "reported"] {
        let (env, mapping) = both_changed();
        let seen = env.section("VA")[0].1.clone();
        if how != "reported" {
            env.conflicts();
        }
        let third = env.file("third/a.pdf", "of a third");
        let unseen = env.upload("VA", &[&third]).remove(0);
        if how != "reported" {
            env.run_once(&[]).expect_code(6);
        }
        let resolve = ["resolve", &mapping];
        let which: &[&str] = match how {
            "named" => &["a.pdf", "--remote", &seen],
            "all" => &["--all"],
            _ => &["a.pdf"],
        };
        for keep in ["local", "remote"] {
            let args = [&resolve[..], which, &["--keep", keep]].concat();
            env.sync(&args).json().expect_error(6, "conflict");
            assert_eq!(env.section("VA").len(), 2, "{how}: nothing is done");
            assert_eq!(local(&env, "a.pdf").unwrap(), b"ours", "{how}");
        }
        match how {
            "named" => {
                let args = ["a.pdf", "--keep", "local", "--remote", &seen, &unseen];
                env.sync(&[&resolve[..], &args].concat())
                    .json()
                    .expect_code(0);
            }
            _ => {
                assert_eq!(env.conflicts()[0]["remote"].as_array().unwrap().len(), 2);
                self::resolve(&env, &mapping, "a.pdf", "local");
            }
        }
        assert_eq!(env.content("a.pdf"), b"ours", "{how}");
        assert!(is_kept(&env, "a.pdf", 10, "remote"), "{how}");
    }
}
