//! Changes that a read reports, and the effect of our own writes on it.

use fielddesk_model::LeftOut;

use super::*;

fn machine(id: &str, blocked: bool) -> Machine {
    Machine {
        id: MachineId::new(id),
        machine_number: id.to_owned(),
        block_check_in: blocked,
        ..Machine::default()
    }
}

fn at(second: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(second, 0).unwrap()
}

fn ids(rows: &[MachineRow]) -> Vec<&str> {
    let mut ids: Vec<&str> = rows.iter().map(|row| row.machine.id.as_str()).collect();
    ids.sort_unstable();
    ids
}

#[test]
fn a_read_tells_what_is_new_changed_and_gone_and_nothing_else() {
    let mut board = FleetModel::new(at(1));
    let began = board.state.revision;
    board.replace(
        vec![machine("1", false), machine("2", true), machine("3", false)].into(),
        began,
        at(2),
    );
    let seen = board.state.revision;
    let kept = board.replace(
        vec![machine("1", true), machine("2", true)].into(),
        seen,
        at(3),
    );
    let changes = board.since(seen);
    assert_eq!(ids(&changes.rows), ["1"]);
    assert_eq!(changes.removed, [MachineId::new("3")]);
    assert_eq!(kept.records.records.len(), 1);
    let mark = |id: &str| board.row(&MachineId::new(id)).unwrap().block.unwrap();
    assert_eq!(mark("2").known, BlockKnown::Before);
    assert_eq!(
        (mark("1").known, mark("1").since),
        (BlockKnown::Seen, at(3))
    );
    assert!(board.since(0).whole, "a revision of another session");
    assert_eq!(board.state.total, 2);
}

#[test]
fn what_a_write_answered_is_newer_than_a_read_that_began_before_it() {
    let mut board = FleetModel::new(at(1));
    let began = board.state.revision;
    board.replace(
        vec![machine("1", false), machine("2", false)].into(),
        began,
        at(2),
    );
    let began = board.state.revision;
    board.put(machine("1", true), at(3));
    board.put(machine("9", false), at(3));
    board.remove(&MachineId::new("2"));
    board.replace(
        vec![machine("1", false), machine("2", false)].into(),
        began,
        at(4),
    );
    let row = board.row(&MachineId::new("1")).unwrap();
    assert!(row.machine.block_check_in);
    assert_eq!(row.block.unwrap().known, BlockKnown::ByUs);
    assert_eq!(ids(&board.page(0, 9).rows), ["1", "9"]);
    let began = board.state.revision;
    board.replace(vec![machine("1", false)].into(), began, at(5));
    assert_eq!(board.row(&MachineId::new("1")).unwrap().block, None);
    assert_eq!(ids(&board.page(0, 9).rows), ["1"]);
}

#[test]
fn a_list_that_leaves_something_out_takes_nothing_away() {
    let mut board = FleetModel::new(at(1));
    let began = board.state.revision;
    board.replace(
        vec![machine("1", false), machine("2", false)].into(),
        began,
        at(2),
    );
    let half: Listed<Machine> =
        serde_json::from_value(serde_json::json!([null, {"id": "1", "machineNumber": "1"}]))
            .unwrap();
    let began = board.state.revision;
    board.replace(half, began, at(3));
    assert_eq!(ids(&board.page(0, 9).rows), ["1", "2"]);
}

#[test]
fn what_a_read_cannot_list_is_kept_until_the_next_read() {
    let left_out = |name: &str| {
        let found = serde_json::Value::Null;
        vec![LeftOut::without_id("[1].id".to_owned(), name, Some(&found))]
    };
    let mut board = FleetModel::new(at(1));
    let began = board.state.revision;
    let listed = Listed {
        records: vec![machine("1", false)],
        left_out: left_out("701"),
    };
    board.replace(listed, began, at(2));
    assert_eq!(board.state.left_out, left_out("701").as_slice().into());
    board.replace(vec![machine("1", false)].into(), began, at(3));
    assert_eq!(board.state.left_out.count, 0);
}
