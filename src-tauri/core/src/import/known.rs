//! The records that are stored now, as far as an import needs them.

use std::collections::HashMap;

use fielddesk_model::CompanyId;

use crate::Failure;
use crate::connection::Connection;
use crate::records::{Machines, RecordKind, Resource, Users};
use fielddesk_rules::fields::{Values, number_key, shape};

/// A stored record, reduced to some fields.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct KnownRecord {
    /// The machine's id, or the user's company profile id.
    pub id: String,
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

/// All records in reach.
#[derive(Debug, Default)]
pub(super) struct Known {
    records: Vec<KnownRecord>,
    by_number: HashMap<String, Vec<usize>>,
    /// The numbers of each shape.
    by_shape: HashMap<String, Vec<String>>,
    /// The records whose numbers have a key.
    by_key: HashMap<String, Vec<usize>>,
}

impl Known {
    /// Reads the records from the service, keeping these fields.
    pub(super) async fn read(
        connection: &Connection,
        resource: Resource,
        fields: &[&str],
    ) -> Result<Self, Failure> {
        Ok(Self::new(match resource {
            Resource::Machines => read::<Machines>(connection, fields).await?,
            Resource::Users => read::<Users>(connection, fields).await?,
        }))
    }

    pub(super) fn new(records: Vec<KnownRecord>) -> Self {
        let mut by_number: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, record) in records.iter().enumerate() {
            by_number
                .entry(record.number.clone())
                .or_default()
                .push(index);
        }
        let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, record) in records.iter().enumerate() {
            let of_key = by_key.entry(number_key(&record.number)).or_default();
            of_key.push(index);
        }
        let mut by_shape: HashMap<String, Vec<String>> = HashMap::new();
        for number in by_number.keys() {
            let numbers = by_shape.entry(shape(number)).or_default();
            numbers.push(number.clone());
        }
        Self {
            records,
            by_number,
            by_shape,
            by_key,
        }
    }

    /// Returns the records of a company whose numbers look the same as this one ([`number_key`]).
    pub(super) fn keyed(&self, company: &CompanyId, number: &str) -> Vec<&KnownRecord> {
        let indexes = self.by_key.get(&number_key(number)).into_iter().flatten();
        let records = indexes.filter_map(|index| self.records.get(*index));
        records
            .filter(|record| record.company == *company)
            .collect()
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

    /// Other numbers that look like this one, with digits for letters or letters for digits.
    pub(super) fn lookalikes(&self, number: &str) -> Vec<&str> {
        let alike = self.by_shape.get(&shape(number)).into_iter().flatten();
        let alike = alike.map(String::as_str);
        alike.filter(|other| *other != number).collect()
    }

    /// All records.
    pub(super) fn records(&self) -> &[KnownRecord] {
        &self.records
    }
}

async fn read<K: RecordKind>(
    connection: &Connection,
    fields: &[&str],
) -> Result<Vec<KnownRecord>, Failure> {
    let listed = K::list(&connection.client).await?;
    let known = listed.iter().map(|record| {
        let mut values = K::values(record);
        values.retain(|name, _| fields.contains(&name.as_str()));
        Ok(KnownRecord {
            id: K::id(record).to_owned(),
            company: K::company(record).clone(),
            number: K::number(record).to_owned(),
            name: K::name(record),
            is_equipment: K::is_equipment(record),
            values,
        })
    });
    known.collect()
}
