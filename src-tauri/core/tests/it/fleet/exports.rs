//! Exports, and that an import of them changes nothing.

use fielddesk_core::export::{ExportOptions, FileKind, export};
use fielddesk_core::import::{Action, ImportOptions, Resource};
use fielddesk_core::machines::{self, MachineQuery};
use fielddesk_core::users::{self, UserQuery};
use fielddesk_rules::fields::MACHINE_FIELDS;
use fielddesk_rules::language::Language;

use super::{Fleet, values};

fn forms() -> Vec<ExportOptions> {
    let mut forms = Vec::new();
    for kind in [FileKind::Csv, FileKind::Xlsx] {
        for language in [
            None,
            Some(Language::En),
            Some(Language::Nb),
            Some(Language::Sv),
        ] {
            forms.push(ExportOptions {
                kind,
                language,
                raw: false,
            });
        }
    }
    forms.push(ExportOptions {
        raw: true,
        ..ExportOptions::default()
    });
    forms
}

#[tokio::test]
async fn what_is_exported_is_imported_without_a_change() {
    let fleet = Fleet::new().await;
    let hostile = [
        "machineNumber=H-1",
        "name==1+1",
        "note=a;b\n\"c\",d",
        "department=-2+3",
    ];
    let fleet_fields = MACHINE_FIELDS;
    machines::create(&fleet.connection, &values(fleet_fields, &hostile))
        .await
        .unwrap();
    let all = machines::list(&fleet.connection, MachineQuery::default())
        .await
        .unwrap();
    let people = users::list(&fleet.connection, &UserQuery::default())
        .await
        .unwrap();
    for options in forms() {
        for resource in [Resource::Machines, Resource::Users] {
            let mut bytes = Vec::new();
            let (rows, written) = match resource {
                Resource::Machines => (all.len(), export(&all, options, &mut bytes)),
                Resource::Users => (people.len(), export(&people, options, &mut bytes)),
            };
            assert_eq!(written.unwrap().0, rows as u64);
            let path = fleet.file("export", &bytes);
            let plan = fleet
                .plan_of(resource, path, ImportOptions::default())
                .await
                .unwrap();
            assert_eq!(plan.totals.rows, rows as u64, "{options:?}");
            let first = plan.rows.iter().find(|row| row.action != Action::Unchanged);
            assert_eq!(first, None, "{options:?} {resource:?} {:?}", plan.totals);
        }
    }
}

#[tokio::test]
async fn a_cell_that_a_spreadsheet_would_run_is_guarded_unless_raw() {
    let fleet = Fleet::new().await;
    let sets = ["machineNumber=H-1", "name==1+1"];
    let one = fleet.create(&sets).await;
    let text = |options| {
        let mut bytes = Vec::new();
        export(std::slice::from_ref(&one), options, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    assert!(text(ExportOptions::default()).contains(",'=1+1,"));
    let raw = text(ExportOptions {
        raw: true,
        ..ExportOptions::default()
    });
    assert!(raw.contains(",=1+1,") && raw.starts_with("id,companyId,machineNumber,name"));
    let norwegian = text(ExportOptions {
        language: Some(Language::Nb),
        ..ExportOptions::default()
    });
    assert!(
        norwegian.starts_with("\u{feff}Firma-id;Nummer;Navn;Type;Aktiv"),
        "{norwegian}"
    );
}
