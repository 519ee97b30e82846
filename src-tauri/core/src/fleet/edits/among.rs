//! A value of a machine among the other machines, types and people. Pure.

use fielddesk_model::Machine;
use serde_json::Value;

use crate::fleet::model::FleetModel;
use crate::records::Surroundings;
use fielddesk_rules::fields::{FieldDef, Problem, ProblemCode as Code, Reference};

/// A machine, or one that is to be, among what is known.
pub(super) struct Among<'a> {
    pub(super) board: &'a FleetModel,
    pub(super) machine: &'a Machine,
}

impl Surroundings for Among<'_> {
    fn named(&self, field: &FieldDef, text: &str) -> String {
        let Self { board, machine } = self;
        let key = text.to_lowercase();
        let found = match field.refers {
            Some(Reference::MachineType) => board
                .types
                .id_of(text, &machine.company_id)
                .map(str::to_owned),
            Some(Reference::Person) if !board.people().contains_key(text) => {
                let mut named = board.people().values();
                let mut named = named.by_ref().filter(|one| one.name.to_lowercase() == key);
                match (named.next(), named.next()) {
                    (Some(one), None) => Some(one.employee_number.clone()),
                    _ => None,
                }
            }
            Some(Reference::Machine) => board
                .numbered(&machine.company_id, text)
                .map(|parent| parent.id.as_str().to_owned()),
            _ => None,
        };
        found.unwrap_or_else(|| text.to_owned())
    }

    fn fits(&self, field: &FieldDef, value: &Value) -> Result<(), Problem> {
        let Self { board, machine } = self;
        let text = value.as_str().unwrap_or_default();
        let shown = || fielddesk_rules::file_name::shown(text);
        match field.name {
            "blockCheckIn" | "blockCheckInMessage"
                if machine.is_equipment && *value != Value::Bool(false) =>
            {
                let message = "Equipment has no check-in.";
                Err(Problem::new(Code::EquipmentHasNoCheckIn, message))
            }
            "typeId" => board
                .types
                .check(text, &machine.company_id, machine.is_equipment),
            "responsibleEmployeeNumber"
                if !board.people().is_empty() && !board.people().contains_key(text) =>
            {
                let name = text.to_lowercase();
                let named = board.people().values();
                let count = named.filter(|one| one.name.to_lowercase() == name).count();
                let problem = match count {
                    0 | 1 => {
                        let message = format!("Employee {} is not in the list.", shown());
                        Problem::new(Code::UnknownPerson, message)
                    }
                    _ => {
                        let message = format!("{count} users are called {}.", shown());
                        Problem::new(Code::SeveralPersons, message).with("count", count)
                    }
                };
                Err(problem.with("text", shown()))
            }
            "machineNumber" => match board.numbered(&machine.company_id, text) {
                Some(other) if other.id != machine.id => {
                    let name = other.name.as_deref().unwrap_or_default();
                    let name = fielddesk_rules::file_name::shown(name);
                    let message = format!("{} is {name} already.", shown());
                    Err(Problem::new(Code::NumberTaken, message)
                        .with("number", shown())
                        .with("name", name)
                        .with("id", &other.id))
                }
                _ => board.refuse_alike(machine, text),
            },
            "parentMachineId" => {
                let parent = board.machine(&text.into());
                let is = parent.is_some_and(|parent| {
                    !parent.is_equipment
                        && parent.company_id == machine.company_id
                        && parent.id != machine.id
                });
                if is {
                    return Ok(());
                }
                let message = format!("{} is no machine of the same company.", shown());
                Err(Problem::new(Code::NotAMachine, message).with("text", shown()))
            }
            _ => Ok(()),
        }
    }
}
