//! From a drop to the page: what the plan shows is what is sent.

mod adding;
mod brought_back;
mod warnings;

use std::time::Duration;

use fielddesk_core::drop_plan::{DropPlan, DropSource, Place, PlanChange, Plans, What};
use fielddesk_core::profiles::ProfileId;
use fielddesk_core::transfers::{TransferState, TransfersView};
use fielddesk_core::{Failure, FailureKind};
use serde_json::json;

use crate::test_env::{SECTION, TestEnv, ended, until};

fn place(env: &TestEnv) -> Place {
    Place {
        target: env.target.clone(),
        project_number: "P-2026-001".into(),
        title: "Hoveveien".into(),
        default_section: "Documents".into(),
    }
}

/// Files of tests are seconds old; a plan would wait for them to be quiet.
fn settle(env: &TestEnv) {
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
    for entry in std::fs::read_dir(env.files.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            std::fs::File::options()
                .write(true)
                .open(path)
                .unwrap()
                .set_modified(old)
                .unwrap();
        }
    }
}

#[tokio::test]
async fn a_plan_is_not_brought_back_under_another_connection() {
    let env = TestEnv::new().await;
    std::fs::write(env.files.path().join("HA-101.pdf"), "one").unwrap();
    settle(&env);
    let plans = Plans::new();
    let office = ProfileId::new();
    plans.belong_to(&office);
    let left = plan(&env, &plans, Some(SECTION)).await.plan_id;
    plans.discard(&left);
    plans.belong_to(&office);
    let documents = env.documents().await;
    plans.reopen(&documents, &left).await.unwrap();
    plans.discard(&left);
    plans.belong_to(&ProfileId::new());
    let refused = plans.reopen(&documents, &left).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::NotFound);
}

async fn plan(env: &TestEnv, plans: &Plans, section: Option<&str>) -> DropPlan {
    let documents = env.documents().await;
    let paths = std::fs::read_dir(env.files.path())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths.collect();
    paths.sort();
    let drop = plans.begin(paths, DropSource::Drop).borrow().id.clone();
    let mut updates = plans.updates();
    let mut plan = plans
        .plan(
            Some(&documents),
            &drop,
            Some(place(env)),
            section.map(ToOwned::to_owned),
        )
        .await
        .unwrap();
    while !plan.ready {
        updates.recv().await.unwrap();
        plan = plans.get(&plan.plan_id).unwrap();
    }
    plan
}

fn ticked(plan: &DropPlan) -> Vec<u32> {
    plan.rows
        .iter()
        .filter(|row| row.ticked)
        .map(|row| row.row_id)
        .collect()
}

#[tokio::test]
async fn a_second_drop_sends_only_what_changed() {
    let env = TestEnv::new().await;
    let plans = Plans::new();
    let transfers = env.transfers().await;
    for name in ["a.pdf", "b.pdf", "c.pdf"] {
        env.write(name, name);
    }
    settle(&env);
    let first = plan(&env, &plans, Some(SECTION)).await;
    assert!(
        first
            .rows
            .iter()
            .all(|row| row.what == What::New && row.ticked),
        "{first:?}"
    );
    assert_eq!(
        plans
            .send(&transfers, &first.plan_id, &ticked(&first))
            .await
            .unwrap(),
        3
    );
    until(&transfers, |view| view.files_done == 3).await;
    let before = env.on_page().await;
    env.write("b.pdf", "B.PDF");
    env.write("d.pdf", "d");
    settle(&env);
    let second = plan(&env, &plans, Some(SECTION)).await;
    let what: Vec<_> = second.rows.iter().map(|row| row.what).collect();
    assert_eq!(
        what,
        [
            What::AlreadyThere,
            What::Replaces,
            What::AlreadyThere,
            What::New
        ]
    );
    assert_eq!(
        plans
            .send(&transfers, &second.plan_id, &ticked(&second))
            .await
            .unwrap(),
        2
    );
    let view = until(&transfers, |view| {
        view.items.len() == 5 && view.active + view.waiting == 0
    })
    .await;
    assert!(
        view.items
            .iter()
            .all(|item| item.state == TransferState::Done),
        "{view:?}"
    );
    let mut names = env.names().await;
    names.sort();
    assert_eq!(names, ["a.pdf", "b.pdf", "c.pdf", "d.pdf"]);
    let after = env.on_page().await;
    for (id, name) in before.iter().filter(|(_, name)| name != "b.pdf") {
        assert!(
            after.contains(&(id.clone(), name.clone())),
            "{name} was left alone"
        );
    }
    transfers.stop().await;
}

