//! Content of the grid: at once from memory, then as the service has it.

use fielddesk_core::fleet::{BlockKnown, Fleet};
use serde_json::json;

use super::Grid;

#[tokio::test]
async fn after_a_restart_everything_is_there_without_asking_the_service() {
    let grid = Grid::new().await;
    let before = grid.fleet.page(0, 1000).await.unwrap();
    assert!(before.rows.len() >= 40);
    assert_eq!(before.state.total, before.rows.len());
    let asked = grid.asked("GET", "").await.len();
    let again = grid.restarted().await;
    let page = again.page(0, 1000).await.unwrap();
    assert_eq!(page.rows, before.rows);
    assert_eq!(page.state.read_at, before.state.read_at);
    assert!(
        page.rows.iter().any(|row| row.responsible.is_some()),
        "names are joined"
    );
    assert!(again.types().await.unwrap().len() >= 10);
    assert_eq!(grid.asked("GET", "").await.len(), asked);
}

#[tokio::test]
async fn a_read_tells_exactly_the_rows_that_changed() {
    let grid = Grid::new().await;
    let machine = &grid.open_machines(1).await[0];
    let seen = grid.fleet.state().revision;
    assert!(grid.fleet.changes(seen).await.unwrap().rows.is_empty());
    let blocked = json!({"blockCheckIn": true, "blockCheckInMessage": "Oljelekkasje"});
    grid.somebody_else(&machine.id, blocked).await;
    grid.fleet.refresh().await.unwrap();
    let changes = grid.fleet.changes(seen).await.unwrap();
    assert!(!changes.whole);
    assert_eq!(changes.rows.len(), 1);
    let mark = changes.rows[0].block.unwrap();
    assert_eq!(
        mark.known,
        BlockKnown::Seen,
        "it was open at the read before"
    );
    assert!(grid.fleet.changes(7).await.unwrap().whole);
    let messages = grid.fleet.messages().await.unwrap();
    assert!(messages.contains(&"Oljelekkasje".to_owned()));
    let again = grid.restarted().await.page(0, 1000).await.unwrap();
    let row = again.rows.iter().find(|row| row.machine.id == machine.id);
    assert_eq!(row.unwrap().block, Some(mark), "since when is kept");
}

#[tokio::test]
async fn a_machine_shows_its_equipment_its_person_and_its_machine() {
    let grid = Grid::new().await;
    let rows = grid.rows().await;
    let tool = rows
        .iter()
        .find(|row| row.machine.parent_machine_id.is_some());
    let tool = tool.unwrap();
    let parent = tool.machine.parent_machine_id.clone().unwrap();
    let detail = grid.fleet.detail(&parent).await.unwrap();
    assert!(
        detail
            .equipment
            .iter()
            .any(|row| row.machine.id == tool.machine.id)
    );
    let of_tool = grid.fleet.detail(&tool.machine.id).await.unwrap();
    assert_eq!(of_tool.parent.unwrap().machine.id, parent);
    let named = rows.iter().find(|row| row.responsible.is_some()).unwrap();
    let person = grid
        .fleet
        .detail(&named.machine.id)
        .await
        .unwrap()
        .responsible
        .unwrap();
    assert_eq!(Some(person.name), named.responsible);
}

#[tokio::test]
async fn completeness_counts_every_machine_in_use_once() {
    let grid = Grid::new().await;
    let all = grid.fleet.completeness().await.unwrap();
    let rows = grid.rows().await;
    let used = rows
        .iter()
        .filter(|row| row.machine.active && !row.machine.is_equipment);
    assert_eq!(all.total.machines, used.count());
    assert_eq!(all.total.complete + all.total.missing, all.total.machines);
    let by_type: usize = all.types.iter().map(|one| one.count.machines).sum();
    assert_eq!(by_type, all.total.machines);
    assert!(
        all.types
            .iter()
            .all(|one| one.type_id.is_none() || one.name.is_some())
    );
}

#[tokio::test]
async fn a_read_that_fails_is_told_and_what_was_read_stays() {
    let grid = Grid::new().await;
    let fault = json!({"method": "GET", "pathPrefix": super::MACHINES, "times": 1, "action": {"status": 403}});
    grid.site.fault(fault).await;
    let failure = grid.fleet.refresh().await.unwrap_err();
    let page = grid.fleet.page(0, 5).await.unwrap();
    assert_eq!(page.state.failure, Some(failure));
    assert!(!page.state.reading);
    assert_eq!(page.rows.len(), 5);
    grid.all_is_well().await;
    assert_eq!(grid.fleet.refresh().await.unwrap().failure, None);
}

#[tokio::test]
async fn the_layout_is_kept_and_a_removed_connection_is_forgotten() {
    let grid = Grid::new().await;
    let database = grid.database().await;
    assert_eq!(Fleet::layout(&database).await.unwrap(), None);
    Fleet::save_layout(&database, "{\"columns\":[]}")
        .await
        .unwrap();
    Fleet::save_layout(&database, "{}").await.unwrap();
    assert_eq!(
        Fleet::layout(&database).await.unwrap().as_deref(),
        Some("{}")
    );
    let ids = [grid.open_machines(1).await[0].id.clone()];
    grid.fleet.block(&ids, Some("x"), false).await.unwrap();
    let profile = &grid.site.connection.profile.id;
    Fleet::forget(&database, profile).await.unwrap();
    let again = grid.restarted().await;
    assert_eq!(again.page(0, 10).await.unwrap().state.total, 0);
    assert!(again.batches(10).await.unwrap().is_empty());
}

#[tokio::test]
async fn equipment_that_the_service_links_is_read_with_its_machine() {
    let grid = Grid::new().await;
    let rows = grid.rows().await;
    let tool = rows
        .iter()
        .find(|row| row.machine.parent_machine_id.is_some());
    let tool = tool.unwrap().machine.clone();
    let parent = tool.parent_machine_id.clone().unwrap();
    let linked = |row: &&fielddesk_core::fleet::MachineRow| {
        row.machine.parent_machine_id.as_ref() == Some(&parent)
    };
    let known = rows.iter().filter(linked).count();
    let changed = json!({"name": "Tiltrotator, ny"});
    grid.somebody_else(&tool.id, changed).await;
    assert_eq!(grid.fleet.read_linked(&parent).await.unwrap(), known);
    let row = grid.row(&tool.id).await;
    assert_eq!(row.machine.name.as_deref(), Some("Tiltrotator, ny"));
    assert_eq!(row.machine.parent_machine_id, Some(parent.clone()));
    assert_eq!(grid.row(&parent).await.machine.equipment, None);
}
