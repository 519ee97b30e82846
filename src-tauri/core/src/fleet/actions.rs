//! Acts on a selection: block and release, in and out of use, fuel, delete.

use chrono::{DateTime, Utc};
use fielddesk_model::{Machine, MachineId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::cell::values;
use super::fuel_source::Provenance;
use super::{Fleet, FleetModel};
use crate::Failure;
use crate::machines;
use crate::records::batches::{BatchKind, BatchOrder, BatchReport};
use crate::records::{
    BatchRow, DeleteCheck, PlannedCell, PlannedChange, RowOutcome, Task, differs,
};
use fielddesk_rules::fields::{ESG_FIELDS, MACHINE_FIELDS, field};

/// Which machines of a selection a block would change, freshly read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct BlockCheck {
    /// Would be blocked.
    pub blockable: Vec<MachineId>,
    /// Are blocked already.
    pub blocked: Vec<MachineId>,
    /// Equipment, which has no check-in.
    pub equipment: Vec<MachineId>,
    /// Not there any more.
    pub gone: Vec<MachineId>,
    /// Changed by somebody since they were read last.
    pub changed: Vec<MachineId>,
}

/// Fuel values for a selection; what is none stays.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FuelChange {
    /// Rate.
    #[cfg_attr(feature = "specta", specta(type = Option<i32>))]
    pub rate: Option<f64>,
    /// Unit, by its number.
    pub unit: Option<i64>,
    /// Fuel, by its number.
    pub fuel: Option<i64>,
}

impl Fleet {
    /// Blocks check-in; equipment is excluded. Without a message the stored one stays. Machines
    /// that are blocked already get the message where that is wanted, else they are left alone.
    pub async fn block(
        &self,
        ids: &[MachineId],
        message: Option<&str>,
        also_blocked: bool,
    ) -> Result<BatchReport, Failure> {
        self.block_meant(ids, message, also_blocked, None).await
    }

    /// Blocks check-in, and notes until when that is meant.
    pub(super) async fn block_meant(
        &self,
        ids: &[MachineId],
        message: Option<&str>,
        also_blocked: bool,
        until: Option<DateTime<Utc>>,
    ) -> Result<BatchReport, Failure> {
        self.load().await?;
        let message = message.map(str::trim).filter(|message| !message.is_empty());
        let blocked: std::collections::HashSet<MachineId> = self.board(|board| {
            let all = ids.iter().filter(|id| board.is_blocked(id));
            all.cloned().collect()
        });
        let mut given = vec![("blockCheckIn", Value::Bool(true))];
        if let Some(message) = message {
            let now = self.0.clock.now();
            self.0.store.note_message(message, now).await?;
            given.push(("blockCheckInMessage", Value::from(message)));
        }
        let alone = vec![("blockCheckIn", Value::Bool(true))];
        let each = ids.iter().map(|id| {
            let as_it_is = blocked.contains(id) && !also_blocked;
            let cells = if as_it_is { &alone } else { &given };
            (id.clone(), cells.clone())
        });
        let each = each.collect();
        let changes = self.board(|board| chosen(board, each));
        let report = self.send(BatchKind::Block, message, until, changes).await?;
        self.unplan_changed(report.batch.kind, &report.rows).await?;
        Ok(report)
    }

    /// Opens check-in again; the message goes with the block. A machine that is open already keeps
    /// its own.
    pub async fn release(&self, ids: &[MachineId]) -> Result<BatchReport, Failure> {
        self.load().await?;
        let each = self.board(|board| {
            let each = ids.iter().map(|id| {
                let mut cells = vec![("blockCheckIn", Value::Bool(false))];
                if board.is_blocked(id) {
                    cells.push(("blockCheckInMessage", Value::from("")));
                }
                (id.clone(), cells)
            });
            each.collect()
        });
        let report = self.act(BatchKind::Release, each).await?;
        self.unplan_changed(report.batch.kind, &report.rows).await?;
        Ok(report)
    }

    /// Takes machines that were blocked or opened by hand out of the releases that wait.
    pub(super) async fn unplan_changed(
        &self,
        kind: BatchKind,
        rows: &[BatchRow],
    ) -> Result<(), Failure> {
        let open: &[RowOutcome] = match kind {
            BatchKind::Block => &[RowOutcome::Saved],
            BatchKind::Release => &[RowOutcome::Saved, RowOutcome::Already],
            _ => return Ok(()),
        };
        self.unplan(ended(rows, open)).await
    }

