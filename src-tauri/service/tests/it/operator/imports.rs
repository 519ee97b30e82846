//! Imports: a file inserts and changes by key, whole or not at all, and says old → new.

use fielddesk_service::admin::{Given, Outcome};
use fielddesk_service::store::RecordKind::{self, Company, MachineType, Project, WorkOrder};
use serde_json::{Value, json};

use super::{Operator, counts, outcomes};

/// A file that inserts a record of a kind and changes one of [`Operator::furnished`].
const FILES: [(RecordKind, &str, &str); 4] = [
    (
        Company,
        "name,countryCode\nFjordvik,45\nGrunn,46\n",
        "companies.imported",
    ),
    (
        Project,
        "projectNumber,name,startDate,active\nP-1,E39 Rogfast,,\nP-2,Bybane,12.01.2026,false\n",
        "projects.imported",
    ),
    (
        WorkOrder,
        "projectNumber,externalId,name,workDescriptionShort\nP-1,100,Grøft,G\nP-1,101,Fylling,\n",
        "workOrders.imported",
    ),
    (
        MachineType,
        "typeId,name\nexcavator,Excavator\ndumper,Dumper\n",
        "machineTypes.imported",
    ),
];

#[tokio::test]
async fn a_file_inserts_and_changes_in_one_act_and_a_second_time_nothing() {
    for (kind, file, noted) in FILES {
        let operator = Operator::furnished().await;
        let (before, acts) = (operator.all().await, operator.audit().await.len());

        let planned = operator.try_import(kind, file, true).await.unwrap();
        assert_eq!(counts(&planned), [1, 1, 0, 0], "{noted}");
        assert_eq!(
            (operator.all().await, operator.audit().await.len()),
            (before, acts)
        );

        let done = operator.import(kind, file).await;
        assert!(planned.dry_run && !done.dry_run);
        assert_eq!(json!(done.rows), json!(planned.rows));
        assert_eq!(outcomes(&done), [Outcome::Changed, Outcome::Inserted]);
        assert_eq!(operator.list(kind).await.len(), 2);

        let again = operator.import(kind, file).await;
        assert_eq!(counts(&again), [0, 0, 2, 0]);
        let noted_acts = operator.audit().await.split_off(acts);
        assert_eq!(noted_acts.len(), 1, "the second changed nothing");
        assert_eq!(noted_acts[0]["action"], noted);
        assert_eq!(noted_acts[0]["subject"], "file.csv");
        let counted = json!({ "inserted": 1, "changed": 1, "unchanged": 0 });
        assert_eq!(noted_acts[0]["details"], counted);
    }
}

#[tokio::test]
async fn the_rows_say_old_and_new() {
    let operator = Operator::furnished().await;
    let (kind, file, _) = FILES[1];
    let report = operator.import(kind, file).await;
    assert_eq!(
        json!(report.rows),
        json!([
            { "row": 2, "number": "P-1", "outcome": "changed", "changes": [
                { "field": "name", "old": "E39", "new": "E39 Rogfast" }
            ] },
            { "row": 3, "number": "P-2", "outcome": "inserted", "changes": [
                { "field": "name", "old": null, "new": "Bybane" },
                { "field": "startDate", "old": null, "new": "2026-01-12T00:00:00Z" },
                { "field": "active", "old": null, "new": false }
            ] }
        ])
    );
}

