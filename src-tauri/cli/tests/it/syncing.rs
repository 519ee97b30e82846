//! `fieldctl sync`: unsettled files, approved deletes, decisions, and the words of its reports.

use crate::support::{FOLDER, PROJECT, TestEnv, text};

#[test]
fn a_file_that_was_saved_this_moment_is_waited_for() {
    let env = TestEnv::new();
    env.mapped(&[]);
    env.file(&format!("{FOLDER}/new.pdf"), "just saved");
    let told = env.run_once(&[]);
    assert_eq!(told.expect_code(0).sums(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(told.named("skipped"), Vec::<&str>::new());
    assert_eq!(env.content("new.pdf"), b"just saved");
}

#[test]
fn a_plan_that_leaves_less_than_a_tenth_needs_its_own_approval() {
    let env = TestEnv::new();
    for n in 0..3 {
        env.drawing(&format!("{n}.pdf"), format!("drawing {n}"));
    }
    let mapping = env.mapped(&["--deletes", "propagate"]);
    env.run_once(&[]).expect_code(0);
    for n in 0..3 {
        std::fs::remove_file(env.path(FOLDER).join(format!("{n}.pdf"))).unwrap();
    }
    for approval in [&["--yes"][..], &["--approve", "0123456789abcdef"]] {
        env.run_once(approval).expect_code(6);
        assert_eq!(env.names().len(), 3, "{approval:?} is not enough");
    }
    let plan = env.sync(&["plan", &mapping]).json();
    let plan = text(&plan.expect_code(0).document()["plan"]).to_owned();
    let told = env.run_once(&[&mapping, "--approve", &plan]);
    assert_eq!(told.expect_code(0).sums(), [0, 0, 3, 0, 0, 0]);
    assert!(env.names().is_empty());
    assert_eq!(env.history().len(), 3);
}

#[test]
fn a_decision_covers_no_document_that_was_never_shown() {
    for how in ["listed", "named", "reported"] {
        let env = TestEnv::new();
        env.drawing("a.pdf", "agreed");
        let mapping = env.mapped(&[]);
        env.run_once(&[]).expect_code(0);
        env.colleague_replaces("a.pdf", "of theirs");
        env.drawing("a.pdf", "ours");
        env.run_once(&[]).expect_code(6);
        let seen = env.section("VA")[0].1.clone();
        if how != "reported" {
            env.conflicts();
        }
        let third = env.file("third/a.pdf", "of a third");
        let unseen = env.upload("VA", &[&third]).remove(0);
        let resolve = ["resolve", &mapping, "a.pdf", "--keep", "local"];
        let which: &[&str] = match how {
            "named" => &["--remote", &seen],
            _ => &[],
        };
        let refused = env.sync(&[&resolve, which].concat()).json();
        refused.expect_error(6, "conflict");
        assert_eq!(env.section("VA").len(), 2, "{how}: nothing is done");
        let which: &[&str] = match how {
            "named" => &["--remote", &seen, &unseen],
            _ => &[],
        };
        assert_eq!(env.conflicts()[0]["remote"].as_array().unwrap().len(), 2);
        let done = env.sync(&[&resolve, which].concat()).json();
        done.expect_code(0);
        assert_eq!(env.content("a.pdf"), b"ours", "{how}");
    }
}

#[test]
fn a_renamed_subfolder_is_answered_for_all_its_old_names_at_once() {
    let env = TestEnv::new();
    let names = ["a.pdf", "b.pdf", "c.pdf", "d.pdf"];
    for name in names {
        env.drawing(&format!("VA/{name}"), name);
    }
    let add = [
        "add",
        FOLDER,
        "--project",
        PROJECT,
        "--sections-by-subfolder",
    ];
    let added = env.sync(&add).json();
    let mapping = text(&added.expect_code(0).document()["mapping"]).to_owned();
    env.run_once(&[]).expect_code(0);
    let folder = env.path(FOLDER);
    std::fs::rename(folder.join("VA"), folder.join("VA nord")).unwrap();
    for name in &names[1..] {
        env.drawing(&format!("VA nord/{name}"), format!("another {name}"));
    }
    let plan = env.sync(&["plan", &mapping]).json();
    let actions = plan.expect_code(0).document()["actions"].clone();
    let reasons = actions.as_array().unwrap().iter();
    let reasons: Vec<_> = reasons.map(|action| text(&action["reason"])).collect();
    assert_eq!(reasons, ["folderRenamed"; 8], "{actions}");
    env.run_once(&[]).expect_code(6);
    let rows = |more: &[&str]| {
        let deleted = env.sync(&[&["deleted", &mapping], more].concat()).json();
        deleted.expect_code(0).document().as_array().unwrap().len()
    };
    assert_eq!(rows(&["--all", "--keep-remote"]), 4);
    assert_eq!(rows(&[]), 0, "nothing waits any more");
    assert_eq!(env.section("VA").len(), 4);
}

#[test]
fn people_read_words() {
    let env = TestEnv::new();
    env.drawing("Plan A.pdf", "a");
    let mapping = env.mapped(&[]);
    for (args, words) in [
        (&["list"][..], &["SYNCED TO", PROJECT, "VA", "ask"][..]),
        (&["plan"], &["upload", "Plan A.pdf", "new here"]),
        (
            &["run", "--once"],
            &["uploaded    VA/Plan A.pdf", "1 uploaded, 0 replaced"],
        ),
        (&["status"], &["synced", &mapping]),
        (&["conflicts"], &[]),
        (&["verify"], &["Plan A.pdf", "same"]),
        (&["explain", &mapping, "Plan A.pdf"], &["synced"]),
        (&["receipt", &mapping], &["Plan A.pdf"]),
        (&["history"], &[]),
    ] {
        let run = env.sync(args).run();
        run.expect_code(0);
        for word in words {
            assert!(run.stdout.contains(word), "{word} in {}", run.stdout);
        }
    }
}
