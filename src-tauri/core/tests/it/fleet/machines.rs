//! Use cases of machines.

use fielddesk_core::bulk::BulkControl;
use fielddesk_core::machines::{self, MachineQuery};
use fielddesk_core::{CancellationToken, FailureKind};
use fielddesk_model::FuelType;
use fielddesk_rules::fields::MACHINE_FIELDS;

use super::{Fleet, values};

#[tokio::test]
async fn a_machine_is_created_changed_and_deleted_by_its_number() {
    let fleet = Fleet::new().await;
    let sets = [
        "machineNumber=N-1",
        "name=Prøvemaskin",
        "weight=12.5",
        "fuelType=diesel",
    ];
    let created = machines::create(&fleet.connection, &values(MACHINE_FIELDS, &sets))
        .await
        .unwrap();
    assert_eq!(
        created.company_id,
        fleet.company(),
        "the client's own company is the default"
    );
    assert_eq!(created.fuel_type, Some(FuelType::Diesel));
    let sets = values(MACHINE_FIELDS, &["note=Ny", "fuelConsumptionRate=14.2"]);
    let changed = machines::update(&fleet.connection, "N-1", None, &sets)
        .await
        .unwrap();
    assert_eq!(
        changed.name.as_deref(),
        Some("Prøvemaskin"),
        "what was not said stays"
    );
    assert_eq!(
        (changed.note.as_deref(), changed.fuel_consumption_rate),
        (Some("Ny"), Some(14.2))
    );
    let stored = fleet.machine("N-1").await;
    assert_eq!(stored.fuel_type, Some(FuelType::Diesel));
    let emptied = values(MACHINE_FIELDS, &["note="]);
    machines::update(&fleet.connection, "N-1", None, &emptied)
        .await
        .unwrap();
    assert!(
        fleet
            .machine("N-1")
            .await
            .note
            .unwrap_or_default()
            .is_empty()
    );
    let again = machines::create(
        &fleet.connection,
        &values(MACHINE_FIELDS, &["machineNumber=N-1"]),
    )
    .await;
    assert_eq!(again.unwrap_err().kind, FailureKind::Conflict);
    machines::delete(&fleet.connection, "N-1", None)
        .await
        .unwrap();
    let gone = machines::find(&fleet.connection, "N-1", None, MachineQuery::default()).await;
    assert_eq!(gone.unwrap_err().kind, FailureKind::NotFound);
}

#[tokio::test]
async fn nothing_to_change_and_a_missing_number_are_said_before_anything_is_sent() {
    let fleet = Fleet::new().await;
    let empty = values(MACHINE_FIELDS, &[]);
    let nothing = machines::update(&fleet.connection, "1", None, &empty)
        .await
        .unwrap_err();
    assert_eq!(nothing.kind, FailureKind::Usage);
    let nameless = machines::create(&fleet.connection, &empty)
        .await
        .unwrap_err();
    assert_eq!(nameless.field.as_deref(), Some("machineNumber"));
    assert_eq!(fleet.requests("GET", "machines").await, 0);
}

#[tokio::test]
async fn a_number_of_two_companies_has_to_name_one() {
    let fleet = Fleet::new().await;
    for company in [fleet.company(), fleet.subsidiary()] {
        let set = format!("companyId={company}");
        let sets = values(MACHINE_FIELDS, &["machineNumber=TWICE", &set]);
        machines::create(&fleet.connection, &sets).await.unwrap();
    }
    let both = machines::find(&fleet.connection, "TWICE", None, MachineQuery::default()).await;
    let both = both.unwrap_err();
    assert_eq!(both.kind, FailureKind::Conflict);
    for company in [fleet.company(), fleet.subsidiary()] {
        assert!(both.message.contains(company.as_str()), "{both}");
        let one = machines::find(
            &fleet.connection,
            "TWICE",
            Some(&company),
            MachineQuery::default(),
        );
        assert_eq!(one.await.unwrap().company_id, company);
    }
    let set = values(MACHINE_FIELDS, &["note=hers"]);
    let of = fleet.subsidiary();
    machines::update(&fleet.connection, "TWICE", Some(&of), &set)
        .await
        .unwrap();
}

#[tokio::test]
async fn many_are_blocked_at_once_and_each_has_its_outcome() {
    let fleet = Fleet::new().await;
    let all = machines::list(&fleet.connection, MachineQuery::default())
        .await
        .unwrap();
    let equipment = all.iter().find(|machine| machine.is_equipment).unwrap();
    let own = fleet.machines().await;
    let mut numbers: Vec<String> = own
        .iter()
        .take(20)
        .map(|machine| machine.machine_number.clone())
        .collect();
    numbers.push(equipment.machine_number.clone());
    numbers.push("no such".to_owned());
    let following = BulkControl::default();
    let message = Some("Årskontroll");
    let outcomes = machines::block(&fleet.connection, &numbers, None, message, &following).await;
    let outcomes = outcomes.unwrap();
    assert_eq!(
        outcomes
            .iter()
            .filter(|outcome| outcome.result.is_ok())
            .count(),
        20
    );
    let refused = outcomes[20].result.as_ref().unwrap_err();
    assert!(refused.message.contains("is equipment"), "{refused}");
    assert_eq!(
        outcomes[21].result.as_ref().unwrap_err().kind,
        FailureKind::NotFound
    );
    assert_eq!(following.progress.borrow().done, 22);
    let blocked = fleet.machine(&numbers[3]).await;
    assert!(blocked.block_check_in);
    assert_eq!(
        blocked.block_check_in_message.as_deref(),
        Some("Årskontroll")
    );
    let opened = machines::unblock(&fleet.connection, &numbers[..1], None, &following).await;
    assert!(!opened.unwrap()[0].result.as_ref().unwrap().block_check_in);
    let cancelled = BulkControl {
        cancel: CancellationToken::new(),
        ..BulkControl::default()
    };
    cancelled.cancel.cancel();
    let none = machines::unblock(&fleet.connection, &numbers[1..3], None, &cancelled).await;
    assert!(none.unwrap().iter().all(|outcome| outcome.result.is_err()));
    assert!(
        fleet.machine(&numbers[1]).await.block_check_in,
        "nothing was sent"
    );
}

#[tokio::test]
async fn a_machine_with_dependent_data_stays_and_can_be_retired() {
    let fleet = Fleet::new().await;
    let client = fleet.connection.client.machines();
    let mut kept = None;
    for machine in fleet.machines().await {
        if !client.is_deletable(&machine.id).await.unwrap() {
            kept = Some(machine);
            break;
        }
    }
    let number = kept.unwrap().machine_number;
    let refused = machines::delete(&fleet.connection, &number, None)
        .await
        .unwrap_err();
    assert_eq!(refused.kind, FailureKind::Conflict);
    assert_eq!(refused.code.as_deref(), Some("notDeletable"));
    assert!(refused.fix.contains("inactive"), "{refused:?}");
    assert!(fleet.machine(&number).await.active);
    let retired = machines::deactivate(&fleet.connection, &number, None)
        .await
        .unwrap();
    assert!(!retired.active);
}