#[tokio::test]
async fn a_bad_row_refuses_the_file_and_every_bad_row_is_named() {
    let operator = Operator::furnished().await;
    let before = (operator.all().await, operator.audit().await.len());
    let long = "x".repeat(201);
    let rows: [(&str, &str); 9] = [
        ("P-2,Good,,", ""),
        ("P-3,,,", "name: the value is missing"),
        (",Nameless,,", "projectNumber: the value is missing"),
        ("P-2,Again,,", "row 2 is for the same record"),
        ("P-4,A,3/4/2026,", "2026-04-03 or 2026-03-04"),
        ("P-5,A,,ja", "active: `ja` is neither true nor false"),
        ("P-6,A\0B,,", "name: the value holds the character U+0000"),
        (
            &format!("{long},A,,"),
            "projectNumber: the value has 201 characters",
        ),
        ("P-1,Good,,", ""),
    ];
    // Behind what is looked at for the kind of a file, where a zero byte means no text.
    let mut file = format!(
        "projectNumber,name,startDate,active,note\n{}",
        "\n".repeat(5_000)
    );
    for (row, _) in rows {
        file.push_str(row);
        file.push('\n');
    }
    for dry_run in [true, false] {
        let report = operator.try_import(Project, &file, dry_run).await.unwrap();
        assert_eq!(counts(&report), [0, 0, 0, 7]);
        let bad = rows.iter().filter(|(_, sentence)| !sentence.is_empty());
        for (named, (_, sentence)) in report.rows.iter().zip(bad) {
            let message = named.message.as_deref().unwrap();
            let sentence = sentence.replace("row 2", "row 5002");
            assert!(message.contains(&sentence), "{message}");
        }
        assert_eq!(report.rows[0].row, 5003);
    }
    assert_eq!((operator.all().await, operator.audit().await.len()), before);
}

#[tokio::test]
async fn columns_stand_in_any_order_and_those_that_are_no_field_are_named() {
    let operator = Operator::furnished().await;
    let file = "Colour,NAME, projectnumber ,id\nred,E39 Rogfast,P-1,x\n";
    let report = operator.import(Project, file).await;
    assert_eq!(report.unused_columns, ["Colour", "id"]);
    assert_eq!(counts(&report), [0, 1, 0, 0]);
}

#[tokio::test]
async fn a_list_can_be_imported_as_it_was_printed() {
    let operator = Operator::furnished().await;
    operator
        .add(Company, &[("name", "Below"), ("countryCode", "46")])
        .await;
    let project = [
        ("projectNumber", "P-2"),
        ("name", "A"),
        ("startDate", "2026-01-12"),
    ];
    operator.add(Project, &project).await;
    for kind in super::KINDS {
        let records = operator.list(kind).await;
        let names: Vec<&String> = records[0].as_object().unwrap().keys().collect();
        let mut file = names
            .iter()
            .map(|name| name.as_str())
            .collect::<Vec<_>>()
            .join(";");
        for record in &records {
            let cells = names.iter().map(|name| match &record[name.as_str()] {
                Value::String(text) => text.clone(),
                Value::Null => String::new(),
                other => other.to_string(),
            });
            file = format!("{file}\n{}", cells.collect::<Vec<_>>().join(";"));
        }
        let report = operator.import(kind, &file).await;
        assert_eq!(counts(&report), [0, 0, records.len(), 0], "{file}");
    }
}

#[tokio::test]
async fn rows_without_a_company_or_project_are_of_the_one_given() {
    let operator = Operator::furnished().await;
    let file = operator.file("externalId,name\n7,Grøft\n");
    let of = |defaults: Given| {
        operator
            .admin
            .import_records(WorkOrder, &file, defaults, false)
    };
    let refused = of(Given::new()).await.unwrap_err().to_string();
    assert!(
        refused.contains("no column is called projectNumber"),
        "{refused}"
    );
    let report = of(super::given(&[("projectNumber", "P-1")])).await.unwrap();
    assert_eq!(counts(&report), [1, 0, 0, 0]);
}

#[tokio::test]
async fn companies_of_a_file_are_named_by_their_id_or_their_only_name() {
    let operator = Operator::furnished().await;
    let own = operator.list(Company).await[0]["companyId"].clone();
    let own = own.as_str().unwrap();
    let file = format!("companyId,name,parentId\n{own},Fjordvik AS,\n,Grunn,{own}\n,Apart,none\n");
    assert_eq!(counts(&operator.import(Company, &file).await), [2, 1, 0, 0]);
    assert_eq!(counts(&operator.import(Company, &file).await), [0, 0, 3, 0]);
    for (file, sentence) in [
        (
            "companyId,name\nx,A\n",
            "leave companyId empty for a new one",
        ),
        ("name,parentId\nA,x\n", "there is no company `x`"),
        ("companyId,countryCode\n,46\n", "name: the value is missing"),
    ] {
        let report = operator.import(Company, file).await;
        let message = report.rows[0].message.as_deref().unwrap();
        assert!(message.contains(sentence), "{message}");
    }
}
