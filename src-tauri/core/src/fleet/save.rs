//! Saves pending edits as one act: only changed values, and only where no one else changed them.

use std::collections::BTreeSet;

use fielddesk_model::MachineId;

use super::{Fleet, FleetModel};
use crate::Failure;
use crate::records::batches::{BatchKind, BatchOrder, BatchReport};
use crate::records::{PlannedCell, PlannedChange, Task};

impl Fleet {
    /// Saves the edits of these machines, or all of them. Cells with a problem and cells that
    /// wait for a person's word stay pending, and the machines they belong to are not sent.
    pub async fn save(&self, machines: Option<&[MachineId]>) -> Result<BatchReport, Failure> {
        self.load().await?;
        let changes = self.board(|board| {
            let ids: BTreeSet<&MachineId> = match machines {
                Some(machines) => machines.iter().collect(),
                None => board.edits.machines().collect(),
            };
            let changes: Vec<PlannedChange> =
                ids.into_iter().filter_map(|id| change(board, id)).collect();
            changes
        });
        if changes.is_empty() {
            return Err(Failure::usage(
                "edits",
                "There is nothing that can be saved.",
                "Mend the marked cells first, or take them back.",
            ));
        }
        let order = BatchOrder::new(BatchKind::Edits, changes);
        self.carry_out(order).await
    }
}

/// What the edits of a machine want; none where there are none that can be sent.
pub(super) fn change(board: &FleetModel, id: &MachineId) -> Option<PlannedChange> {
    let edits: Vec<_> = board.edits.of(id).collect();
    if edits.is_empty() || !edits.iter().all(|edit| edit.is_ready()) {
        return None;
    }
    let machine = board.machine(id);
    let cells = edits.into_iter().map(|edit| PlannedCell {
        field: edit.field,
        base: Some(edit.base.clone()),
        new: edit.said.value.clone(),
    });
    Some(PlannedChange {
        id: id.as_str().to_owned(),
        number: machine.map_or_else(String::new, |machine| machine.machine_number.clone()),
        name: machine.and_then(|machine| machine.name.clone()),
        task: Task::Change(cells.collect()),
    })
}