    /// Puts machines into use or out of it.
    pub async fn set_active(
        &self,
        ids: &[MachineId],
        active: bool,
    ) -> Result<BatchReport, Failure> {
        let kind = match active {
            true => BatchKind::Activate,
            false => BatchKind::Deactivate,
        };
        let each = alike(ids, &[("active", Value::Bool(active))]);
        self.act(kind, each).await
    }

    /// Sets fuel, rate or unit, of machines whose fuel data is as it was read last.
    ///
    /// # Errors
    /// `usage` for nothing or for a value that cannot be; as an act fails.
    pub async fn set_fuel(
        &self,
        ids: &[MachineId],
        change: FuelChange,
    ) -> Result<BatchReport, Failure> {
        let mut cells = Vec::new();
        if let Some(rate) = change.rate {
            cells.push(("fuelConsumptionRate", Value::from(rate)));
        }
        if let Some(unit) = change.unit {
            cells.push(("fuelConsumptionUnit", Value::from(unit)));
        }
        if let Some(fuel) = change.fuel {
            cells.push(("fuelType", Value::from(fuel)));
        }
        let sane = change
            .rate
            .is_none_or(|rate| rate.is_finite() && rate >= 0.0)
            && change.unit.is_none_or(|unit| (0..=5).contains(&unit))
            && change.fuel.is_none_or(|fuel| (0..=7).contains(&fuel));
        if cells.is_empty() || !sane {
            return Err(Failure::usage(
                "fuelConsumptionRate",
                "Neither rate, unit nor fuel is given, or one that cannot be.",
                "Give a rate from 0 on, a unit or a fuel.",
            ));
        }
        self.load().await?;
        let changes = self.board(|board| {
            let mut changes = chosen(board, alike(ids, &cells));
            for change in &mut changes {
                on_known_fuel(board, change);
            }
            changes
        });
        self.send(BatchKind::Fuel, None, None, changes).await
    }

    /// Sets fuel, rate or unit as [`set_fuel`](Self::set_fuel) does, and keeps where the values
    /// of those that have them now come from.
    pub async fn set_fuel_from(
        &self,
        ids: &[MachineId],
        change: FuelChange,
        provenance: Option<Provenance>,
    ) -> Result<BatchReport, Failure> {
        let report = self.set_fuel(ids, change).await?;
        if let Some(provenance) = provenance {
            let stored = [RowOutcome::Saved, RowOutcome::Already];
            let stored: Vec<MachineId> = ended(&report.rows, &stored).collect();
            self.note_provenance(&stored, provenance).await?;
        }
        Ok(report)
    }

    /// Asks whether a machine can be deleted.
    pub async fn check_delete(&self, id: &MachineId) -> Result<DeleteCheck, Failure> {
        self.load().await?;
        let machine = self.known(id)?;
        let asked = self.0.connection.client.machines().is_deletable(id).await;
        let deletable = self.0.online.note(asked.map_err(Failure::from))?;
        let reason = (!deletable).then(|| {
            let linked = self.board(|board| {
                let all = board.machines();
                all.filter(|one| one.parent_machine_id.as_ref() == Some(id))
                    .count()
            });
            let reasons = match linked {
                0 => Vec::new(),
                1 => vec!["1 piece of equipment is linked to it".to_owned()],
                linked => vec![format!("{linked} pieces of equipment are linked to it")],
            };
            machines::not_deletable(&machine, &reasons).message
        });
        Ok(DeleteCheck { deletable, reason })
    }

    /// Deletes a machine that nothing depends on.
    ///
    /// # Errors
    /// As an act fails; that it cannot be deleted is the row's outcome.
    pub async fn delete(&self, id: &MachineId) -> Result<BatchReport, Failure> {
        self.load().await?;
        let machine = self.known(id)?;
        let order = BatchOrder::new(BatchKind::Delete, vec![named(&machine, Task::Delete(None))]);
        self.carry_out(order).await
    }

