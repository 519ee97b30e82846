//! Check of fuel values while they are typed, before anything is sent.

use fielddesk_model::{FuelConsumptionUnit, FuelType, Machine, MachineId};
use fielddesk_rules::fields::{MACHINE_FIELDS, Problem, Reading, Writing, check_limits, field};
use fielddesk_rules::fuel::{FuelAnomaly, FuelValues, UsedRate, count_kilometres, used_rates};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Fleet;
use super::model::FleetModel;
use crate::Failure;

/// A rate that differs from those in use by more than this part of them is pointed out.
const UNLIKE: f64 = 0.1;

/// Fuel values as typed; what is not given stays as it is.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FuelDraft {
    /// The rate; empty to leave it.
    pub rate: String,
    /// The unit.
    #[cfg_attr(feature = "specta", specta(type = Option<i32>))]
    pub unit: Option<FuelConsumptionUnit>,
    /// The fuel.
    #[cfg_attr(feature = "specta", specta(type = Option<i32>))]
    pub fuel: Option<FuelType>,
}

/// What there is to say of them.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FuelCheck {
    /// The rate that was typed.
    #[cfg_attr(feature = "specta", specta(type = Option<i32>))]
    pub rate: Option<f64>,
    /// Why it cannot be one.
    pub problem: Option<Problem>,
    /// What is unusual of any of the machines, with these values.
    pub odd: Vec<FuelAnomaly>,
    /// Rates that other machines of the same names have.
    pub used: Vec<UsedRate>,
    /// Whether machines like these count kilometres.
    pub kilometres: bool,
    /// Which of them the rate is far from.
    pub unlike: Option<UsedRate>,
}

impl Fleet {
    /// Looks at fuel values that are typed for some machines.
    pub async fn check_fuel(
        &self,
        ids: &[MachineId],
        draft: &FuelDraft,
        writing: &Writing,
    ) -> Result<FuelCheck, Failure> {
        self.load().await?;
        let reading = writing.reading(self.today(), None);
        let (rate, problem) = match rate_of(&draft.rate, writing, &reading) {
            Ok(rate) => (rate, None),
            Err(problem) => (None, Some(problem)),
        };
        Ok(self.board(|board| {
            let machines: Vec<&Machine> = ids
                .iter()
                .filter_map(|id| board.machine(id).map(AsRef::as_ref))
                .collect();
            let mut odd: Vec<FuelAnomaly> = Vec::new();
            for machine in &machines {
                let values = edited(board, machine);
                let values = FuelValues {
                    rate: rate.or(values.rate),
                    unit: draft.unit.or(values.unit),
                    fuel: draft.fuel.or(values.fuel),
                };
                let found = values.anomalies().into_iter();
                let new: Vec<_> = found.filter(|one| !odd.contains(one)).collect();
                odd.extend(new);
            }
            let used = used_rates(&machines, board.machines().map(AsRef::as_ref));
            let is_unlike = |one: &&UsedRate| {
                rate.is_some_and(|rate| rate > 0.0 && (one.rate - rate).abs() / one.rate > UNLIKE)
            };
            FuelCheck {
                rate,
                problem,
                odd,
                kilometres: count_kilometres(&machines, board.machines().map(AsRef::as_ref)),
                unlike: used.iter().find(is_unlike).cloned(),
                used,
            }
        }))
    }
}

/// The rate of a text; none for an empty one.
fn rate_of(text: &str, writing: &Writing, reading: &Reading) -> Result<Option<f64>, Problem> {
    let text = text.trim();
    let Some(field) = field(MACHINE_FIELDS, "fuelConsumptionRate").filter(|_| !text.is_empty())
    else {
        return Ok(None);
    };
    let value = field.parse_typed(text, writing, &Value::Null, reading)?;
    check_limits(field, &value)?;
    Ok(value.as_f64())
}

/// The fuel values of a machine with what is edited and not saved.
fn edited(board: &FleetModel, machine: &Machine) -> FuelValues {
    let mut values = FuelValues::of(machine);
    let good = board.edits.of(&machine.id);
    for edit in good.filter(|edit| edit.said.problem.is_none()) {
        let value = &edit.said.value;
        match edit.field.name {
            "fuelConsumptionRate" => values.rate = value.as_f64(),
            "fuelConsumptionUnit" => {
                values.unit = serde_json::from_value(value.clone()).unwrap_or_default();
            }
            "fuelType" => values.fuel = serde_json::from_value(value.clone()).unwrap_or_default(),
            _ => {}
        }
    }
    values
}
