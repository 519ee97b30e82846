//! The records as they are now, before anything is sent for them.

use std::collections::HashMap;

use fielddesk_api::{Client, Equipment};
use fielddesk_model::{Machine, MachineId};
use futures::future::BoxFuture;
use futures::{FutureExt as _, StreamExt as _, stream};

use super::decide::{Task, Wanted};
use super::gate::Gate;
use crate::each::AT_ONCE;
use crate::fleet::Fleet;
use crate::{Failure, FailureKind};

/// Up to this many machines are looked up one by one; more are read as a list.
const ONE_BY_ONE: usize = 16;

type Looked = (MachineId, Result<Machine, Failure>);

/// Records by id; a machine that is not there is not in it, one that cannot be looked up has
/// its failure.
pub(super) type Fresh = HashMap<MachineId, Result<Machine, Failure>>;

impl Fleet {
    /// Reads the records of an act again, and shows them.
    pub(super) async fn fresh(&self, wanted: &[Wanted], gate: &Gate) -> Result<Fresh, Failure> {
        let ids: Vec<&MachineId> = wanted
            .iter()
            .filter(|one| matches!(one.task, Task::Change(_) | Task::Delete(_)))
            .map(|one| &one.machine)
            .collect();
        if ids.is_empty() {
            return Ok(Fresh::new());
        }
        let began = self.board(|board| board.state.revision);
        let once = self.0.connection.client.single_attempt();
        if ids.len() > ONE_BY_ONE {
            let once = &once;
            let list = || async move { once.machines().list(Equipment::LeftOut).await }.boxed();
            let listed = gate.call(&list).await?;
            let found = listed.iter().map(|one| (one.id.clone(), Ok(one.clone())));
            let found = found.collect();
            self.take_list(listed, began).await?;
            return Ok(found);
        }
        let mut looking = Vec::with_capacity(ids.len());
        for id in ids {
            looking.push(look(&once, gate, id.clone()));
        }
        let looked: Vec<Looked> = stream::iter(looking)
            .buffer_unordered(AT_ONCE)
            .collect()
            .await;
        let mut fresh = Fresh::new();
        let now = self.0.clock.now();
        for (id, found) in looked {
            let kept = match found {
                Ok(machine) => {
                    fresh.insert(id, Ok(machine.clone()));
                    self.board(|board| board.seen(machine, began, now))
                }
                Err(failure) if failure.kind == FailureKind::NotFound => {
                    self.board(|board| board.remove(&id))
                }
                Err(failure) if failure.kind == FailureKind::NotAllowed => {
                    fresh.insert(id, Err(failure));
                    continue;
                }
                Err(failure) => return Err(failure),
            };
            self.0.store.keep(&kept).await?;
        }
        Ok(fresh)
    }
}

/// Looks up one machine.
fn look<'a>(once: &'a Client, gate: &'a Gate, id: MachineId) -> BoxFuture<'a, Looked> {
    async move {
        let of = &id;
        let get = || async move { once.machines().get(of, Equipment::LeftOut).await }.boxed();
        let found = gate.call(&get).await;
        (id, found)
    }
    .boxed()
}
