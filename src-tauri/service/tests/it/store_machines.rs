//! What every implementation of the machine store must do, run against SQLite.

use chrono::DateTime;
use fielddesk_model::{CompanyId, Field, IdentityId, Machine, MachineType, User, UserChange};
use fielddesk_service::Durability;
use fielddesk_service::store::{
    AuditEntry, Company, Dependents, MachineDeleted, MachineWrite, MachineWritten, SeedData,
    SeedMachine, SeedUser, SqliteStore, Store, StoredMachine, UserDeletion, UserWrite,
};

fn entry(action: &'static str) -> AuditEntry {
    AuditEntry {
        at: DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
        actor: "tester".to_owned(),
        action,
        subject: "s".to_owned(),
        details: serde_json::Map::new(),
    }
}

fn company(id: &str, parent: Option<&str>) -> Company {
    Company {
        id: id.into(),
        name: id.to_uppercase(),
        parent_id: parent.map(Into::into),
        integration_enabled: true,
        country_code: "47".to_owned(),
    }
}

fn machine(id: &str, company: &str, number: &str) -> Machine {
    Machine {
        id: id.into(),
        company_id: company.into(),
        machine_number: number.to_owned(),
        name: Some(format!("{id} æ \u{1f69c}")),
        weight: Some(12.5),
        ..Machine::default()
    }
}

fn piece(id: &str, company: &str, number: &str, parent: &str) -> Machine {
    Machine {
        is_equipment: true,
        parent_machine_id: Some(parent.into()),
        ..machine(id, company, number)
    }
}

fn machine_type(company: &str, id: &str) -> (CompanyId, MachineType) {
    let machine_type = MachineType {
        type_id: id.to_owned(),
        name: Some(id.to_uppercase()),
        ..MachineType::default()
    };
    (company.into(), machine_type)
}

/// a has b below it, b has c; z stands alone. a and c have types.
fn seed() -> SeedData {
    let seeded = |machine, registrations| SeedMachine {
        machine,
        registrations,
    };
    SeedData {
        companies: vec![
            company("a", None),
            company("b", Some("a")),
            company("c", Some("b")),
            company("z", None),
        ],
        machine_types: vec![
            machine_type("a", "loader"),
            machine_type("a", "dumper"),
            machine_type("c", "rig"),
        ],
        machines: vec![
            seeded(machine("m1", "a", "2"), 0),
            seeded(machine("m2", "a", "1"), 7),
            seeded(machine("m3", "b", "1"), 0),
            seeded(machine("m4", "z", "1"), 0),
            seeded(piece("e1", "a", "E1", "m1"), 0),
            seeded(piece("e2", "b", "E2", "m1"), 0),
        ],
        users: vec![SeedUser {
            user: User {
                identity_id: "auth0|u".into(),
                company_profile_id: "profile".into(),
                company_id: "a".into(),
                employee_number: "7".to_owned(),
                ..User::default()
            },
            modified_at: entry("seeded").at,
            supervisors: Vec::new(),
            tags: Vec::new(),
            time_registrations: Vec::new(),
        }],
        ..SeedData::default()
    }
}

fn ids(machines: &[StoredMachine]) -> Vec<&str> {
    machines.iter().map(|one| one.id.as_str()).collect()
}

fn companies(ids: &[&str]) -> Vec<CompanyId> {
    ids.iter().map(|id| CompanyId::from(*id)).collect()
}

async fn types_are_the_companys_own_or_those_above_it(store: &dyn Store) {
    for (company, expected) in [
        ("a", vec!["dumper", "loader"]),
        ("b", vec!["dumper", "loader"]),
        ("c", vec!["rig"]),
        ("z", vec![]),
        ("none", vec![]),
    ] {
        let types = store.machine_types(&company.into()).await.unwrap();
        let found: Vec<&str> = types.iter().map(|one| one.type_id.as_str()).collect();
        assert_eq!(found, expected, "{company}");
        assert!(
            types
                .iter()
                .all(|one| one.name == Some(one.type_id.to_uppercase()))
        );
    }
}

