//! The pending edits in memory, and how one changes. Pure.

use std::collections::BTreeMap;

use fielddesk_model::{Machine, MachineId};
use serde_json::Value;

use super::types::{CellName, Edit};
use crate::fleet::types::FleetState;
use crate::records::{CellInput, value};
use crate::{Failure, FailureKind};
use fielddesk_rules::fields::{falls, same};

/// All pending edits, by machine and field.
#[derive(Debug, Default)]
pub(in crate::fleet) struct Edits(BTreeMap<MachineId, BTreeMap<&'static str, Edit>>);

impl Edits {
    pub(in crate::fleet) fn of(&self, machine: &MachineId) -> impl Iterator<Item = &Edit> {
        self.0.get(machine).into_iter().flat_map(BTreeMap::values)
    }

    pub(in crate::fleet) fn all(&self) -> impl Iterator<Item = &Edit> {
        self.0.values().flat_map(BTreeMap::values)
    }

    pub(in crate::fleet) fn machines(&self) -> impl Iterator<Item = &MachineId> {
        self.0.keys()
    }

    pub(in crate::fleet) fn get(&self, machine: &MachineId, field: &str) -> Option<&Edit> {
        self.0.get(machine)?.get(field)
    }

    pub(in crate::fleet) fn put(&mut self, edit: Edit) {
        let of_machine = self.0.entry(edit.machine.clone()).or_default();
        of_machine.insert(edit.field.name, edit);
    }

    pub(in crate::fleet) fn take(&mut self, machine: &MachineId, field: &str) -> Option<Edit> {
        let of_machine = self.0.get_mut(machine)?;
        let taken = of_machine.remove(field);
        if of_machine.is_empty() {
            self.0.remove(machine);
        }
        taken
    }

    /// Counts them into the state.
    pub(in crate::fleet) fn count(&self, state: &mut FleetState) {
        state.pending = self.all().count();
        state.pending_machines = self.0.len();
        state.problems = self.all().filter(|edit| !edit.is_ready()).count();
    }
}

impl Edit {
    /// Whether it can be sent as it is.
    pub(in crate::fleet) const fn is_ready(&self) -> bool {
        self.said.problem.is_none() && !self.said.changed
    }

    pub(super) fn name(&self) -> CellName {
        CellName {
            machine: self.machine.clone(),
            field: self.field.name.to_owned(),
        }
    }

    /// The input that makes this edit.
    pub(super) fn input(&self) -> CellInput {
        match &self.said.text {
            Some(text) => CellInput::Text(text.clone()),
            None => CellInput::Value(self.said.value.clone().into()),
        }
    }

    /// The edit seen with what the service has now; none where that is the value already.
    pub(in crate::fleet) fn against(mut self, now: Option<&Machine>) -> Option<Self> {
        let Some(machine) = now else {
            self.said.failure = Some(Failure::new(
                FailureKind::NotFound,
                "The machine was deleted meanwhile.",
                "Take the change back, or create the machine again.",
            ));
            return Some(self);
        };
        let was_gone = |failure: &Failure| failure.kind == FailureKind::NotFound;
        if self.said.failure.as_ref().is_some_and(was_gone) {
            self.said.failure = None;
        }
        let now = value(machine, self.field);
        if self.said.text.is_none() && same(self.field, &now, &self.said.value) {
            return None;
        }
        self.said.falls = falls(self.field, &now, &self.said.value);
        self.said.changed = !same(self.field, &now, &self.base);
        self.said.theirs = if self.said.changed { now } else { Value::Null };
        Some(self)
    }
}

/// A change of a pending edit.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "nearly all of them are made")]
pub(in crate::fleet) enum EditChange {
    /// It is there, in this form.
    Made(Edit),
    /// It is not there any more.
    Gone(CellName),
}

impl EditChange {
    pub(super) fn cell(&self) -> CellName {
        match self {
            Self::Made(edit) => edit.name(),
            Self::Gone(cell) => cell.clone(),
        }
    }
}
