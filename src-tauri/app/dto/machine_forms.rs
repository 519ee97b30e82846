//! One machine in detail, and what is asked and answered before an act.

use fielddesk_core::fleet as core;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    BatchCell, BatchKind, BatchReport, CellInput, CellProblem, MachinePerson, MachineRow,
    RowOutcome, instant,
};

/// Everything about one machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MachineDetail {
    /// Its row.
    pub row: MachineRow,
    /// Equipment that belongs to it.
    pub equipment: Vec<MachineRow>,
    /// The machine that it belongs to.
    pub parent: Option<MachineRow>,
    /// The responsible person.
    pub responsible: Option<MachinePerson>,
    /// What was done to it from here, the newest first.
    pub history: Vec<MachineAct>,
}

impl From<core::Detail> for MachineDetail {
    fn from(detail: core::Detail) -> Self {
        Self {
            row: detail.row.into(),
            equipment: detail.equipment.into_iter().map(Into::into).collect(),
            parent: detail.parent.map(Into::into),
            responsible: detail.responsible.map(Into::into),
            history: detail.history.into_iter().map(Into::into).collect(),
        }
    }
}

/// Something that was done to a machine from here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MachineAct {
    /// The act.
    pub batch_id: i64,
    /// When it began.
    pub at: String,
    /// What it does.
    pub kind: BatchKind,
    /// What became of this machine.
    pub outcome: RowOutcome,
    /// The cells.
    pub cells: Vec<BatchCell>,
}

impl From<core::Act> for MachineAct {
    fn from(act: core::Act) -> Self {
        Self {
            batch_id: act.batch,
            at: instant(act.at),
            kind: act.kind.into(),
            outcome: act.outcome.into(),
            cells: act.cells.into_iter().map(Into::into).collect(),
        }
    }
}

/// Which machines of a selection a block would change, freshly read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BlockCheck {
    /// Would be blocked.
    pub blockable: Vec<String>,
    /// Are blocked already.
    pub blocked: Vec<String>,
    /// Equipment, which has no check-in.
    pub equipment: Vec<String>,
    /// Not there any more.
    pub gone: Vec<String>,
    /// Changed by somebody since they were read last.
    pub changed: Vec<String>,
}

impl From<core::BlockCheck> for BlockCheck {
    fn from(check: core::BlockCheck) -> Self {
        let ids = |ids: Vec<fielddesk_core::model::MachineId>| {
            ids.iter().map(|id| id.as_str().to_owned()).collect()
        };
        Self {
            blockable: ids(check.blockable),
            blocked: ids(check.blocked),
            equipment: ids(check.equipment),
            gone: ids(check.gone),
            changed: ids(check.changed),
        }
    }
}

/// Fuel values for a selection; what is null stays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FuelChange {
    /// Rate.
    pub rate: Option<f64>,
    /// Unit, by its number.
    pub unit: Option<i32>,
    /// Fuel, by its number.
    pub fuel: Option<i32>,
}

impl From<FuelChange> for core::FuelChange {
    fn from(change: FuelChange) -> Self {
        Self {
            rate: change.rate,
            unit: change.unit.map(i64::from),
            fuel: change.fuel.map(i64::from),
        }
    }
}

/// A field of a form for a new machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldInput {
    /// The field.
    pub field: String,
    /// What was put in.
    pub input: CellInput,
}

/// What became of a form for a new machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CreateResult {
    /// The act; none where the form has problems.
    pub report: Option<BatchReport>,
    /// What is wrong in the form.
    pub problems: Vec<FieldProblem>,
}

impl From<core::Created> for CreateResult {
    fn from(created: core::Created) -> Self {
        let problems = created.problems.into_iter();
        Self {
            report: created.report.map(Into::into),
            problems: problems
                .map(|(field, problem)| FieldProblem {
                    field: field.to_owned(),
                    problem: problem.into(),
                })
                .collect(),
        }
    }
}

/// What is wrong with a field of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldProblem {
    /// The field.
    pub field: String,
    /// What is wrong.
    pub problem: CellProblem,
}

/// Whether a machine can be deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DeleteCheck {
    /// It can.
    pub deletable: bool,
    /// Why not, as far as it is known here.
    pub reason: Option<String>,
}

impl From<core::DeleteCheck> for DeleteCheck {
    fn from(check: core::DeleteCheck) -> Self {
        Self {
            deletable: check.deletable,
            reason: check.reason,
        }
    }
}
