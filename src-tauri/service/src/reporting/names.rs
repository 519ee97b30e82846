//! The names of a page's trips, each read once and written as JSON once.

use std::collections::HashMap;
use std::hash::Hash;

use serde::Serialize;

use super::visibility::Visibility;
use crate::error::ApiError;
use crate::store::{Placed, Result, Store, TripMachine, TripRow, TripTask};

/// Text in place of a person whom the caller may not know.
pub(super) const OBSCURED: &[u8] = br#""***""#;

/// JSON of the names, by the keys of the rows. Pieces hold whole fields, each with a comma.
pub(super) struct Names {
    /// The fields of no work order and of no loader.
    pub(super) no_task: Vec<u8>,
    pub(super) no_loader: Vec<u8>,
    pub(super) projects: HashMap<i64, ProjectText>,
    pub(super) tasks: HashMap<i64, Vec<u8>>,
    pub(super) mass_types: HashMap<i64, MassTypeText>,
    pub(super) locations: HashMap<i64, LocationText>,
    pub(super) machines: HashMap<i64, MachineText>,
    pub(super) people: HashMap<i64, PersonText>,
}

pub(super) struct ProjectText {
    pub(super) head: Vec<u8>,
    pub(super) customer: Vec<u8>,
}

pub(super) struct MassTypeText {
    pub(super) head: Vec<u8>,
    pub(super) unit: Vec<u8>,
}

/// Values alone, for the fields of load and dump stand in turns.
pub(super) struct LocationText {
    pub(super) name: Vec<u8>,
    pub(super) id: Vec<u8>,
}

pub(super) struct MachineText {
    pub(super) as_dumper: Vec<u8>,
    pub(super) as_loader: Vec<u8>,
}

/// Values alone.
pub(super) struct PersonText {
    pub(super) name: Vec<u8>,
    pub(super) id: Vec<u8>,
    pub(super) company: Vec<u8>,
}

impl Names {
    pub(super) fn new() -> Self {
        Self {
            no_task: task_text(None),
            no_loader: loader_text(None),
            projects: HashMap::new(),
            tasks: HashMap::new(),
            mass_types: HashMap::new(),
            locations: HashMap::new(),
            machines: HashMap::new(),
            people: HashMap::new(),
        }
    }

    /// Returns true where every record that a row names is here.
    pub(super) fn know(&self, row: &TripRow) -> bool {
        let people = [row.dumper_driver, row.loader_driver];
        self.projects.contains_key(&row.project)
            && row.task.is_none_or(|task| self.tasks.contains_key(&task))
            && self.mass_types.contains_key(&row.mass_type)
            && self.locations.contains_key(&row.load_location)
            && self.locations.contains_key(&row.dump_location)
            && self.machines.contains_key(&row.dumper)
            && row
                .loader
                .is_none_or(|key| self.machines.contains_key(&key))
            && people
                .iter()
                .flatten()
                .all(|key| self.people.contains_key(key))
    }

