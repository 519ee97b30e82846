//! The fate of a cell, by its values in the export, in the file and on the service.

use super::*;
use fielddesk_rules::fields::MACHINE_FIELDS;
use serde_json::json;

/// What becomes of a cell.
#[derive(Debug, PartialEq)]
enum Fate {
    /// It is no change, whatever the service has.
    Untouched,
    /// It changes what the service has, if that is something else.
    Change,
    ChangedSince,
}

fn fate(cell: BaseCell<'_>, file: &Value, now: &Value) -> Fate {
    if cell.is_untouched(file, now) {
        Fate::Untouched
    } else if cell.is_changed_since(now) {
        Fate::ChangedSince
    } else {
        Fate::Change
    }
}

fn cell<'a>(name: &str, exported: &'a Value) -> BaseCell<'a> {
    BaseCell {
        field: field(MACHINE_FIELDS, name).unwrap(),
        exported,
        word: None,
        imported: None,
    }
}

#[test]
fn a_cell_is_compared_three_ways() {
    for (name, exported, file, now, expected) in [
        ("weight", json!(1), json!(1), json!(1), Fate::Untouched),
        ("weight", json!(1), json!(1.0), json!(2), Fate::Untouched),
        ("weight", json!(1), json!(3), json!(1), Fate::Change),
        ("weight", json!(1), json!(3), json!(2), Fate::ChangedSince),
        ("weight", json!(null), json!(3), json!(null), Fate::Change),
        (
            "weight",
            json!(null),
            json!(3),
            json!(2),
            Fate::ChangedSince,
        ),
        (
            "weight",
            json!(1),
            json!(3),
            json!(null),
            Fate::ChangedSince,
        ),
        ("name", json!("A "), json!("A"), json!("B"), Fate::Untouched),
        (
            "name",
            json!("'=A"),
            json!("=A"),
            json!("B"),
            Fate::Untouched,
        ),
        ("note", json!(""), json!("C"), json!(null), Fate::Change),
        (
            "serviceDate",
            json!("2026-09-14T08:30:00Z"),
            json!("2026-09-14"),
            json!("2026-10-01T08:30:00Z"),
            Fate::Untouched,
        ),
        (
            "serviceDate",
            json!("2026-09-14T08:30:00Z"),
            json!("2026-09-15"),
            json!("2026-09-14T09:00:00Z"),
            Fate::ChangedSince,
        ),
    ] {
        let found = fate(cell(name, &exported), &file, &now);
        assert_eq!(found, expected, "{name} {exported} {file} {now}");
    }
}

#[test]
fn whatever_the_values_only_what_the_file_changes_is_ever_written() {
    let values = [json!(null), json!(0), json!(1), json!(2.5)];
    for exported in &values {
        for file in values.iter().filter(|value| !value.is_null()) {
            for now in &values {
                let found = fate(cell("weight", exported), file, now);
                let (touched, others) = (file != exported, now != exported);
                let expected = match (touched, others) {
                    (false, _) => Fate::Untouched,
                    (true, false) => Fate::Change,
                    (true, true) => Fate::ChangedSince,
                };
                assert_eq!(found, expected, "{exported} {file} {now}");
            }
        }
    }
}

#[test]
fn what_was_imported_from_the_file_is_nobody_elses_change() {
    let (exported, imported) = (json!("A"), json!("B"));
    let cell = BaseCell {
        imported: Some(&imported),
        ..cell("name", &exported)
    };
    // Back to what was exported, and on to a third value.
    assert_eq!(fate(cell, &json!("A"), &json!("B")), Fate::Change);
    assert_eq!(fate(cell, &json!("C"), &json!("B")), Fate::Change);
    // The import was undone, or somebody changed it again.
    assert_eq!(fate(cell, &json!("B"), &json!("A")), Fate::Change);
    assert_eq!(fate(cell, &json!("A"), &json!("C")), Fate::Untouched);
    assert_eq!(fate(cell, &json!("B"), &json!("C")), Fate::ChangedSince);
}

#[test]
fn a_name_in_place_of_an_id_is_what_was_written() {
    let (exported, word) = (json!("t1"), "Dumper".to_owned());
    let cell = BaseCell {
        word: Some(&word),
        ..cell("typeId", &exported)
    };
    assert!(cell.is_untouched(&json!("Dumper"), &json!("t2")));
    assert!(cell.is_untouched(&json!("t1"), &json!("t2")));
    assert!(!cell.is_untouched(&json!("Lastebil"), &json!("t2")));
}

#[test]
fn what_is_packed_is_unpacked_and_damage_is_an_error() {
    let columns: Vec<&FieldDef> = MACHINE_FIELDS.iter().collect();
    let options = ExportOptions {
        kind: FileKind::Xlsx,
        ..ExportOptions::default()
    };
    let mut base = ExportBase::begin(Resource::Machines, &columns, options).unwrap();
    let values = json!({"machineNumber": "7", "weight": 18.3, "id": "a"});
    base.add("a", values.as_object().unwrap());
    base.note_imported("a", "weight", json!(19));
    let packed = base.body.pack().unwrap();
    assert_eq!(BaseBody::unpack(&packed).unwrap(), base.body);
    assert!(BaseBody::unpack(&packed[..packed.len() / 2]).is_err());
    let weight = field(MACHINE_FIELDS, "weight").unwrap();
    let cell = base.cell("a", weight).unwrap();
    assert_eq!(cell.exported, &json!(18.3));
    assert_eq!(cell.imported, Some(&json!(19)));
    let id = field(MACHINE_FIELDS, "id").unwrap();
    assert_eq!(base.cell("a", id), None, "it is not imported");
    assert!(ExportBase::begin(Resource::Machines, &columns, ExportOptions::default()).is_none());
    assert!(ExportBase::begin(Resource::Machines, &columns[..1], options).is_none());
}
