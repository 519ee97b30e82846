//! Saves pending edits as one act: only what changed, and only where nobody else changed it.

use std::collections::BTreeSet;

use fielddesk_model::MachineId;

use super::batch::{BatchReport, Order, Task, Wanted, WantedCell};
use super::types::BatchKind;
use super::{Board, Fleet};
use crate::Failure;

impl Fleet {
    /// Saves the edits of these machines, or all of them. Cells with a problem and cells that
    /// wait for a person's word stay pending, and the machines they belong to are not sent.
    ///
    /// # Errors
    /// `usage` where nothing can be saved; as an act fails.
    pub async fn save(&self, machines: Option<&[MachineId]>) -> Result<BatchReport, Failure> {
        self.load().await?;
        let wanted = self.board(|board| {
            let ids: BTreeSet<&MachineId> = match machines {
                Some(machines) => machines.iter().collect(),
                None => board.edits.machines().collect(),
            };
            let wanted: Vec<Wanted> = ids.into_iter().filter_map(|id| wanted(board, id)).collect();
            wanted
        });
        if wanted.is_empty() {
            return Err(Failure::usage(
                "edits",
                "There is nothing that can be saved.",
                "Mend the marked cells first, or take them back.",
            ));
        }
        let order = Order {
            kind: BatchKind::Edits,
            message: None,
            reverts: None,
            wanted,
        };
        self.carry_out(order).await
    }
}

/// What the edits of a machine want; none where there are none that can be sent.
fn wanted(board: &Board, id: &MachineId) -> Option<Wanted> {
    let edits: Vec<_> = board.edits.of(id).collect();
    if edits.is_empty() || !edits.iter().all(|edit| edit.is_ready()) {
        return None;
    }
    let machine = board.machine(id);
    let cells = edits.into_iter().map(|edit| WantedCell {
        field: edit.field,
        base: Some(edit.base.clone()),
        new: edit.said.value.clone(),
    });
    Some(Wanted {
        machine: id.clone(),
        number: machine.map_or_else(String::new, |machine| machine.machine_number.clone()),
        name: machine.and_then(|machine| machine.name.clone()),
        task: Task::Change(cells.collect()),
    })
}
