//! Fuel data of a selection, and their sources.

use fielddesk_core::FailureKind;
use fielddesk_core::export::ExportOptions;
use fielddesk_core::fleet::{FuelChange, Provenance, RowOutcome};
use fielddesk_model::{FuelConsumptionUnit, FuelType, MachineId};
use fielddesk_rules::language::Language;
use serde_json::json;

use super::{Grid, count, outcomes};

#[tokio::test]
async fn fuel_is_set_for_a_selection_and_what_is_left_out_stays() {
    let grid = Grid::new().await;
    let ids = grid.open_ids(5).await;
    let all = FuelChange {
        rate: Some(18.3),
        unit: Some(0),
        fuel: Some(7),
    };
    grid.fleet.set_fuel(&ids, all).await.unwrap();
    let rate = FuelChange {
        rate: Some(20.0),
        ..FuelChange::default()
    };
    let report = grid.fleet.set_fuel(&ids, rate).await.unwrap();
    assert_eq!(count(&report, RowOutcome::Saved), 5);
    for id in &ids {
        let stored = grid.stored(id).await;
        assert_eq!(stored.fuel_consumption_rate, Some(20.0));
        assert_eq!(
            stored.fuel_consumption_unit,
            Some(FuelConsumptionUnit::LitresPerHour)
        );
        assert_eq!(stored.fuel_type, Some(FuelType::DyedDiesel));
    }
    for wrong in [
        FuelChange::default(),
        FuelChange {
            rate: Some(-1.0),
            ..FuelChange::default()
        },
        FuelChange {
            unit: Some(6),
            ..FuelChange::default()
        },
        FuelChange {
            fuel: Some(8),
            ..FuelChange::default()
        },
    ] {
        let failure = grid.fleet.set_fuel(&ids, wrong).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Usage, "{wrong:?}");
    }
}

#[tokio::test]
async fn fuel_that_somebody_changed_since_it_was_read_is_not_written_over_nor_undone() {
    let grid = Grid::new().await;
    let ids = grid.open_ids(3).await;
    let of = |rate: f64, unit: i64, fuel: i64| FuelChange {
        rate: Some(rate),
        unit: Some(unit),
        fuel: Some(fuel),
    };
    grid.fleet.set_fuel(&ids, of(5.0, 0, 7)).await.unwrap();
    let client = grid.site.connection.client.machines();
    let electric = json!({"fuelConsumptionRate": 9, "fuelConsumptionUnit": 2, "fuelType": 4});
    let electric = serde_json::from_value(electric).unwrap();
    client.patch_esg(&ids[0], &electric).await.unwrap();
    // The fuel of this one is another, which is not among what is sent.
    let fuel = serde_json::from_value(json!({"fuelType": 1})).unwrap();
    client.patch_esg(&ids[1], &fuel).await.unwrap();
    let rate = FuelChange {
        rate: Some(7.0),
        ..FuelChange::default()
    };
    let report = grid.fleet.set_fuel(&ids, rate).await.unwrap();
    let expected = [
        RowOutcome::Conflict,
        RowOutcome::Conflict,
        RowOutcome::Saved,
    ];
    assert_eq!(outcomes(&report), expected);
    let told = report.rows[0].cells.iter();
    let told: Vec<_> = told.filter(|cell| cell.theirs.is_some()).collect();
    assert_eq!(told.len(), 3, "{:?}", report.rows[0]);
    assert_eq!(
        grid.stored(&ids[0]).await.fuel_consumption_rate,
        Some(9.0),
        "nothing is sent for it"
    );
    assert_eq!(grid.stored(&ids[1]).await.fuel_consumption_rate, Some(5.0));
    // The conflict was told, and the list has what is stored: saved once more it is meant.
    let report = grid.fleet.set_fuel(&ids, of(7.0, 0, 7)).await.unwrap();
    assert_eq!(count(&report, RowOutcome::Conflict), 0);
    assert_eq!(grid.stored(&ids[0]).await.fuel_consumption_rate, Some(7.0));
    let rate = serde_json::from_value(json!({"fuelConsumptionRate": 11})).unwrap();
    client.patch_esg(&ids[0], &rate).await.unwrap();
    grid.fleet.revert(report.batch.id).await.unwrap();
    let stored = grid.stored(&ids[0]).await;
    assert_eq!(
        (stored.fuel_consumption_rate, stored.fuel_type),
        (Some(11.0), Some(FuelType::DyedDiesel)),
        "their rate stays with the fuel that it was given for"
    );
}

#[tokio::test]
async fn where_fuel_comes_from_is_kept_here_exported_and_true_of_those_values_alone() {
    let grid = Grid::new().await;
    let ids = grid.open_ids(3).await;
    let change = FuelChange {
        rate: Some(18.3),
        unit: Some(0),
        fuel: Some(7),
    };
    let measured = Some(Provenance::Measured);
    grid.fleet
        .set_fuel_from(&ids, change, measured)
        .await
        .unwrap();
    let one = [ids[1].clone()];
    let estimate = Some(Provenance::Estimate);
    grid.fleet
        .note_provenance(&one, Provenance::Estimate)
        .await
        .unwrap();
    assert_eq!(grid.row(&ids[0]).await.provenance, measured);
    assert_eq!(grid.row(&ids[1]).await.provenance, estimate);
    let options = ExportOptions {
        language: Some(Language::Nb),
        ..ExportOptions::default()
    };
    let fields = ["machineNumber", "fuelConsumptionRate", "fuelProvenance"].map(str::to_owned);
    let (bytes, _) = grid.fleet.export(&ids, &fields, options).await.unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    assert!(lines[0].ends_with("Drivstoffkilde"), "{text}");
    assert!(
        lines[1].ends_with("målt") && lines[2].ends_with("anslag"),
        "{text}"
    );
    // Somebody stores another rate: what was said is not said of that one.
    let client = grid.site.connection.client.machines();
    let other = serde_json::from_value(serde_json::json!({"fuelConsumptionRate": 20.0})).unwrap();
    client.patch_esg(&ids[0], &other).await.unwrap();
    let restarted = grid.restarted().await;
    restarted.refresh().await.unwrap();
    let rows = restarted.page(0, 100_000).await.unwrap().rows;
    let of = |id: &MachineId| {
        rows.iter()
            .find(|row| row.machine.id == *id)
            .unwrap()
            .provenance
    };
    assert_eq!(
        (of(&ids[0]), of(&ids[1]), of(&ids[2])),
        (None, estimate, measured)
    );
}
