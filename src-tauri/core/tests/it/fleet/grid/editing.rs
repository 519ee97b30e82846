//! Pending edits: what is understood, what is refused with which reason, what survives.

use fielddesk_core::fleet::{Cell, CellEdit, CellInput};
use fielddesk_model::MachineId;
use fielddesk_rules::fields::ProblemCode as Code;
use fielddesk_rules::fields::Writing;
use fielddesk_rules::language::Language;
use serde_json::json;

use super::{Grid, cell};

#[tokio::test]
async fn an_hour_meter_that_goes_down_is_pointed_out_until_it_does_not() {
    let grid = Grid::new().await;
    let id = &grid.open_machines(1).await[0].id;
    grid.somebody_else(id, json!({"hourMeter": 7464})).await;
    grid.fleet.refresh().await.unwrap();
    let falls = async |text: &str| {
        let typed = grid.type_in(&[(id, "hourMeter", text)]).await;
        typed.cells[0].said.falls
    };
    assert!(!falls("7 500").await);
    assert!(!falls("mye").await, "it is not understood at all");
    assert!(falls("1 600").await);
    let kept = grid.restarted().await.pending().await.unwrap();
    assert!(kept[0].said.falls, "it is known after a restart");
    // The server has a lower one now: what was typed goes up.
    grid.somebody_else(id, json!({"hourMeter": 1500})).await;
    grid.fleet.refresh().await.unwrap();
    let kept = grid.fleet.pending().await.unwrap();
    assert!(kept[0].said.changed && !kept[0].said.falls);
}

#[tokio::test]
async fn edits_survive_a_restart_and_are_taken_back_one_by_one_or_all() {
    let grid = Grid::new().await;
    let machine = &grid.open_machines(1).await[0];
    let id = &machine.id;
    let made = grid
        .type_in(&[
            (id, "hourMeter", "4 163,5 h"),
            (id, "note", "Ny skuffe"),
            (id, "weight", "tung"),
        ])
        .await;
    assert_eq!(
        (
            made.state.pending,
            made.state.pending_machines,
            made.state.problems
        ),
        (3, 1, 1)
    );
    let again = grid.restarted().await;
    let kept = again.pending().await.unwrap();
    assert_eq!(kept.len(), 3);
    let hours = kept
        .iter()
        .find(|edit| edit.field.name == "hourMeter")
        .unwrap();
    assert_eq!(hours.said.value, json!(4163.5));
    assert_eq!(
        Cell::from(hours.base.clone()),
        Cell::from(json!(machine.hour_meter))
    );
    let weight = kept
        .iter()
        .find(|edit| edit.field.name == "weight")
        .unwrap();
    assert_eq!(weight.said.text.as_deref(), Some("tung"));
    assert_eq!(weight.said.problem.as_ref().unwrap().code, Code::NotNumber);
    let undone = again
        .edit(&made.before, &Writing::of(Language::Nb))
        .await
        .unwrap();
    assert_eq!(undone.state.pending, 0);
    let redone = again
        .edit(&undone.before, &Writing::of(Language::Nb))
        .await
        .unwrap();
    assert_eq!(redone.state.pending, 3, "undo can be undone");
    let one = [cell(id, "note")];
    assert_eq!(again.discard(Some(&one)).await.unwrap().pending, 2);
    assert_eq!(again.discard(None).await.unwrap().pending, 0);
    assert!(grid.restarted().await.pending().await.unwrap().is_empty());
}

#[tokio::test]
async fn each_thing_that_cannot_be_has_its_own_reason() {
    let grid = Grid::new().await;
    let machines = grid.open_machines(2).await;
    let (id, other) = (&machines[0].id, &machines[1].machine_number);
    let values = json!({"weight": 12, "serviceDate": "2026-01-05"});
    grid.somebody_else(id, values).await;
    let fuel = serde_json::from_value(json!({"fuelType": 1, "fuelConsumptionRate": 18.3})).unwrap();
    let client = &grid.site.connection.client;
    client.machines().patch_esg(id, &fuel).await.unwrap();
    grid.fleet.refresh().await.unwrap();
    for (field, typed, code) in [
        ("weight", "", Code::EmptyNumber),
        ("serviceDate", " ", Code::EmptyDate),
        ("fuelType", "", Code::EmptyFuel),
        ("fuelConsumptionRate", "", Code::EmptyFuel),
        ("machineNumber", "", Code::EmptyRequired),
        ("active", "", Code::EmptyFlag),
        ("hourMeter", "12 timer og litt", Code::NotNumber),
        ("buildYear", "19.5", Code::NotWhole),
        ("serviceDate", "31.12.1899", Code::UnbelievableDate),
        ("active", "kanskje", Code::NotYesNo),
        ("machineNumber", other.as_str(), Code::NumberTaken),
        ("parentMachineId", "finnes ikke", Code::NotAMachine),
        ("id", "abc", Code::ReadOnly),
    ] {
        let made = grid.type_in(&[(id, field, typed)]).await;
        let problem = made
            .cells
            .first()
            .and_then(|edit| edit.said.problem.as_ref());
        let found = problem.map(|problem| problem.code);
        assert_eq!(found, Some(code), "{field} = {typed:.20}");
    }
    let tool = grid
        .rows()
        .await
        .into_iter()
        .find(|row| row.machine.is_equipment)
        .unwrap();
    let made = grid
        .type_in(&[(&tool.machine.id, "blockCheckIn", "sperret")])
        .await;
    let problem = made.cells[0].said.problem.as_ref().unwrap();
    assert_eq!(problem.code, Code::EquipmentHasNoCheckIn);
    assert!(
        grid.fleet.save(None).await.is_err(),
        "nothing of it can be saved"
    );
}