async fn machines_are_found(store: &dyn Store) {
    let found = store.machine(&"m1".into()).await.unwrap().unwrap();
    assert_eq!(found.machine().unwrap(), machine("m1", "a", "2"));
    assert_eq!((found.revision, found.parent_id.clone()), (1, None));
    assert!(store.machine(&"none".into()).await.unwrap().is_none());
    let list = store.machines(&companies(&["b", "a"])).await.unwrap();
    assert_eq!(ids(&list), ["m3", "e2", "m2", "m1", "e1"]);
    assert!(store.machines(&[]).await.unwrap().is_empty());
    for (order, expected) in [(["a", "b"], "m2"), (["b", "a"], "m3")] {
        let found = store.machine_by_number(&companies(&order), "1").await;
        assert_eq!(found.unwrap().unwrap().id.as_str(), expected);
    }
    let none = store.machine_by_number(&companies(&["c"]), "1").await;
    assert!(none.unwrap().is_none());
    let all = store.equipment(&"m1".into(), &companies(&["a", "b"])).await;
    assert_eq!(ids(&all.unwrap()), ["e1", "e2"]);
    let own = store.equipment(&"m1".into(), &companies(&["a"])).await;
    assert_eq!(ids(&own.unwrap()), ["e1"]);
}

async fn write(store: &dyn Store, machine: Machine, based_on: Option<i64>) -> MachineWritten {
    let write = MachineWrite {
        machine,
        based_on,
        audit: entry("written"),
    };
    let reach = companies(&["a", "b"]);
    let mut written = store.write_machines(&[write], &reach).await.unwrap();
    assert_eq!(written.len(), 1);
    written.remove(0)
}

async fn writes_are_done_or_refused_each_on_its_own(store: &dyn Store) {
    let before = store.audit_log().await.unwrap().len();
    let new = |id: &str, number: &str| MachineWrite {
        machine: machine(id, "a", number),
        based_on: None,
        audit: entry("written"),
    };
    let written = store
        .write_machines(&[new("n1", "9"), new("n2", "9"), new("n3", "10")], &[])
        .await
        .unwrap();
    let record = serde_json::to_string(&machine("n1", "a", "9")).unwrap();
    assert_eq!(written[0], MachineWritten::Stored(record));
    assert_eq!(written[1], MachineWritten::NumberTaken);
    assert!(matches!(written[2], MachineWritten::Stored(_)));
    assert!(store.machine(&"n2".into()).await.unwrap().is_none());
    let after = store.audit_log().await.unwrap().len();
    assert_eq!(after - before, 2, "what is refused is not noted");

    let mut changed = machine("n1", "b", "9");
    changed.note = Some("moved".to_owned());
    let done = write(store, changed.clone(), Some(1)).await;
    assert!(matches!(done, MachineWritten::Stored(_)));
    let stored = store.machine(&"n1".into()).await.unwrap().unwrap();
    assert_eq!((stored.revision, stored.company_id.as_str()), (2, "b"));
    assert_eq!(stored.machine().unwrap(), changed);
    let stale = write(store, machine("n1", "a", "9"), Some(1)).await;
    assert_eq!(stale, MachineWritten::Stale);
    let taken = write(store, machine("n1", "b", "1"), Some(2)).await;
    assert_eq!(taken, MachineWritten::NumberTaken);
    let missing = write(store, machine("n9", "a", "99"), Some(1)).await;
    assert_eq!(missing, MachineWritten::Missing);
}

async fn equipment_hangs_on_machines_in_reach(store: &dyn Store) {
    for parent in ["none", "e1", "n4", "m4"] {
        let refused = write(store, piece("n4", "a", "11", parent), None).await;
        assert_eq!(refused, MachineWritten::ParentInvalid, "{parent}");
    }
    let done = write(store, piece("n4", "a", "11", "n3"), None).await;
    assert!(matches!(done, MachineWritten::Stored(_)));
    let mut equipment = machine("n3", "a", "10");
    equipment.is_equipment = true;
    let refused = write(store, equipment, Some(1)).await;
    assert_eq!(refused, MachineWritten::HasEquipment);
    let kept = MachineWrite {
        machine: piece("n4", "a", "12", "n3"),
        based_on: Some(1),
        audit: entry("written"),
    };
    let written = store.write_machines(&[kept], &[]).await.unwrap();
    assert!(
        matches!(written[0], MachineWritten::Stored(_)),
        "a parent that stays is not looked at again"
    );
}

