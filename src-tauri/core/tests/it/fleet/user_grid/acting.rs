//! Acts on a selection, and deletes.

use fielddesk_core::records::{BatchKind, Resource, resource_of};

use super::{Grid, id, id_of};

#[tokio::test]
async fn a_selection_is_disabled_by_the_endpoint_for_it_and_enabled_by_undo() {
    let grid = Grid::new().await;
    let users = grid.some(30).await;
    let ids: Vec<String> = users.iter().map(id).collect();
    grid.users.set_disabled(&ids[..1], true).await.unwrap();
    let report = grid.users.set_disabled(&ids, true).await.unwrap();
    assert_eq!(report.batch.kind, BatchKind::Disable);
    assert_eq!(report.batch.totals.already, 1);
    assert_eq!(report.batch.totals.saved, 29);
    let database = grid.database().await;
    let of = resource_of(&database, &grid.site.connection, report.batch.id);
    assert_eq!(of.await.unwrap(), Resource::Users);
    assert!(grid.stored(&ids[7]).await.is_disabled);
    assert!(grid.row(&ids[7]).await.user.is_disabled);
    let disabled = format!("users/disable/{}", ids[7]);
    assert_eq!(grid.site.requests("PATCH", &disabled).await, 1);
    let kept = grid.restarted().await.page(0, 10_000).await.unwrap().rows;
    let row = kept.iter().find(|row| id_of(row) == ids[7]).unwrap();
    assert!(row.user.is_disabled, "it is in the cache");
    let reverted = grid.users.revert(report.batch.id).await.unwrap();
    assert_eq!(reverted.batch.totals.saved, 29);
    assert!(!grid.stored(&ids[7]).await.is_disabled);
    assert!(
        grid.stored(&ids[0]).await.is_disabled,
        "the first act stays"
    );
    let acts = grid.users.detail(&ids[7]).await.unwrap().acts;
    let kinds: Vec<_> = acts.iter().map(|act| act.kind).collect();
    assert_eq!(kinds, [BatchKind::Revert, BatchKind::Disable]);
}

#[tokio::test]
async fn acts_of_machines_and_of_users_are_apart() {
    let grid = Grid::new().await;
    let user = id(&grid.some(1).await[0]);
    let report = grid.users.set_disabled(&[user], true).await.unwrap();
    let fleet = grid.fleet().await;
    assert!(fleet.batches(9).await.unwrap().is_empty());
    assert!(fleet.batch(report.batch.id).await.is_err());
    assert_eq!(grid.users.batches(9).await.unwrap().len(), 1);
}
