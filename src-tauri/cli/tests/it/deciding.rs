//! What waits for a person: deletes and conflicts, and every word on them.

use serde_json::{Value, json};

use crate::support::{Desk, FOLDER, text};

fn remove(desk: &Desk, name: &str) {
    std::fs::remove_file(desk.path(FOLDER).join(name)).unwrap();
}

fn local(desk: &Desk, name: &str) -> Option<Vec<u8>> {
    std::fs::read(desk.path(FOLDER).join(name)).ok()
}

/// Whether the history has such content.
fn is_kept(desk: &Desk, name: &str, bytes: usize, from: &str) -> bool {
    desk.history().iter().any(|version| {
        version["name"] == name && version["bytes"] == bytes && version["from"] == from
    })
}

/// A folder with one document that both sides changed.
pub(crate) fn both_changed() -> (Desk, String) {
    let desk = Desk::new();
    desk.drawing("a.pdf", "agreed");
    let mapping = desk.mapped(&[]);
    desk.run_once(&[]).expect_code(0);
    desk.colleague_replaces("a.pdf", "of theirs");
    desk.drawing("a.pdf", "ours");
    let told = desk.run_once(&[]);
    assert_eq!(told.expect_code(6).sums(), [0, 0, 0, 0, 1, 0]);
    assert_eq!(told.named("conflict"), ["a.pdf"]);
    assert_eq!(
        desk.content("a.pdf"),
        b"of theirs",
        "never overwritten unasked"
    );
    (desk, mapping)
}

#[track_caller]
fn resolve(desk: &Desk, mapping: &str, name: &str, keep: &str) -> Value {
    let run = desk
        .sync(&["resolve", mapping, name, "--keep", keep])
        .json();
    run.expect_code(0).document().clone()
}