#[tokio::test]
async fn a_number_that_only_looks_new_is_refused_in_a_cell_until_it_is_meant() {
    let grid = Grid::new().await;
    let machines = grid.open_machines(2).await;
    let (id, other) = (&machines[0].id, &machines[1]);
    grid.somebody_else(
        &other.id,
        json!({"machineNumber": "Z0-701", "name": "Volvo"}),
    )
    .await;
    grid.fleet.refresh().await.unwrap();
    for text in ["00Z0-701", "Z0\u{2011}701", "Ｚ0-７01", "0Z0–701"] {
        let typed = grid.type_in(&[(id, "machineNumber", text)]).await;
        let problem = typed.cells[0].said.problem.as_ref().unwrap();
        assert_eq!(problem.code, Code::SameNumberOtherwise, "{text}");
        assert_eq!(problem.params["known"], "Z0-701 Volvo");
        assert_eq!(problem.params["id"], other.id.as_str());
    }
    let taken = grid
        .type_in(&[(id, "machineNumber", "Z0-\u{200b}701")])
        .await;
    let problem = taken.cells[0].said.problem.as_ref().unwrap();
    assert_eq!(problem.code, Code::NumberTaken, "it is the same number");
    let mine = grid
        .type_in(&[(&other.id, "machineNumber", "00Z0-701")])
        .await;
    assert!(
        mine.cells[0].said.problem.is_none(),
        "it is the machine's own"
    );
    // Chosen in the form of the wire, the number is meant as it is.
    let meant = CellEdit {
        cell: cell(id, "machineNumber"),
        input: CellInput::Value(Cell::Text("Z0–701".to_owned())),
    };
    let writing = Writing::of(Language::Nb);
    let edited = grid.fleet.edit(&[meant], &writing).await.unwrap();
    assert_eq!(edited.cells[0].said.problem, None);
    assert_eq!(edited.cells[0].said.value, json!("Z0–701"));
}

#[tokio::test]
async fn invisible_characters_of_a_number_are_left_out_and_the_cell_says_so() {
    let grid = Grid::new().await;
    let id = &grid.open_machines(1).await[0].id;
    for (field, text, value, cleaned) in [
        ("machineNumber", " Q\u{200b}7\u{ad}7\u{feff}", "Q77", true),
        ("machineNumber", " Q77 ", "Q77", false),
        ("note", "a\u{200b}b", "a\u{200b}b", false),
    ] {
        let typed = grid.type_in(&[(id, field, text)]).await;
        let said = &typed.cells[0].said;
        assert_eq!(
            (&said.value, said.cleaned),
            (&json!(value), cleaned),
            "{text}"
        );
    }
    let cleared = grid
        .type_in(&[(id, "machineNumber", "\u{200b}\u{feff}")])
        .await;
    let problem = cleared.cells[0].said.problem.as_ref().unwrap();
    assert_eq!(
        problem.code,
        Code::EmptyRequired,
        "nothing can be seen of it"
    );
}

#[tokio::test]
async fn words_of_all_three_languages_and_names_are_understood() {
    let grid = Grid::new().await;
    let machine = &grid.open_machines(1).await[0];
    let person = &grid.fleet.people().await.unwrap()[0];
    let types = grid.fleet.types().await.unwrap();
    let kind = types
        .iter()
        .find(|one| Some(&one.type_id) != machine.type_id.as_ref())
        .unwrap();
    let id = &machine.id;
    let shouted = person.name.to_uppercase();
    let made = grid
        .type_in(&[
            (id, "fuelType", "El"),
            (id, "fuelConsumptionUnit", "kWh/time"),
            (id, "blockCheckIn", "Spärrad"),
            (id, "typeId", kind.name.as_deref().unwrap()),
            (id, "responsibleEmployeeNumber", shouted.as_str()),
            (id, "serviceDate", "14.09.2026"),
        ])
        .await;
    let value = |name: &str| {
        let edit = made.cells.iter().find(|edit| edit.field.name == name);
        edit.unwrap_or_else(|| panic!("{name}: {made:?}"))
            .said
            .value
            .clone()
    };
    assert_eq!(value("fuelType"), json!(4));
    assert_eq!(value("fuelConsumptionUnit"), json!(2));
    assert_eq!(value("blockCheckIn"), json!(true));
    assert_eq!(value("typeId"), json!(kind.type_id));
    assert_eq!(
        value("responsibleEmployeeNumber"),
        json!(person.employee_number)
    );
    assert_eq!(value("serviceDate"), json!("2026-09-14T00:00:00Z"));
    assert_eq!(made.state.problems, 0);
}

#[tokio::test]
async fn the_stored_value_and_a_machine_that_is_not_there_make_no_edit() {
    let grid = Grid::new().await;
    let machine = &grid.open_machines(1).await[0];
    let padded = format!("{} ", machine.name.as_deref().unwrap_or_default());
    let made = grid
        .type_in(&[(&machine.id, "name", padded.as_str())])
        .await;
    assert_eq!((made.cells.len(), made.cleared.len()), (0, 1));
    let nobody = MachineId::new("nobody");
    let made = grid.type_in(&[(&nobody, "name", "x")]).await;
    assert_eq!(made.state.pending, 0);
    let unknown = [CellEdit {
        cell: cell(&machine.id, "wheels"),
        input: super::text("4"),
    }];
    assert!(
        grid.fleet
            .edit(&unknown, &Writing::of(Language::En))
            .await
            .is_err()
    );
}
