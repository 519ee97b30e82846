//! Changes of machines that are named by their number, each machine with its outcome.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use fielddesk_model::{CompanyId, Machine, MachineId};

use super::Fleet;
use super::fuel_source::Provenance;
use crate::bulk::ItemOutcome;
use crate::machines::{self, is_equipment};
use crate::records::{BatchRow, RowOutcome};
use crate::{Failure, FailureKind};

/// Where the fuel values of a machine come from.
#[derive(Debug, Clone, PartialEq)]
pub struct FuelSource {
    /// The machine.
    pub machine: Machine,
    /// The source of its present values; `None` where none is known.
    pub source: Option<Provenance>,
}

impl Fleet {
    /// Blocks check-in until a time: an outcome for each number, in the order given. Machines
    /// that are blocked already are unblocked then as well.
    ///
    /// # Errors
    /// `usage` for a time that is over; those of the list; as a batch fails. After that nothing
    /// fails but single machines.
    pub async fn block_numbers_until(
        &self,
        numbers: &[String],
        company: Option<&CompanyId>,
        message: Option<&str>,
        until: DateTime<Utc>,
    ) -> Result<Vec<ItemOutcome<Machine>>, Failure> {
        let listed = self.list().await?;
        let picked: Vec<(&String, Result<Machine, Failure>)> = numbers
            .iter()
            .map(|number| {
                let machine = machines::pick(&listed, number, company);
                (number, machine.and_then(without_equipment))
            })
            .collect();
        let ids: Vec<MachineId> = picked
            .iter()
            .filter_map(|(_, machine)| Some(machine.as_ref().ok()?.id.clone()))
            .collect();
        let mut rows = HashMap::new();
        if !ids.is_empty() {
            let report = self.block_until(&ids, message, true, Some(until)).await?;
            if let Some(stopped) = report.batch.stopped
                && report
                    .rows
                    .iter()
                    .all(|row| row.outcome == RowOutcome::NotSent)
            {
                return Err(stopped);
            }
            let named = report.rows.into_iter();
            rows = named.map(|row| (MachineId::new(&*row.id), row)).collect();
        }
        let outcomes = picked.into_iter().map(|(number, machine)| ItemOutcome {
            item: number.clone(),
            result: machine.and_then(|machine| self.outcome(&machine, rows.get(&machine.id))),
        });
        Ok(outcomes.collect())
    }

    /// Where the fuel values of machines come from: of one number, or of all machines that have
    /// a source.
    pub async fn fuel_sources(
        &self,
        number: Option<&str>,
        company: Option<&CompanyId>,
    ) -> Result<Vec<FuelSource>, Failure> {
        let listed = self.list().await?;
        if let Some(number) = number {
            let machine = machines::pick(&listed, number, company)?;
            return Ok(vec![self.fuel_source_of(machine)]);
        }
        let all = listed
            .iter()
            .filter(|machine| company.is_none_or(|company| machine.company_id == *company))
            .map(|machine| self.fuel_source_of(machine.clone()));
        Ok(all.filter(|one| one.source.is_some()).collect())
    }

    /// Keeps where the fuel values of one machine come from. Nothing is uploaded.
    ///
    /// # Errors
    /// Those of the list; not found; `refused` for a machine without a fuel rate.
    pub async fn set_fuel_source(
        &self,
        number: &str,
        company: Option<&CompanyId>,
        source: Provenance,
    ) -> Result<FuelSource, Failure> {
        let machine = machines::pick(&self.list().await?, number, company)?;
        self.note_provenance(std::slice::from_ref(&machine.id), source)
            .await?;
        let set = self.fuel_source_of(machine);
        if set.source.is_none() {
            let number = fielddesk_rules::file_name::shown(number);
            return Err(Failure::new(
                FailureKind::Refused,
                format!("{number} has no fuel rate, so there is nothing to name a source of."),
                "Set the rate first.",
            )
            .about("fuelConsumptionRate")
            .with("machine", number));
        }
        Ok(set)
    }

    fn fuel_source_of(&self, machine: Machine) -> FuelSource {
        let source = self.board(|board| board.provenance(&machine));
        FuelSource { machine, source }
    }

    /// The machine as it is now, or why the batch did not change it.
    fn outcome(&self, machine: &Machine, row: Option<&BatchRow>) -> Result<Machine, Failure> {
        let row = row.ok_or_else(|| Failure::internal("a machine without a row in its batch"))?;
        match row.why_not() {
            Some(failure) => Err(failure),
            None => Ok(Machine::clone(&*self.known(&machine.id)?)),
        }
    }
}

impl BatchRow {
    /// Why its machine is not as the batch wanted it; `None` where it is.
    #[must_use]
    pub fn why_not(&self) -> Option<Failure> {
        if matches!(self.outcome, RowOutcome::Saved | RowOutcome::Already) {
            return None;
        }
        Some(self.failure.clone().unwrap_or_else(|| self.told()))
    }

    /// An outcome that has no failure of its own, as one.
    fn told(&self) -> Failure {
        let number = fielddesk_rules::file_name::shown(&self.number);
        let (kind, message, fix) = match self.outcome {
            RowOutcome::Equipment => return is_equipment(&self.number),
            RowOutcome::Gone => (
                FailureKind::NotFound,
                format!("{number} was deleted."),
                "Refresh the list.",
            ),
            RowOutcome::Kept => (
                FailureKind::Refused,
                format!(
                    "{number} stays as it is: it was changed since, or cannot be changed back."
                ),
                "Change it by hand.",
            ),
            RowOutcome::Conflict => (
                FailureKind::Conflict,
                format!("{number} was changed by someone else. Nothing was uploaded for it."),
                "Check the machine, then try again.",
            ),
            RowOutcome::NotSent | RowOutcome::Waiting => (
                FailureKind::Cancelled,
                format!("{number} was not changed: the change stopped before."),
                "Try again.",
            ),
            _ => (
                FailureKind::Unreachable,
                format!("It is not known whether {number} was changed: the connection broke."),
                "Check the machine, then try again.",
            ),
        };
        Failure::new(kind, message, fix).with("machine", number)
    }
}

fn without_equipment(machine: Machine) -> Result<Machine, Failure> {
    match machine.is_equipment {
        true => Err(is_equipment(&machine.machine_number)),
        false => Ok(machine),
    }
}