    /// Reads machines freshly and tells which of them a block would change.
    pub async fn check_block(&self, ids: &[MachineId]) -> Result<BlockCheck, Failure> {
        self.load().await?;
        let before: Vec<Option<Machine>> = self.board(|board| {
            let known = ids.iter().map(|id| board.machine(id));
            known
                .map(|machine| machine.map(|machine| Machine::clone(machine)))
                .collect()
        });
        self.list().await?;
        let mut check = BlockCheck::default();
        self.board(|board| {
            for (id, before) in ids.iter().zip(before) {
                let Some(now) = board.machine(id) else {
                    check.gone.push(id.clone());
                    continue;
                };
                let group = match (now.is_equipment, now.block_check_in) {
                    (true, _) => &mut check.equipment,
                    (false, true) => &mut check.blocked,
                    (false, false) => &mut check.blockable,
                };
                group.push(id.clone());
                // Who changed it last, and when, is known of an own act only after the next reading.
                let is_other = |before: &Machine| {
                    differs(MACHINE_FIELDS, &values(now), &values(before)).is_some()
                };
                if before.as_ref().is_some_and(is_other) {
                    check.changed.push(id.clone());
                }
            }
        });
        Ok(check)
    }

    /// Gives machines some values, whatever is stored there.
    async fn act(
        &self,
        kind: BatchKind,
        each: Vec<(MachineId, FieldValues)>,
    ) -> Result<BatchReport, Failure> {
        self.load().await?;
        let changes = self.board(|board| chosen(board, each));
        self.send(kind, None, None, changes).await
    }

    async fn send(
        &self,
        kind: BatchKind,
        message: Option<&str>,
        until: Option<DateTime<Utc>>,
        changes: Vec<PlannedChange>,
    ) -> Result<BatchReport, Failure> {
        if changes.is_empty() {
            return Err(Failure::usage(
                "machines",
                "No machine is chosen.",
                "Choose some.",
            ));
        }
        let order = BatchOrder {
            kind,
            message: message.map(str::to_owned),
            reverts: None,
            until,
            changes,
        };
        self.carry_out(order).await
    }
}

/// The machines of rows that came to one of these ends.
pub(super) fn ended<'a>(
    rows: &'a [BatchRow],
    ends: &'a [RowOutcome],
) -> impl Iterator<Item = MachineId> + 'a {
    let rows = rows.iter();
    rows.filter(|row| ends.contains(&row.outcome))
        .map(|row| MachineId::new(&*row.id))
}

/// Values for a machine, by field.
type FieldValues = Vec<(&'static str, Value)>;

/// The same values for all machines.
fn alike(ids: &[MachineId], cells: &[(&'static str, Value)]) -> Vec<(MachineId, FieldValues)> {
    ids.iter().map(|id| (id.clone(), cells.to_vec())).collect()
}

/// What is wanted of machines, each once.
fn chosen(board: &FleetModel, each: Vec<(MachineId, FieldValues)>) -> Vec<PlannedChange> {
    let mut seen = std::collections::HashSet::new();
    let each = each.into_iter().filter(|(id, _)| seen.insert(id.clone()));
    let changes = each.map(|(id, cells)| {
        let cells = cells.into_iter().filter_map(|(name, new)| {
            let field = field(MACHINE_FIELDS, name)?;
            Some(PlannedCell {
                field,
                base: None,
                new,
            })
        });
        let task = Task::Change(cells.collect());
        match board.machine(&id) {
            Some(machine) => named(machine, task),
            None => PlannedChange {
                id: id.as_str().to_owned(),
                number: String::new(),
                name: None,
                task,
            },
        }
    });
    changes.collect()
}

/// Bases a change of fuel data on the values that are known here. Rate, unit and fuel mean
/// something only together: one that is not sent has to be as it was, too.
fn on_known_fuel(board: &FleetModel, change: &mut PlannedChange) {
    let Task::Change(cells) = &mut change.task else {
        return;
    };
    let Some(machine) = board.machine(&MachineId::new(&*change.id)) else {
        return;
    };
    let known = values(machine);
    for name in ESG_FIELDS {
        let Some(field) = field(MACHINE_FIELDS, name) else {
            continue;
        };
        let base = known.get(name).cloned().unwrap_or_default();
        match cells.iter_mut().find(|cell| cell.field.name == name) {
            Some(cell) => cell.base = Some(base),
            None => cells.push(PlannedCell {
                field,
                base: Some(base.clone()),
                new: base,
            }),
        }
    }
}

fn named(machine: &Machine, task: Task) -> PlannedChange {
    PlannedChange {
        id: machine.id.as_str().to_owned(),
        number: machine.machine_number.clone(),
        name: machine.name.clone(),
        task,
    }
}
