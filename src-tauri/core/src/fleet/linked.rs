//! The equipment of one machine as the service links it, which a list of machines need not have.

use fielddesk_api::MachineQuery;
use fielddesk_model::{Machine, MachineId};

use super::Fleet;
use crate::Failure;

impl Fleet {
    /// Reads a machine with its linked equipment and shows what was read; gives how many pieces
    /// the service links to it.
    pub async fn read_linked(&self, id: &MachineId) -> Result<usize, Failure> {
        self.load().await?;
        let began = self.board(|board| board.state.revision);
        let machines = self.0.connection.client.machines();
        let read = machines.get(id, MachineQuery::WITH_EQUIPMENT).await;
        let read = self.0.online.note(read.map_err(Failure::from))?;
        let (machine, linked) = apart(read);
        let count = linked.len();
        let now = self.0.clock.now();
        let records = std::iter::once(machine).chain(linked).collect();
        let kept = self.board(|board| board.seen(records, began, now));
        self.0.store.keep(&kept).await?;
        self.rebase().await?;
        Ok(count)
    }
}

/// The record as a list has it, and the equipment that has an id. Equipment that says of which
/// machine it is by its place alone is this machine's.
fn apart(mut machine: Machine) -> (Machine, Vec<Machine>) {
    let mut linked = machine.equipment.take().unwrap_or_default();
    machine.odd.remove("equipment");
    linked.retain(|piece| !piece.id.as_str().is_empty());
    for piece in &mut linked {
        piece.is_equipment = true;
        piece
            .parent_machine_id
            .get_or_insert_with(|| machine.id.clone());
    }
    (machine, linked)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn equipment_comes_apart_from_its_machine_and_belongs_to_it() {
        let read: Machine = serde_json::from_value(json!({
            "id": "m", "machineNumber": "7",
            "equipment": [{"id": "e", "machineNumber": "E-1"}, {"machineNumber": "none"}, null]
        }))
        .unwrap();
        let (machine, linked) = apart(read);
        assert_eq!(machine.equipment, None);
        assert!(machine.odd.is_empty(), "what a list has none of");
        let [piece] = linked.as_slice() else {
            panic!("the one with an id");
        };
        assert!(piece.is_equipment);
        assert_eq!(piece.parent_machine_id, Some(machine.id));
    }
}
