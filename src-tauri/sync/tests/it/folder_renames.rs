//! A renamed folder is one question, also where its files changed before they were seen again.

use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::engine::{RunOptions, RunReport};
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::plan::{Action, ActionKind, Approval, DeleteGuard, Plan};
use fielddesk_sync::ports::{NotReady, Readiness};
use fielddesk_sync::reason::Reason;
use fielddesk_sync::resolve::{DeletedChoice, HeldChoice};
use fielddesk_sync::tree::FileIdentity;

use crate::test_env::{TestEnv, done};
use crate::trees::{Trees, at};

const FILES: usize = 61;

/// A folder of 61 files in step beside another one.
fn two_folders(deletes: Deletes) -> Trees {
    let mut trees = Trees::new(deletes);
    for n in 0..FILES {
        trees.mirrored(&format!("VA/{n:03}.pdf"), &format!("id{n}"), &old(n));
        trees.mirrored(
            &format!("Veg/{n}.pdf"),
            &format!("veg{n}"),
            &format!("veg {n}"),
        );
    }
    trees
}

fn old(n: usize) -> String {
    format!("content {n}")
}

/// Renames the folder; the first so many files keep their content.
fn rename(trees: &mut Trees, kept: usize) {
    trees
        .scan
        .files
        .retain(|file| !file.path.as_str().starts_with("VA/"));
    for n in 0..FILES {
        let content = if n < kept { old(n) } else { format!("new {n}") };
        trees.file(&format!("VA nord/{n:03}.pdf"), &content);
    }
}

/// Documents of the new names, sent at a moment after the first agreement.
fn send(trees: &mut Trees, moment: i64, kept: usize) {
    for n in 0..FILES {
        let content = if n < kept { old(n) } else { format!("new {n}") };
        let (path, name) = (format!("VA nord/{n:03}.pdf"), format!("{n:03}.pdf"));
        let id = format!("sent{n}");
        trees
            .agreed(&path, &id, &content)
            .doc("VA nord", &name, &id);
        let key = FileKey::of("VA nord", &name);
        let mut sent = trees.saved.synced.get(&key).unwrap().clone();
        sent.at = at(moment);
        trees.saved.synced.put(key, sent);
    }
}

fn deletes(plan: &Plan) -> Vec<&Action> {
    let actions = plan.actions.iter();
    let deletes = actions.filter(|action| matches!(action.act, ActionKind::Delete { .. }));
    deletes.collect()
}

fn with_folder(plan: &Plan) -> usize {
    let renamed = |action: &&&Action| action.reason() == Reason::FolderRenamed;
    deletes(plan).iter().filter(renamed).count()
}

#[test]
fn files_that_changed_meanwhile_are_renamed_with_their_folder() {
    let mut trees = two_folders(Deletes::Propagate);
    rename(&mut trees, 21);
    let plan = trees.plan();
    assert_eq!(plan.actions.len(), 2 * FILES);
    for action in &plan.actions {
        assert_eq!(action.reason(), Reason::FolderRenamed, "{}", action.name);
    }
    for action in deletes(&plan) {
        let ActionKind::Delete {
            renamed_to, hold, ..
        } = &action.act
        else {
            unreachable!()
        };
        let expected = FileKey::of("VA nord", &action.name);
        assert_eq!(renamed_to.as_ref().map(|to| &to.key), Some(&expected));
        assert_eq!(
            *hold,
            Some(DeleteGuard::WholePage),
            "the guard is that of before"
        );
    }
    assert!(!Approval::None.covers(&plan) && Approval::Yes.covers(&plan));
}