#[test]
fn a_delete_waits_for_a_yes_and_its_content_is_kept() {
    let desk = Desk::new();
    desk.drawing("a.pdf", "a");
    desk.drawing("b.pdf", "bb");
    desk.mapped(&[]);
    desk.run_once(&[]).expect_code(0);
    remove(&desk, "b.pdf");
    desk.drawing("c.pdf", "c");
    let told = desk.run_once(&[]);
    assert_eq!(
        told.expect_code(6).sums(),
        [1, 0, 0, 0, 0, 0],
        "everything undisputed is done"
    );
    assert_eq!(told.named("waiting"), ["b.pdf"]);
    let error = told.run.error();
    assert_eq!(error["kind"], "needsDecision");
    assert_eq!(desk.names().len(), 3);
    let told = desk.run_once(&["--yes"]);
    assert_eq!(told.expect_code(0).sums(), [0, 0, 1, 0, 0, 0]);
    assert_eq!(told.named("deletedRemote"), ["b.pdf"]);
    assert_eq!(desk.names(), ["a.pdf", "c.pdf"]);
    assert!(is_kept(&desk, "b.pdf", 2, "remote"));

    let version = desk.history()[0]["version"].to_string();
    desk.sync(&["restore", &version]).json().expect_code(0);
    assert_eq!(desk.run_once(&[]).expect_code(0).sums(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(desk.content("b.pdf"), b"bb");
}

#[test]
fn what_would_leave_less_than_a_tenth_needs_the_plan_itself() {
    let desk = Desk::new();
    for n in 0..3 {
        desk.drawing(&format!("{n}.pdf"), format!("drawing {n}"));
    }
    let mapping = desk.mapped(&["--deletes", "propagate"]);
    desk.run_once(&[]).expect_code(0);
    for n in 0..3 {
        remove(&desk, &format!("{n}.pdf"));
    }
    desk.run_once(&[]).expect_code(6);
    desk.run_once(&["--yes"]).expect_code(6);
    assert_eq!(desk.names().len(), 3, "a yes is not enough");
    desk.run_once(&["--approve", "0123456789abcdef"])
        .expect_code(6);
    assert_eq!(desk.names().len(), 3, "another plan's id is not enough");
    let plan = desk.sync(&["plan", &mapping]).json();
    let plan = text(&plan.expect_code(0).document()["plan"]).to_owned();
    let told = desk.run_once(&[&mapping, "--approve", &plan]);
    assert_eq!(told.expect_code(0).sums(), [0, 0, 3, 0, 0, 0]);
    assert!(desk.names().is_empty());
    assert_eq!(desk.history().len(), 3);
}

#[test]
fn equal_bytes_are_adopted_without_a_question() {
    let desk = Desk::new();
    desk.drawing("a.pdf", "the same");
    let file = desk.file("elsewhere/a.pdf", "the same");
    let ids = desk.upload("VA", &[&file]);
    let mapping = desk.mapped(&[]);
    let plan = desk.sync(&["plan", &mapping]).json();
    let action = &plan.expect_code(0).document()["actions"][0];
    assert_eq!(
        [&action["action"], &action["reason"]],
        ["adopt", "toBeCompared"]
    );
    let told = desk.run_once(&[]);
    assert_eq!(told.expect_code(0).sums(), [0, 0, 0, 1, 0, 0]);
    assert_eq!(desk.section("VA"), [("a.pdf".to_owned(), ids[0].clone())]);
    assert_eq!(desk.run_once(&[]).expect_code(0).sums(), [0; 6]);
}

#[test]
fn a_first_contact_is_told_with_both_sides() {
    let desk = Desk::new();
    desk.drawing("a.pdf", "ours");
    let file = desk.file("elsewhere/a.pdf", "theirs!");
    let ids = desk.upload("VA", &[&file]);
    let mapping = desk.mapped(&[]);
    desk.run_once(&[]).expect_code(6);
    let conflicts = desk.conflicts();
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
    let status = desk.sync(&["status"]).json();
    assert_eq!(status.document()[0]["state"], "needsDecision");
    assert_eq!(status.document()[0]["conflicts"], 1);

    let run = desk
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
    let run = desk
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
    assert_eq!(local(&desk, "a.pdf").unwrap(), b"theirs!");
    assert!(
        is_kept(&desk, "a.pdf", 4, "local"),
        "ours is in the history"
    );
    assert_eq!(desk.run_once(&[]).expect_code(0).sums(), [0; 6]);
}

#[test]
fn ours_stays_and_theirs_is_kept() {
    let (desk, mapping) = both_changed();
    let resolved = resolve(&desk, &mapping, "a.pdf", "local");
    assert_eq!(resolved["kept"], "local");
    assert_eq!(resolved["reason"], "bothChanged");
    assert_eq!(desk.content("a.pdf"), b"ours");
    assert!(is_kept(&desk, "a.pdf", 9, "remote"));
    assert!(desk.conflicts().is_empty());
    assert_eq!(desk.run_once(&[]).expect_code(0).sums(), [0; 6]);
}

#[test]
fn both_stay_under_two_names() {
    let (desk, mapping) = both_changed();
    resolve(&desk, &mapping, "a.pdf", "both");
    let told = desk.run_once(&[]);
    assert_eq!(told.expect_code(0).sums()[4..], [0, 0]);
    assert_eq!(desk.content("a.pdf"), b"ours");
    let names = desk.names();
    let theirs = names
        .iter()
        .find(|name| name.starts_with("a (theirs "))
        .unwrap();
    assert!(theirs.ends_with(").pdf") && names.len() == 2, "{names:?}");
    assert_eq!(desk.content(theirs), b"of theirs");
    assert_eq!(local(&desk, theirs).unwrap(), b"of theirs");
    assert_eq!(desk.run_once(&[]).expect_code(0).sums(), [0; 6]);
}

#[test]
fn what_somebody_else_replaced_is_asked_about() {
    for (keep, stays) in [("local", "agreed"), ("remote", "of theirs")] {
        let desk = Desk::new();
        desk.drawing("a.pdf", "agreed");
        let mapping = desk.mapped(&[]);
        desk.run_once(&[]).expect_code(0);
        desk.colleague_replaces("a.pdf", "of theirs");
        desk.run_once(&[]).expect_code(6);
        assert_eq!(desk.conflicts()[0]["reason"], "replacedElsewhere");
        resolve(&desk, &mapping, "a.pdf", keep);
        assert_eq!(desk.content("a.pdf"), stays.as_bytes(), "{keep}");
        assert_eq!(local(&desk, "a.pdf").unwrap(), stays.as_bytes(), "{keep}");
        assert_eq!(desk.run_once(&[]).expect_code(0).sums(), [0; 6], "{keep}");
    }
}

#[test]
fn what_somebody_else_deleted_is_asked_about() {
    for (keep, stays) in [("local", true), ("both", true), ("remote", false)] {
        let desk = Desk::new();
        desk.drawing("a.pdf", "agreed");
        let mapping = desk.mapped(&[]);
        desk.run_once(&[]).expect_code(0);
        desk.colleague_deletes("a.pdf");
        desk.run_once(&[]).expect_code(6);
        let conflicts = desk.conflicts();
        assert_eq!(conflicts[0]["reason"], "deletedElsewhere");
        assert_eq!(conflicts[0]["remote"], json!([]));
        resolve(&desk, &mapping, "a.pdf", keep);
        assert_eq!(desk.names().len(), usize::from(stays), "{keep}");
        assert_eq!(local(&desk, "a.pdf").is_some(), stays, "{keep}");
        assert_eq!(is_kept(&desk, "a.pdf", 6, "local"), !stays, "{keep}");
        assert_eq!(desk.run_once(&[]).expect_code(0).sums(), [0; 6], "{keep}");
    }
}

#[test]
fn of_several_documents_of_one_name_one_stays() {
    for keep in ["local", "remote", "id"] {
        let desk = Desk::new();
        let one = desk.file("one/a.pdf", "one");
        let two = desk.file("two/a.pdf", "second");
        let first = desk.upload("VA", &[&one]);
        desk.upload("VA", &[&two]);
        desk.drawing("a.pdf", "ours");
        let mapping = desk.mapped(&[]);
        desk.run_once(&[]).expect_code(6);
        let conflict = &desk.conflicts()[0];
        assert_eq!(conflict["reason"], "duplicateNames");
        assert_eq!(conflict["remote"].as_array().unwrap().len(), 2);
        let run = match keep {
            "id" => {
                let args = [
                    "resolve", &mapping, "a.pdf", "--keep", "remote", "--id", &first[0],
                ];
                desk.sync(&args).json()
            }
            keep => desk
                .sync(&["resolve", &mapping, "a.pdf", "--keep", keep])
                .json(),
        };
        run.expect_code(0);
        let stays: &[u8] = match keep {
            "local" => b"ours",
            "remote" => b"second",
            _ => b"one",
        };
        assert_eq!(desk.content("a.pdf"), stays, "{keep}");
        assert_eq!(local(&desk, "a.pdf").unwrap(), stays, "{keep}");
        assert_eq!(desk.run_once(&[]).expect_code(0).sums(), [0; 6], "{keep}");
    }
}

#[test]
fn two_files_of_one_name_are_a_persons_to_rename() {
    let desk = Desk::new();
    desk.drawing("Plan.pdf", "one");
    desk.drawing("PLAN.pdf", "two");
    let mapping = desk.mapped(&[]);
    let told = desk.run_once(&[]);
    assert_eq!(told.expect_code(6).sums(), [1, 0, 0, 0, 1, 0]);
    assert_eq!(desk.conflicts()[0]["reason"], "nameCollision");
    let run = desk
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
    let desk = Desk::new();
    desk.drawing("a.pdf", "a");
    let mapping = desk.mapped(&[]);
    desk.run_once(&[]).expect_code(0);
    let args = ["resolve", &mapping, "a.pdf", "--keep", "local"];
    desk.sync(&args).json().expect_error(4, "notFound");
    let args = ["resolve", &mapping, "--all", "--keep", "local"];
    assert_eq!(
        *desk.sync(&args).json().expect_code(0).document(),
        json!([])
    );
}

#[test]
fn a_decision_covers_no_document_that_nobody_saw() {
    for how in ["listed", "named", "all", "reported"] {
        let (desk, mapping) = both_changed();
        let seen = desk.section("VA")[0].1.clone();
        if how != "reported" {
            desk.conflicts();
        }
        let third = desk.file("third/a.pdf", "of a third");
        let unseen = desk.upload("VA", &[&third]).remove(0);
        if how != "reported" {
            desk.run_once(&[]).expect_code(6);
        }
        let resolve = ["resolve", &mapping];
        let which: &[&str] = match how {
            "named" => &["a.pdf", "--remote", &seen],
            "all" => &["--all"],
            _ => &["a.pdf"],
        };
        for keep in ["local", "remote"] {
            let args = [&resolve[..], which, &["--keep", keep]].concat();
            desk.sync(&args).json().expect_error(6, "conflict");
            assert_eq!(desk.section("VA").len(), 2, "{how}: nothing is done");
            assert_eq!(local(&desk, "a.pdf").unwrap(), b"ours", "{how}");
        }
        match how {
            "named" => {
                let args = ["a.pdf", "--keep", "local", "--remote", &seen, &unseen];
                desk.sync(&[&resolve[..], &args].concat())
                    .json()
                    .expect_code(0);
            }
            _ => {
                assert_eq!(desk.conflicts()[0]["remote"].as_array().unwrap().len(), 2);
                self::resolve(&desk, &mapping, "a.pdf", "local");
            }
        }
        assert_eq!(desk.content("a.pdf"), b"ours", "{how}");
        assert!(is_kept(&desk, "a.pdf", 10, "remote"), "{how}");
    }
}
