//! A value of a row as it is sent, after what the grid and the service refuse was refused. Pure.

use fielddesk_model::{CompanyId, MachineType};
use serde_json::Value;

use super::{Check, Reason};
use crate::records::Resource;
use fielddesk_rules::fields::{
    FieldDef, Problem, ProblemCode as Code, check_limits, nearest, same,
};

impl Check<'_> {
    /// The value as it is sent, after what the service would refuse was refused here.
    pub(super) fn accepted(
        &self,
        field: &FieldDef,
        old: Option<&Value>,
        value: Value,
        company: &CompanyId,
        equipment: bool,
        bad: &mut Vec<Reason>,
    ) -> Option<Value> {
        let changed = old.is_none_or(|old| !same(field, old, &value));
        if changed && let Err(problem) = check_limits(field, &value) {
            bad.push(self.reason(field.name, problem));
            return None;
        }
        match (self.resource, field.name) {
            (Resource::Machines, "typeId") if changed => {
                // Types are known for our own company alone.
                let own = self.facts.company.as_ref() == Some(company);
                match self.facts.types.as_deref().filter(|_| own) {
                    // Equipment may have any type; one that there is goes by its name.
                    Some(types) if equipment => match type_id(types, &value) {
                        Some(id) => Some(Value::from(id)),
                        None => Some(value),
                    },
                    Some(types) => self.machine_type(types, &value, bad),
                    None => Some(value),
                }
            }
            (Resource::Machines, "responsibleEmployeeNumber") if changed => {
                self.responsible(value, bad)
            }
            (Resource::Machines, "blockCheckIn") if equipment && value == Value::Bool(true) => {
                bad.push(self.reason(field.name, no_check_in()));
                None
            }
            // What its own export says of equipment is no message for anybody.
            (Resource::Machines, "blockCheckInMessage") if equipment && changed => {
                bad.push(self.reason(field.name, no_check_in()));
                None
            }
            _ => Some(value),
        }
    }

    /// A type by its id or its name.
    fn machine_type(
        &self,
        types: &[MachineType],
        value: &Value,
        bad: &mut Vec<Reason>,
    ) -> Option<Value> {
        if let Some(known) = type_id(types, value) {
            return Some(Value::from(known));
        }
        let wanted = value.as_str().unwrap_or_default().trim();
        let words = types.iter().flat_map(|one| {
            one.name
                .as_deref()
                .into_iter()
                .chain([one.type_id.as_str()])
        });
        let near = nearest(wanted, words);
        let shown = fielddesk_rules::file_name::shown(wanted);
        let message = format!(
            "Type “{shown}” is not one of the company's {} types.",
            types.len()
        );
        let problem = Problem::new(Code::UnknownType, message).with("text", shown);
        let mut reason = self.reason("typeId", problem);
        if let Some(near) = near {
            reason.suggest(near, &format!("Nearest: {near}."));
        }
        bad.push(reason);
        None
    }

    fn responsible(&self, value: Value, bad: &mut Vec<Reason>) -> Option<Value> {
        let number = value.as_str().unwrap_or_default();
        match &self.facts.people {
            Some(people) if !people.contains(number) => {
                let shown = fielddesk_rules::file_name::shown(number);
                let message = format!("There is no user with the employee number {shown}.");
                let problem = Problem::new(Code::UnknownPerson, message).with("text", shown);
                bad.push(self.reason("responsibleEmployeeNumber", problem));
                None
            }
            _ => Some(value),
        }
    }
}

/// The id of a type by its id or its name, whatever the case.
fn type_id<'a>(types: &'a [MachineType], value: &Value) -> Option<&'a str> {
    let wanted = value.as_str().unwrap_or_default().trim();
    let id = types.iter().find(|one| one.type_id == wanted).or_else(|| {
        let key = wanted.to_lowercase();
        let called = |one: &&MachineType| {
            let name = one.name.as_deref().map(str::to_lowercase);
            one.type_id.to_lowercase() == key || name.as_deref() == Some(key.as_str())
        };
        types.iter().find(called)
    });
    id.map(|one| one.type_id.as_str())
}

fn no_check_in() -> Problem {
    Problem::new(Code::EquipmentHasNoCheckIn, "Equipment has no check-in.")
}
