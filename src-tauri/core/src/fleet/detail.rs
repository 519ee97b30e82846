//! Everything about one machine: its equipment, its person, what was done to it from here.

use fielddesk_model::MachineId;
use serde::Serialize;

use super::Fleet;
use super::row::MachineRow;
use super::types::Person;
use crate::Failure;
use crate::records::Act;

/// Everything about one machine.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "MachineDetail")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Detail {
    /// Its row.
    pub row: MachineRow,
    /// Equipment that belongs to it.
    pub equipment: Vec<MachineRow>,
    /// The machine that it belongs to.
    pub parent: Option<MachineRow>,
    /// The responsible person.
    pub responsible: Option<Person>,
    /// What was done to it from here, the newest first.
    pub history: Vec<Act>,
}

impl Fleet {
    /// Everything that is known here about one machine.
    pub async fn detail(&self, id: &MachineId) -> Result<Detail, Failure> {
        self.load().await?;
        let machine = self.known(id)?;
        let history = self.acts_on(id).await?;
        self.board(|board| {
            let row = board.row(id)?;
            let all = board.machines();
            let linked = all.filter(|one| one.parent_machine_id.as_ref() == Some(id));
            let equipment = linked.filter_map(|one| board.row(&one.id)).collect();
            let number = machine.responsible_employee_number.as_ref();
            Some(Detail {
                row,
                equipment,
                parent: machine
                    .parent_machine_id
                    .as_ref()
                    .and_then(|id| board.row(id)),
                responsible: number
                    .and_then(|number| board.people().get(number))
                    .cloned(),
                history,
            })
        })
        .ok_or_else(|| Failure::not_found("machine", &machine.machine_number, ""))
    }
}
