//! Machines and users of what was read last, for *Find anything*.

use std::collections::HashMap;

use fielddesk_model::MachineId;
use fielddesk_rules::file_name::shown;
use fielddesk_rules::search::{LooseWords, best};
use serde::Serialize;

use super::Fleet;
use crate::Failure;

/// A machine that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FoundMachine {
    /// Id.
    pub id: MachineId,
    /// Number.
    pub number: String,
    /// Name.
    pub name: String,
}

/// A user that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FoundUser {
    /// Employee number.
    pub employee_number: String,
    /// First and last name.
    pub name: String,
    /// How many machines the user is responsible for.
    pub machines: usize,
}

impl Fleet {
    /// Machines whose number or name have the words.
    pub(crate) async fn find_machines(
        &self,
        words: &LooseWords,
        most: usize,
    ) -> Result<Vec<FoundMachine>, Failure> {
        self.load().await?;
        Ok(self.board(|board| {
            let found = board.machines().filter_map(|machine| {
                let name = machine.name.as_deref().unwrap_or_default();
                let texts = [machine.machine_number.as_str(), name];
                Some((words.rank_in(&texts)?, machine))
            });
            let (machines, _) = best(found, most);
            let found = machines.into_iter().map(|machine| FoundMachine {
                id: machine.id.clone(),
                number: shown(&machine.machine_number),
                name: shown(machine.name.as_deref().unwrap_or_default()),
            });
            found.collect()
        }))
    }

    /// Users whose name or employee number have the words.
    pub(crate) async fn find_users(
        &self,
        words: &LooseWords,
        most: usize,
    ) -> Result<Vec<FoundUser>, Failure> {
        let people = self.people().await?;
        Ok(self.board(|board| {
            let mut machines: HashMap<&str, usize> = HashMap::new();
            for machine in board.machines() {
                if let Some(number) = machine.responsible_employee_number.as_deref() {
                    *machines.entry(number).or_default() += 1;
                }
            }
            let found = people.iter().filter_map(|person| {
                let texts = [person.name.as_str(), person.employee_number.as_str()];
                Some((words.rank_in(&texts)?, person))
            });
            let (users, _) = best(found, most);
            let found = users.into_iter().map(|person| FoundUser {
                employee_number: shown(&person.employee_number),
                name: shown(&person.name),
                machines: machines
                    .get(person.employee_number.as_str())
                    .copied()
                    .unwrap_or_default(),
            });
            found.collect()
        }))
    }
}
