//! Warnings of a plan before anything is sent: something newer in the project, another project, a
//! size that the server refused.

use std::path::Path;
use std::time::{Duration, SystemTime};

use fielddesk_core::drop_plan::OtherProjectReason;

use super::*;

fn save_at(path: &Path, ago: Duration) {
    let file = std::fs::File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::now() - ago).unwrap();
}

#[tokio::test]
async fn an_older_file_than_the_one_that_was_uploaded_is_told_and_sent_only_by_choice() {
    let env = TestEnv::new().await;
    let plans = Plans::new();
    let transfers = env.transfers().await;
    let path = env.write("Plan.pdf", "this week's");
    save_at(&path, Duration::from_secs(3_600));
    let first = plan(&env, &plans, Some(SECTION)).await;
    plans.send(&transfers, &first.plan_id, &[0]).await.unwrap();
    until(&transfers, |view| view.files_done == 1).await;

    let path = env.write("Plan.pdf", "last week's");
    save_at(&path, Duration::from_secs(7 * 24 * 3_600));
    let older = plan(&env, &plans, Some(SECTION)).await;
    let row = &older.rows[0];
    assert_eq!((row.what, row.ticked), (What::NewerThere, false));
    assert!(row.on_page[0].saved_at > row.modified, "{row:?}");

    plans.send(&transfers, &older.plan_id, &[0]).await.unwrap();
    until(&transfers, |view| {
        view.items.len() == 2 && view.active + view.waiting == 0
    })
    .await;
    let stored = env.on_page().await;
    let [(id, _)] = stored.as_slice() else {
        panic!("{stored:?}")
    };
    assert_eq!(
        env.bytes(id).await,
        b"last week's",
        "who ticks it replaces it"
    );
    transfers.stop().await;
}

#[tokio::test]
async fn files_of_another_project_are_told_and_go_there_in_a_plan_of_their_own() {
    let env = TestEnv::new().await;
    let plans = Plans::new();
    let transfers = env.transfers().await;
    let documents = env.documents().await;
    let projects = env.connection.client.projects().list().await.unwrap();
    let other = projects
        .iter()
        .find(|one| one.id != env.target.project)
        .unwrap();
    let name = format!("{} VA-101.pdf", other.project_number);
    env.write(&name, "theirs");
    env.write("ours.pdf", "ours");
    settle(&env);

    let both = plan(&env, &plans, Some(SECTION)).await;
    let told = plans
        .other_project(&documents, &projects, &both.plan_id)
        .await
        .unwrap();
    let told = told.expect("its number is in a name");
    assert_eq!(
        (&told.target.project, told.reason),
        (&other.id, OtherProjectReason::Number)
    );
    let named: Vec<_> = both
        .rows
        .iter()
        .filter(|row| told.row_ids.contains(&row.row_id))
        .collect();
    assert_eq!(named.len(), 1);
    assert_eq!(named[0].name, name);

    let there = Place {
        target: told.target.clone(),
        project_number: told.number.clone(),
        ..place(&env)
    };
    let split = plans.split(&documents, &both.plan_id, &told.row_ids, there);
    let (left, theirs) = split.await.unwrap();
    let names =
        |plan: &DropPlan| -> Vec<String> { plan.rows.iter().map(|row| row.name.clone()).collect() };
    assert_eq!(
        (names(&left), names(&theirs)),
        (vec!["ours.pdf".into()], vec![name.clone()])
    );

    plans
        .send(&transfers, &left.plan_id, &ticked(&left))
        .await
        .unwrap();
    let section = PlanChange {
        section: Some(SECTION.into()),
        ..PlanChange::default()
    };
    plans
        .change(&theirs.plan_id, &told.row_ids, &section)
        .unwrap();
    plans
        .send(&transfers, &theirs.plan_id, &told.row_ids)
        .await
        .unwrap();
    until(&transfers, |view| view.done == 2).await;
    assert_eq!(env.names().await, ["ours.pdf"]);
    let page = documents.list(&told.target, true).await.unwrap();
    let stored = page.sections.iter().flat_map(|section| &section.documents);
    assert_eq!(stored.filter(|document| document.name == name).count(), 1);
    transfers.stop().await;
}

#[tokio::test]
async fn a_size_that_the_server_refused_is_known_to_the_next_plan() {
    let env = TestEnv::with_limit(Some(100_000)).await;
    let plans = Plans::new();
    let transfers = env.transfers().await;
    let path = env.write("scan.las", vec![7; 150_000]);
    settle(&env);
    let first = plan(&env, &plans, Some(SECTION)).await;
    assert_eq!(
        (first.rows[0].too_large, first.rows[0].ticked),
        (None, true)
    );
    plans.send(&transfers, &first.plan_id, &[0]).await.unwrap();
    let view = until(&transfers, |view| view.failed == 1).await;
    let failure = view.items[0].failure.as_ref().unwrap();
    assert_eq!(failure.kind, FailureKind::TooLarge);
    assert_eq!(failure.params["serverLimit"], "100000");

    let again = plan(&env, &plans, Some(SECTION)).await;
    assert_eq!(
        (again.rows[0].too_large, again.rows[0].ticked),
        (Some(150_000), false)
    );
    std::fs::write(&path, vec![7; 90_000]).unwrap();
    settle(&env);
    let smaller = plan(&env, &plans, Some(SECTION)).await;
    assert_eq!(
        (smaller.rows[0].too_large, smaller.rows[0].ticked),
        (None, true)
    );
    transfers.stop().await;
}
