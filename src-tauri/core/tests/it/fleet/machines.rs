//! Use cases of machines.

use fielddesk_core::FailureKind;
use fielddesk_core::machines::{self, MachineQuery};
use fielddesk_rules::fields::MACHINE_FIELDS;

use super::{Fleet, values};

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
