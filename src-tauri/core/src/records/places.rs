//! Places of records among the rows: by number, and by the key of their number.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

use fielddesk_model::CompanyId;
use fielddesk_rules::fields::number_key;

use super::kind::RecordKind;
use super::order::by_number;

/// The place of a record among the rows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    number: String,
    company: CompanyId,
    id: String,
}

impl Place {
    pub(super) fn of<K: RecordKind>(record: &K::Record) -> Self {
        Self {
            number: K::number(record).to_owned(),
            company: K::company(record).clone(),
            id: K::id(record).to_owned(),
        }
    }
}

impl Ord for Place {
    fn cmp(&self, other: &Self) -> Ordering {
        by_number(&self.number, &other.number)
            .then_with(|| self.company.cmp(&other.company))
            .then_with(|| self.id.cmp(&other.id))
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The places of all records.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// Kept in order record by record: an import creates tens of thousands, each an answer.
    order: BTreeSet<Place>,
    /// Ids by the key of their number.
    by_key: HashMap<String, Vec<String>>,
}

impl Places {
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    pub(super) fn insert(&mut self, place: Place) {
        let of_key = self.by_key.entry(number_key(&place.number)).or_default();
        of_key.push(place.id.clone());
        self.order.insert(place);
    }

    pub(super) fn remove(&mut self, place: &Place) {
        let key = number_key(&place.number);
        if let Some(ids) = self.by_key.get_mut(&key) {
            ids.retain(|id| *id != place.id);
            if ids.is_empty() {
                self.by_key.remove(&key);
            }
        }
        self.order.remove(place);
    }

    /// Returns the ids of all records, in the order of the rows.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.order.iter().map(|place| place.id.as_str())
    }

    /// Returns the ids of the records of a number.
    pub(super) fn numbered(&self, number: &str) -> impl Iterator<Item = &str> {
        let first = Place {
            number: number.to_owned(),
            company: CompanyId::default(),
            id: String::new(),
        };
        let places = self.order.range(first..);
        let places = places.take_while(move |place| place.number == number);
        places.map(|place| place.id.as_str())
    }

    /// Returns the ids of the records whose numbers have the same key as this one.
    pub(super) fn keyed(&self, number: &str) -> impl Iterator<Item = &str> {
        let ids = self.by_key.get(&number_key(number)).into_iter().flatten();
        ids.map(String::as_str)
    }
}
