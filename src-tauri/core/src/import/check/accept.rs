//! A value of a row as it is sent, after what the grid and the service refuse was refused. Pure.

use fielddesk_model::CompanyId;
use serde_json::Value;

use super::{Check, Reason};
use crate::records::Resource;
use fielddesk_rules::fields::{
    FieldDef, Kind, Problem, ProblemCode as Code, check_limits, is_shortened, same, shortened,
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
        let shortens = changed && field.kind == Kind::Text;
        let short = value.as_str().filter(|text| shortens && is_shortened(text));
        let checked = match short {
            Some(text) => Err(shortened(text)),
            None if changed => check_limits(field, &value),
            None => Ok(()),
        };
        if let Err(problem) = checked {
            let mut reason = self.reason(field.name, problem);
            let text = value.as_str().unwrap_or_default();
            reason.suggestion = field.likely_phone(text, self.facts.codes);
            bad.push(reason);
            return None;
        }
        match (self.resource, field.name) {
            (Resource::Machines, "typeId") if changed => {
                self.machine_type(value, company, equipment, bad)
            }
            (Resource::Machines, "responsibleEmployeeNumber") if changed => {
                self.responsible(value, bad)
            }
            (Resource::Users, "immediateSupervisors") if changed => {
                self.supervisors(old, value, company, bad)
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
        value: Value,
        company: &CompanyId,
        equipment: bool,
        bad: &mut Vec<Reason>,
    ) -> Option<Value> {
        let Some(types) = &self.facts.types else {
            return Some(value);
        };
        let text = value.as_str().unwrap_or_default();
        if let Err(problem) = types.check(text, company, equipment) {
            let near = problem.params.get("nearest").cloned();
            let mut reason = self.reason("typeId", problem);
            if let Some(near) = near {
                reason.suggest(&near, &format!("Nearest: {near}."));
            }
            bad.push(reason);
            return None;
        }
        let id = types.id_of(text, company).map(Value::from);
        Some(id.unwrap_or(value))
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

fn no_check_in() -> Problem {
    Problem::new(Code::EquipmentHasNoCheckIn, "Equipment has no check-in.")
}