#[tokio::test]
async fn rows_change_as_the_person_chooses_and_a_plan_can_be_brought_back() {
    let env = TestEnv::new().await;
    let plans = Plans::new();
    let transfers = env.transfers().await;
    // Two sections: of one alone nobody is asked which.
    let path = env.write("a.pdf", "a");
    let first = transfers.send(vec![env.upload(&path)]).await.unwrap();
    ended(&transfers, &first).await;
    std::fs::remove_file(path).unwrap();
    env.write("uten mønster.xyz", "x");
    settle(&env);
    let plan = plan(&env, &plans, None).await;
    assert_eq!(plan.rows[0].what, What::ChooseSection);
    plans
        .send(&transfers, &plan.plan_id, &[0])
        .await
        .unwrap_err();
    let change = PlanChange {
        section: Some(format!(" {SECTION} ")),
        ..PlanChange::default()
    };
    let rows = plans.change(&plan.plan_id, &[0], &change).unwrap();
    assert_eq!(
        (rows[0].what, rows[0].section.as_deref()),
        (What::New, Some(SECTION))
    );
    plans.discard(&plan.plan_id);
    let documents = env.documents().await;
    let back = plans.reopen(&documents, &plan.plan_id).await.unwrap();
    assert_eq!(back.rows, rows);
    plans.send(&transfers, &plan.plan_id, &[0]).await.unwrap();
    plans.get(&plan.plan_id).unwrap_err();
    let view = until(&transfers, |view| view.items.len() == 2).await;
    ended(&transfers, &[view.items[1].id]).await;
    let mut names = env.names().await;
    names.sort();
    assert_eq!(names, ["a.pdf", "uten mønster.xyz"]);
    transfers.stop().await;
}

#[tokio::test]
async fn where_the_server_is_away_a_drop_is_planned_at_once_with_what_was_read_before() {
    let env = TestEnv::new().await;
    env.put("a.pdf", b"x").await;
    let documents = env.documents().await;
    documents.list(&env.target, true).await.unwrap();
    env.write("a.pdf", "changed");
    settle(&env);
    env.fault("GET", 100, json!({"delayMs": 600_000})).await;
    let gone = Failure::new(FailureKind::Unreachable, "Nothing answers.", "");
    env.online.note::<()>(Err(gone)).unwrap_err();
    let plans = Plans::new();
    let planned = plan(&env, &plans, Some(SECTION));
    let planned = tokio::time::timeout(Duration::from_secs(30), planned).await;
    let row = &planned.expect("nobody is asked").rows[0];
    assert_eq!(row.on_page.len(), 1, "{row:?}");
}

#[tokio::test]
async fn one_spreadsheet_is_for_an_import_and_anything_else_stays_a_drop() {
    let env = TestEnv::new().await;
    let plans = Plans::new();
    let sheet = env.write("Timer.XLSX", "x");
    let drawing = env.write("Plan.pdf", "x");
    let begin = |paths| plans.begin(paths, DropSource::Drop).borrow().id.clone();
    let one = begin(vec![sheet.clone()]);
    assert_eq!(plans.spreadsheet(&one).await.unwrap(), sheet);
    for paths in [vec![drawing.clone()], vec![sheet, drawing]] {
        let drop = begin(paths);
        let failure = plans.spreadsheet(&drop).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Usage);
        let documents = env.documents().await;
        let goes_on = plans.plan(Some(&documents), &drop, Some(place(&env)), None);
        assert!(goes_on.await.is_ok());
    }
}

#[tokio::test]
async fn a_file_that_is_still_written_goes_when_it_is_quiet() {
    let env = TestEnv::new().await;
    let plans = Plans::new();
    env.write("fresh.pdf", "x");
    let drop = plans
        .begin(vec![env.files.path().join("fresh.pdf")], DropSource::Picker)
        .borrow()
        .id
        .clone();
    let mut updates = plans.updates();
    let documents = env.documents().await;
    let plan = plans
        .plan(
            Some(&documents),
            &drop,
            Some(place(&env)),
            Some(SECTION.into()),
        )
        .await
        .unwrap();
    assert_eq!(
        (plan.rows[0].what, plan.rows[0].still_saving, plan.ready),
        (What::New, true, false)
    );
    let mut update = updates.recv().await.unwrap();
    while !update.ready {
        update = updates.recv().await.unwrap();
    }
    assert_eq!(plans.get(&plan.plan_id).unwrap().rows[0].what, What::New);
}

#[tokio::test]
async fn a_file_that_grew_since_it_was_dropped_is_not_sent_while_it_is_written() {
    let env = TestEnv::new().await;
    let paused = env.write("paused.las", "half");
    let dropped = env.upload(&paused);
    std::fs::write(&paused, "more than half").unwrap();
    let transfers = env.transfers().await;
    transfers.send(vec![dropped]).await.unwrap();
    let growing = |view: &TransfersView| {
        let mut failures = view.items.iter().filter_map(|item| item.failure.as_ref());
        failures.any(|failure| failure.kind == FailureKind::FileGrowing)
    };
    until(&transfers, growing).await;
    assert!(env.names().await.is_empty());
    std::fs::write(&paused, "the whole of the file").unwrap();
    settle(&env);
    let view = until(&transfers, |view| view.files_done == 1).await;
    assert_eq!(view.items[0].bytes_total, 21);
    transfers.stop().await;
}
