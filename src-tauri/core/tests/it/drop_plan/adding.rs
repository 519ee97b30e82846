//! A drop that is added to an open plan, and a plan that takes the queue into account.

use fielddesk_core::drop_plan::{DropPlan, DropSource, Plans, What};

use super::{plan, settle};
use crate::test_env::{SECTION, TestEnv, until};

fn rows(plan: &DropPlan) -> Vec<(&str, What, bool)> {
    let rows = plan.rows.iter();
    rows.map(|row| (row.name.as_str(), row.what, row.ticked))
        .collect()
}

#[tokio::test]
async fn a_second_drop_is_added_and_no_file_is_there_twice() {
    let env = TestEnv::new().await;
    let plans = Plans::new();
    let documents = env.documents().await;
    let a = env.write("a.pdf", "a");
    settle(&env);
    let first = plan(&env, &plans, Some(SECTION)).await;
    let b = env.write("b.pdf", "b");
    settle(&env);
    let drop = plans.begin(vec![a, b], DropSource::Drop);
    let drop = drop.borrow().id.clone();
    let both = plans
        .add_drop(&documents, &first.plan_id, &drop)
        .await
        .unwrap();
    assert_eq!(both.plan_id, first.plan_id);
    assert_eq!(
        rows(&both),
        [("a.pdf", What::New, true), ("b.pdf", What::New, true)]
    );
    assert_eq!(both.rows[0].row_id, first.rows[0].row_id);
    let again = plans.add_drop(&documents, &first.plan_id, &drop).await;
    again.unwrap_err();
}

#[tokio::test]
async fn a_folder_proposes_its_subfolders_beside_loose_files_too() {
    let env = TestEnv::new().await;
    let plans = Plans::new();
    let documents = env.documents().await;
    let loose = env.write("a.pdf", "a");
    settle(&env);
    let first = plan(&env, &plans, None).await;
    assert!(!first.subfolders_as_sections);
    let folder = env.data.path().join("mappe");
    std::fs::create_dir_all(folder.join("Armering")).unwrap();
    std::fs::write(folder.join("Armering/b.pdf"), "b").unwrap();
    let sections = |plan: &DropPlan| -> Vec<_> {
        let of_folder = plan.rows.iter().filter(|row| row.folder.is_some());
        of_folder.map(|row| row.section.clone()).collect()
    };
    let armering = [Some("Armering".to_owned())];
    let drop = plans.begin(vec![folder.clone()], DropSource::Drop);
    let drop = drop.borrow().id.clone();
    let added = plans
        .add_drop(&documents, &first.plan_id, &drop)
        .await
        .unwrap();
    assert!(added.subfolders_as_sections);
    assert_eq!(sections(&added), armering);
    let drop = plans.begin(vec![loose, folder], DropSource::Drop);
    let drop = drop.borrow().id.clone();
    let place = Some(super::place(&env));
    let together = plans.plan(Some(&documents), &drop, place, None).await;
    let together = together.unwrap();
    assert!(together.subfolders_as_sections);
    assert_eq!(sections(&together), armering);
}

#[tokio::test]
async fn a_file_in_the_queue_is_being_uploaded_and_not_proposed_again() {
    let env = TestEnv::new().await;
    let plans = Plans::new();
    let transfers = env.transfers().await;
    transfers.pause(true).await.unwrap();
    let path = env.write("a.pdf", "a");
    settle(&env);
    transfers.send(vec![env.upload(&path)]).await.unwrap();
    let waiting = plan(&env, &plans, Some(SECTION)).await;
    assert_eq!(rows(&waiting), [("a.pdf", What::BeingUploaded, false)]);
    transfers.pause(false).await.unwrap();
    until(&transfers, |view| view.files_done == 1).await;
    let sent = plan(&env, &plans, Some(SECTION)).await;
    assert_eq!(rows(&sent), [("a.pdf", What::AlreadyThere, false)]);
    transfers.stop().await;
}