    /// Reads what these rows name and is not here yet.
    pub(super) async fn complete(
        &mut self,
        store: &dyn Store,
        rows: &[Placed<TripRow>],
        visibility: &Visibility,
    ) -> Result<()> {
        let rows = || rows.iter().map(|placed| &placed.record);
        let missing = missing(&self.projects, rows().map(|row| row.project));
        for (key, project) in store.trip_project_names(&missing).await? {
            let mut head = Vec::new();
            field(&mut head, "projectCompanyName", &project.company_name);
            field(&mut head, "projectCompanyId", &project.company_id);
            field(&mut head, "projectId", &project.id);
            field(&mut head, "projectName", &project.name);
            field(&mut head, "projectNumber", &project.number);
            field(&mut head, "projectExternalNumber", &project.external_number);
            let mut customer = Vec::new();
            field(&mut customer, "customerName", &project.customer_name);
            self.projects.insert(key, ProjectText { head, customer });
        }
        let missing = self::missing(&self.tasks, rows().filter_map(|row| row.task));
        for (key, task) in store.trip_task_names(&missing).await? {
            self.tasks.insert(key, task_text(Some(&task)));
        }
        let missing = self::missing(&self.mass_types, rows().map(|row| row.mass_type));
        for (key, mass_type) in store.trip_mass_type_names(&missing).await? {
            let mut head = Vec::new();
            field(&mut head, "massType", &mass_type.name);
            field(&mut head, "massTypeId", &mass_type.id);
            let mut unit = Vec::new();
            field(
                &mut unit,
                "unitOfMeasureText",
                &mass_type.unit_of_measure_text,
            );
            self.mass_types.insert(key, MassTypeText { head, unit });
        }
        let both = rows().flat_map(|row| [row.load_location, row.dump_location]);
        let missing = self::missing(&self.locations, both);
        for (key, location) in store.trip_location_names(&missing).await? {
            let text = LocationText {
                name: value(&location.name),
                id: value(&location.id),
            };
            self.locations.insert(key, text);
        }
        let both = rows().flat_map(|row| [Some(row.dumper), row.loader]);
        let missing = self::missing(&self.machines, both.flatten());
        for (key, machine) in store.trip_machine_names(&missing).await? {
            let text = MachineText {
                as_dumper: dumper_text(&machine),
                as_loader: loader_text(Some(&machine)),
            };
            self.machines.insert(key, text);
        }
        let both = rows().flat_map(|row| [row.dumper_driver, row.loader_driver]);
        let missing = self::missing(&self.people, both.flatten());
        for (key, person) in store.trip_person_names(&missing).await? {
            let own = visibility.is_own(&person.company_id);
            let personal = |text: &str| match own {
                true => value(text),
                false => OBSCURED.to_vec(),
            };
            let text = PersonText {
                name: personal(&person.name),
                id: personal(&person.id),
                company: value(&person.company_name),
            };
            self.people.insert(key, text);
        }
        Ok(())
    }
}

/// The entry of a key; a row that names nothing we have is our own error.
pub(super) fn entry<T>(names: &HashMap<i64, T>, key: i64) -> std::result::Result<&T, ApiError> {
    names
        .get(&key)
        .ok_or_else(|| ApiError::internal(format!("a trip names {key}, which is not stored")))
}

fn missing<T>(names: &HashMap<i64, T>, keys: impl Iterator<Item = i64>) -> Vec<i64>
where
    i64: Hash + Eq,
{
    let mut missing: Vec<i64> = keys.filter(|key| !names.contains_key(key)).collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

/// The fields of a work order, of none too.
fn task_text(task: Option<&TripTask>) -> Vec<u8> {
    let mut out = Vec::new();
    field(&mut out, "taskId", &task.map(|task| &task.id));
    field(&mut out, "taskName", &task.map(|task| &task.name));
    field(
        &mut out,
        "taskWbsNumber",
        &task.map(|task| &task.wbs_number),
    );
    let dimension = task.map(|task| &task.external_dim01);
    field(&mut out, "taskExternalDim01", &dimension);
    out
}

fn dumper_text(machine: &TripMachine) -> Vec<u8> {
    let mut out = Vec::new();
    field(&mut out, "dumperId", &machine.id);
    field(&mut out, "dumperName", &machine.name);
    field(&mut out, "dumperNumber", &machine.number);
    let plate = &machine.registration_number;
    field(&mut out, "dumperRegistrationNumber", plate);
    out
}

/// The fields of a loader, of none too.
fn loader_text(machine: Option<&TripMachine>) -> Vec<u8> {
    let mut out = Vec::new();
    field(&mut out, "loaderId", &machine.map(|machine| &machine.id));
    field(
        &mut out,
        "loaderName",
        &machine.map(|machine| &machine.name),
    );
    let number = machine.map(|machine| &machine.number);
    field(&mut out, "loaderNumber", &number);
    out
}

fn field<T: Serialize + ?Sized>(out: &mut Vec<u8>, name: &str, content: &T) {
    out.push(b'"');
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
    out.extend_from_slice(&value(content));
    out.push(b',');
}

/// A value as JSON; texts and numbers always have one.
pub(super) fn value<T: Serialize + ?Sized>(content: &T) -> Vec<u8> {
    serde_json::to_vec(content).unwrap_or_else(|_| b"null".to_vec())
}