/// A change beside a rename, and the number of old names that belong to the rename.
type Case = (&'static str, fn(&mut Trees), usize);

#[test]
fn a_folder_is_renamed_where_names_and_one_file_more_agree() {
    let cases: [Case; 9] = [
        ("all are new in this plan", |trees| rename(trees, 0), FILES),
        (
            "one was sent with its content",
            |trees| {
                rename(trees, 1);
                send(trees, 5, 1);
            },
            FILES,
        ),
        (
            "one was sent with its identity",
            |trees| {
                rename(trees, 0);
                send(trees, 5, 0);
                identify(trees);
            },
            FILES,
        ),
        (
            "the names were sent before and nothing else is the same",
            |trees| {
                rename(trees, 0);
                send(trees, 5, 0);
            },
            0,
        ),
        (
            "the other folder was there already",
            |trees| {
                rename(trees, 21);
                send(trees, -5, 21);
            },
            0,
        ),
        (
            "a file is left in the old folder",
            |trees| {
                rename(trees, 21);
                trees.file("VA/000.pdf", &old(0));
            },
            0,
        ),
        (
            "less than half of the names are there",
            |trees| {
                rename(trees, 21);
                trees.scan.files.retain(|file| {
                    let number = file.path.name().trim_end_matches(".pdf").parse();
                    file.path.as_str().starts_with("Veg") || number.is_ok_and(|n: usize| n < 30)
                });
            },
            0,
        ),
        (
            "the new files are open in another program",
            |trees| {
                rename(trees, 21);
                for file in trees.scan.files.iter_mut().rev().take(FILES - 21) {
                    file.readiness = Readiness::NotReady(NotReady::Open(None));
                }
            },
            FILES,
        ),
        (
            "a page lists far fewer documents than before",
            |trees| {
                rename(trees, 21);
                trees.listing.pages.retain(|page| page.section != "Veg");
            },
            0,
        ),
    ];
    for (what, happens, expected) in cases {
        let mut trees = two_folders(Deletes::Ask);
        happens(&mut trees);
        assert_eq!(with_folder(&trees.plan()), expected, "{what}");
    }
}

/// Gives the first file the same identity under both names.
fn identify(trees: &mut Trees) {
    let identity = Some(FileIdentity {
        file: 7,
        changed_ns: 1,
    });
    for section in ["VA", "VA nord"] {
        let key = FileKey::of(section, "000.pdf");
        let mut agreed = trees.saved.synced.get(&key).unwrap().clone();
        agreed.stat.identity = identity;
        trees.saved.synced.put(key, agreed);
    }
    for file in &mut trees.scan.files {
        if file.path.as_str() == "VA nord/000.pdf" {
            file.stat.identity = identity;
        }
    }
}

/// The old names that wait, with whether all have new ones.
fn waiting(report: &RunReport) -> (usize, bool) {
    let old = deletes(&report.left);
    let named = |action: &&Action| match &action.act {
        ActionKind::Delete { renamed_to, .. } => {
            renamed_to.as_ref().is_some_and(|to| to.with_folder)
        }
        _ => false,
    };
    (old.len(), old.iter().all(named))
}

#[test]
fn one_word_removes_the_old_names_of_a_folder_after_its_files_were_sent() {
    let mut env = TestEnv::new(Deletes::Ask);
    let names = ["a.pdf", "b.pdf", "c.pdf", "d.pdf"];
    for name in names {
        env.save(&format!("VA/{name}"), name);
    }
    env.run();
    for name in names {
        env.delete(&format!("VA/{name}"));
        let changed = format!("changed {name}");
        let content = if name == "a.pdf" { name } else { &changed };
        env.save(&format!("VA nord/{name}"), content);
    }
    assert_eq!(waiting(&env.run()), (4, true));
    env.restart();
    assert_eq!(waiting(&env.run()), (4, true), "after a restart");
    env.env.approve();
    let keys = names.map(|name| FileKey::of("VA", name));
    let choice = HeldChoice::Deleted(DeletedChoice::Remove);
    let options = RunOptions::default();
    let decided = done(&env.env, env.engine.decide_held(&keys, choice, &options)).unwrap();
    assert!(decided.iter().all(Result::is_ok), "{decided:?}");
    assert!(env.run().left.is_empty());
    assert_eq!(env.page().len(), 4);
    assert!(
        names.iter().all(|name| env.kept(name)),
        "the history has the old contents"
    );
}
