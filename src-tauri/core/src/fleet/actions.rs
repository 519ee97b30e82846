//! Acts on a selection: block and release, in and out of use, fuel, create, delete.

use fielddesk_model::{Machine, MachineId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::batch::{BatchReport, MachineBatch};
use super::edits::{CellInput, judged_new, known_field};
use super::types::BatchKind;
use super::{Fleet, FleetModel};
use crate::Failure;
use crate::company::own_company;
use crate::machines;
use crate::records::{PlannedCell, PlannedChange, RowOutcome, Task};
use fielddesk_rules::fields::{
    FieldDef, MACHINE_FIELDS, Problem, ProblemCode, Writing, field, is_blank,
};

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

/// What became of a form for a new machine.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "CreateResult")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Created {
    /// The act; none where the form has problems.
    pub report: Option<BatchReport>,
    /// What is wrong in the form, by field.
    pub problems: Vec<FieldProblem>,
}

/// What is wrong with a field of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FieldProblem {
    /// The field's spec name.
    pub field: &'static str,
    /// What is wrong.
    pub problem: Problem,
}

/// A field of a form for a new machine.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FieldInput {
    /// The field's spec name.
    pub field: String,
    /// What was put in.
    pub input: CellInput,
}

/// Whether a machine can be deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DeleteCheck {
    /// It can.
    pub deletable: bool,
    /// Why not, as far as it is known here.
    pub reason: Option<String>,
}

impl Fleet {
    /// Blocks check-in; equipment is excluded. Without a message the stored one stays. Machines
    /// that are blocked already get the message where that is wanted, else they are left alone.
    ///
    /// # Errors
    /// As an act fails.
    pub async fn block(
        &self,
        ids: &[MachineId],
        message: Option<&str>,
        also_blocked: bool,
    ) -> Result<BatchReport, Failure> {
        self.load().await?;
        let message = message.map(str::trim).filter(|message| !message.is_empty());
        let blocked: std::collections::HashSet<MachineId> = self.board(|board| {
            let all = ids.iter().filter(|id| {
                board
                    .machine(id)
                    .is_some_and(|machine| machine.block_check_in)
            });
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
        let report = self.act(BatchKind::Block, message, each).await?;
        self.unplan(ended(&report, &[RowOutcome::Saved])).await?;
        Ok(report)
    }

    /// Opens check-in again; the message stays.
    ///
    /// # Errors
    /// As an act fails.
    pub async fn release(&self, ids: &[MachineId]) -> Result<BatchReport, Failure> {
        let each = alike(ids, &[("blockCheckIn", Value::Bool(false))]);
        let report = self.act(BatchKind::Release, None, each).await?;
        let open = [RowOutcome::Saved, RowOutcome::Already];
        self.unplan(ended(&report, &open)).await?;
        Ok(report)
    }

    /// Puts machines into use or out of it.
    ///
    /// # Errors
    /// As an act fails.
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
        self.act(kind, None, each).await
    }

    /// Sets fuel, rate or unit.
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
        self.act(BatchKind::Fuel, None, alike(ids, &cells)).await
    }

    /// Creates a machine from a form. Problems of the form are told and nothing is sent.
    ///
    /// # Errors
    /// As an act fails; `usage` where the client's own company cannot be told.
    pub async fn create(
        &self,
        inputs: &[FieldInput],
        writing: &Writing,
    ) -> Result<Created, Failure> {
        self.load().await?;
        let inputs: Vec<(&'static FieldDef, CellInput)> = inputs
            .iter()
            .map(|one| Ok((known_field(&one.field)?, one.input.clone())))
            .collect::<Result<_, Failure>>()?;
        let mut blank = Machine {
            is_equipment: inputs.iter().any(|(field, input)| {
                field.name == "isEquipment" && *input == CellInput::Value(super::Cell::Bool(true))
            }),
            ..Machine::default()
        };
        let named = inputs.iter().find_map(|(field, input)| match input {
            CellInput::Text(text) | CellInput::Value(super::Cell::Text(text))
                if field.name == "companyId" && !text.trim().is_empty() =>
            {
                Some(text.trim().into())
            }
            _ => None,
        });
        blank.company_id = match named {
            Some(company) => company,
            None => own_company(&self.0.connection).await?,
        };
        let today = self.today();
        let (mut values, mut problems) =
            self.board(|board| judged_new(board, &blank, &inputs, (writing, today)));
        values.insert(
            "companyId".to_owned(),
            Value::from(blank.company_id.as_str()),
        );
        if values.get("machineNumber").is_none_or(is_blank)
            && !problems.iter().any(|one| one.field == "machineNumber")
        {
            let message = "A new machine needs a number.";
            problems.push(FieldProblem {
                field: "machineNumber",
                problem: Problem::new(ProblemCode::EmptyRequired, message),
            });
        }
        if !problems.is_empty() {
            return Ok(Created {
                report: None,
                problems,
            });
        }
        let text = |name: &str| values.get(name).and_then(Value::as_str).map(str::to_owned);
        let change = PlannedChange {
            id: String::new(),
            number: text("machineNumber").unwrap_or_default(),
            name: text("name"),
            task: Task::Create(values),
        };
        let order = MachineBatch {
            kind: BatchKind::Create,
            message: None,
            reverts: None,
            changes: vec![change],
        };
        Ok(Created {
            report: Some(self.carry_out(order).await?),
            problems,
        })
    }

    /// Asks whether a machine can be deleted.
    ///
    /// # Errors
    /// See [`Failure`].
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
        let order = MachineBatch {
            kind: BatchKind::Delete,
            message: None,
            reverts: None,
            changes: vec![named(&machine, Task::Delete(None))],
        };
        self.carry_out(order).await
    }

    /// Reads machines freshly and tells which of them a block would change.
    ///
    /// # Errors
    /// Those of the list.
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
                if before.is_some_and(|before| before != **now) {
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
        message: Option<&str>,
        each: Vec<(MachineId, FieldValues)>,
    ) -> Result<BatchReport, Failure> {
        self.load().await?;
        let changes = self.board(|board| chosen(board, each));
        if changes.is_empty() {
            return Err(Failure::usage(
                "machines",
                "No machine is chosen.",
                "Choose some.",
            ));
        }
        let order = MachineBatch {
            kind,
            message: message.map(str::to_owned),
            reverts: None,
            changes,
        };
        self.carry_out(order).await
    }
}

/// The machines of an act that came to one of these ends.
pub(super) fn ended<'a>(
    report: &'a BatchReport,
    ends: &'a [RowOutcome],
) -> impl Iterator<Item = MachineId> + 'a {
    let rows = report.rows.iter();
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

fn named(machine: &Machine, task: Task) -> PlannedChange {
    PlannedChange {
        id: machine.id.as_str().to_owned(),
        number: machine.machine_number.clone(),
        name: machine.name.clone(),
        task,
    }
}