async fn the_responsible_person_is_a_user_and_is_followed(store: &dyn Store) {
    let before = store.machine(&"m3".into()).await.unwrap().unwrap();
    let mut changed = before.machine().unwrap();
    let answers_for = |machine: &mut Machine, id: &str, number: &str| {
        machine.responsible_id = Some(id.to_owned());
        machine.responsible_employee_number = Some(number.to_owned());
    };
    for (id, number) in [("auth0|none", "7"), ("auth0|u", "8")] {
        answers_for(&mut changed, id, number);
        let refused = write(store, changed.clone(), Some(1)).await;
        assert_eq!(refused, MachineWritten::Stale, "{id} {number}");
    }
    answers_for(&mut changed, "auth0|u", "7");
    let done = write(store, changed.clone(), Some(1)).await;
    assert!(matches!(done, MachineWritten::Stored(_)));

    let user = IdentityId::from("auth0|u");
    let renumbered = UserWrite {
        change: UserChange {
            employee_number: Field::Value("70".to_owned()),
            ..UserChange::default()
        },
        companies: companies(&["a"]),
        at: entry("renumbered").at,
    };
    let done = store.change_user(&user, renumbered, entry("renumbered"));
    assert!(done.await.unwrap().is_ok());
    let stored = store.machine(&"m3".into()).await.unwrap().unwrap();
    answers_for(&mut changed, "auth0|u", "70");
    assert_eq!(stored.machine().unwrap(), changed);
    assert_eq!(stored.revision, 3, "a write under way looks again");

    let at = entry("deleted").at;
    let gone = store.delete_user(&user, at, entry("user deleted")).await;
    assert_eq!(gone.unwrap(), UserDeletion::Done);
    let stored = store.machine(&"m3".into()).await.unwrap().unwrap();
    changed.responsible_id = None;
    changed.responsible_employee_number = None;
    assert_eq!((stored.machine().unwrap(), stored.revision), (changed, 4));
}

async fn what_is_needed_is_kept(store: &dyn Store) {
    let dependents = |registrations, equipment| Dependents {
        registrations,
        equipment,
    };
    for (id, expected) in [
        ("m2", Some(dependents(7, 0))),
        ("m1", Some(dependents(0, 2))),
        ("e1", Some(dependents(0, 0))),
        ("none", None),
    ] {
        let found = store.machine_dependents(&id.into()).await.unwrap();
        assert_eq!(found, expected, "{id}");
        let deleted = store.delete_machine(&id.into(), entry("deleted")).await;
        let outcome = match expected {
            None => MachineDeleted::Missing,
            Some(none) if none.is_empty() => MachineDeleted::Deleted,
            Some(some) => MachineDeleted::Kept(some),
        };
        assert_eq!(deleted.unwrap(), outcome, "{id}");
    }
    assert!(store.machine(&"e1".into()).await.unwrap().is_none());
    assert!(store.machine(&"m1".into()).await.unwrap().is_some());
    let log = store.audit_log().await.unwrap();
    let noted = log.iter().filter(|record| record.action == "deleted");
    assert_eq!(noted.count(), 1, "what is refused is not noted");
}

#[tokio::test]
async fn sqlite_keeps_machines() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.sqlite");
    let store = SqliteStore::open(&file, Durability::Process).await.unwrap();
    {
        use fielddesk_service::store::SetupStore as _;
        store.seed(seed(), entry("seeded")).await.unwrap();
    }
    types_are_the_companys_own_or_those_above_it(&store).await;
    machines_are_found(&store).await;
    writes_are_done_or_refused_each_on_its_own(&store).await;
    equipment_hangs_on_machines_in_reach(&store).await;
    the_responsible_person_is_a_user_and_is_followed(&store).await;
    what_is_needed_is_kept(&store).await;
}
