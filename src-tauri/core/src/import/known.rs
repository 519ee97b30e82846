//! The records that are stored now, as far as an import needs them.

use std::collections::HashMap;

use fielddesk_model::{CompanyId, Machine, User};
use serde_json::{Value, json};

use super::types::Resource;
use crate::Failure;
use crate::connection::Connection;
use crate::fields::{Values, is_blank};
use crate::{machines, users};

/// The names of all fields that can be compared.
pub(super) fn every_field(resource: Resource) -> Vec<&'static str> {
    resource.fields().iter().map(|field| field.name).collect()
}

/// A stored record, reduced to some fields.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct KnownRecord {
    /// The machine's id, or the user's company profile id.
    pub id: String,
    /// A user's identity id, by which it is deleted.
    pub identity: Option<String>,
    /// Its company.
    pub company: CompanyId,
    /// Its number.
    pub number: String,
    /// For people.
    pub name: Option<String>,
    /// Equipment has no check-in and types of its own.
    pub is_equipment: bool,
    /// The fields that were asked for, by spec name.
    pub values: Values,
}

impl KnownRecord {
    /// The values without those that are empty.
    pub(super) fn filled(&self) -> Values {
        let filled = self.values.iter().filter(|(_, value)| !is_blank(value));
        filled
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }
}

/// All records in reach.
#[derive(Debug, Default)]
pub(super) struct Known {
    records: Vec<KnownRecord>,
    by_number: HashMap<String, Vec<usize>>,
    by_id: HashMap<String, usize>,
}

impl Known {
    /// Reads the records from the service, keeping these fields.
    pub(super) async fn read(
        connection: &Connection,
        resource: Resource,
        fields: &[&str],
    ) -> Result<Self, Failure> {
        let records = match resource {
            Resource::Machines => {
                let all = machines::list(connection, machines::Equipment::LeftOut).await?;
                all.iter()
                    .map(|one| of_machine(one, fields))
                    .collect::<Result<_, _>>()?
            }
            Resource::Users => {
                let all = users::list(connection, &users::UserQuery::default()).await?;
                all.iter()
                    .map(|one| of_user(one, fields))
                    .collect::<Result<_, _>>()?
            }
        };
        Ok(Self::new(records))
    }

    pub(super) fn new(records: Vec<KnownRecord>) -> Self {
        let mut by_number: HashMap<String, Vec<usize>> = HashMap::new();
        let mut by_id = HashMap::new();
        for (index, record) in records.iter().enumerate() {
            by_number
                .entry(record.number.clone())
                .or_default()
                .push(index);
            by_id.insert(record.id.clone(), index);
        }
        Self {
            records,
            by_number,
            by_id,
        }
    }

    /// The records of a number, one a company.
    pub(super) fn numbered(&self, number: &str) -> impl Iterator<Item = &KnownRecord> {
        let indexes = self.by_number.get(number).into_iter().flatten();
        indexes.filter_map(|index| self.records.get(*index))
    }

    /// The record of a number in a company.
    pub(super) fn find(&self, company: &CompanyId, number: &str) -> Option<&KnownRecord> {
        self.numbered(number)
            .find(|record| record.company == *company)
    }

    /// The record of an id.
    pub(super) fn by_id(&self, id: &str) -> Option<&KnownRecord> {
        self.records.get(*self.by_id.get(id)?)
    }

    /// All numbers.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &str> {
        self.by_number.keys().map(String::as_str)
    }
}

pub(super) fn of_machine(machine: &Machine, fields: &[&str]) -> Result<KnownRecord, Failure> {
    let mut values = machines::values(machine)?;
    values.retain(|name, _| fields.contains(&name.as_str()));
    Ok(KnownRecord {
        id: machine.id.as_str().to_owned(),
        identity: None,
        company: machine.company_id.clone(),
        number: machine.machine_number.clone(),
        name: machine.name.clone(),
        is_equipment: machine.is_equipment,
        values,
    })
}

pub(super) fn of_user(user: &User, fields: &[&str]) -> Result<KnownRecord, Failure> {
    let mut values = users::values(user)?;
    values.insert("immediateSupervisors".to_owned(), supervisors(user));
    values.retain(|name, _| fields.contains(&name.as_str()));
    let name = [user.first_name.as_deref(), user.last_name.as_deref()];
    let name: Vec<&str> = name.into_iter().flatten().collect();
    Ok(KnownRecord {
        id: user.company_profile_id.as_str().to_owned(),
        identity: Some(user.identity_id.as_str().to_owned()),
        company: user.company_id.clone(),
        number: user.employee_number.clone(),
        name: (!name.is_empty()).then(|| name.join(" ")),
        is_equipment: false,
        values,
    })
}

/// The stored supervisors as they would be written.
fn supervisors(user: &User) -> Value {
    let all = user
        .immediate_supervisor_details
        .iter()
        .filter_map(|detail| {
            let number = detail
                .employee_number
                .as_deref()
                .filter(|number| !number.is_empty());
            let id = number.or(detail.user_id.as_deref())?;
            Some(json!({"supervisorId": id, "primary": detail.primary}))
        });
    Value::Array(all.collect())
}
