//! Sends machines: in arrays of 200, their fuel eight at a time.

use fielddesk_model::{BulkOutcome, EsgChange, Field, MachineChange, MachineId};

use super::super::types::Resource;
use super::run::Run;
use super::{Task, Work};
use crate::each::at_once;
use crate::machines::{ESG_FIELDS, changes};
use crate::{Failure, FailureKind};

/// Items of one array.
const CHUNK: usize = 200;

/// A row with its two bodies.
struct Item {
    work: Work,
    change: MachineChange,
    esg: EsgChange,
}

/// Sends all rows, new machines first: others may refer to them.
pub(super) async fn apply(run: &mut Run<'_>, work: Vec<Work>) {
    let (create, update): (Vec<Work>, Vec<Work>) = work
        .into_iter()
        .partition(|work| matches!(work.task, Task::Create(_)));
    for works in [create, update] {
        let mut items = Vec::with_capacity(works.len());
        for work in works {
            match changes(work.values()) {
                Ok((change, esg)) => items.push(Item { work, change, esg }),
                Err(failure) => run.failed(work, failure),
            }
        }
        while !items.is_empty() {
            let rest = items.split_off(items.len().min(CHUNK));
            let chunk = std::mem::replace(&mut items, rest);
            send(run, chunk).await;
        }
        // At once: what is changed after this was changed by somebody else.
        run.read_created(Resource::Machines).await;
    }
}

/// Sends one array, then the fuel of what was stored.
async fn send(run: &mut Run<'_>, chunk: Vec<Item>) {
    if run.is_halted() {
        chunk.iter().for_each(|item| run.not_sent(&item.work));
        return;
    }
    // Rows with nothing but fuel have no place in the array.
    let (with_fields, fuel_alone): (Vec<Item>, Vec<Item>) =
        chunk.into_iter().partition(|item| !item.change.is_empty());
    let mut fuel: Vec<(Item, Option<MachineId>)> =
        fuel_alone.into_iter().map(|item| (item, None)).collect();
    if !with_fields.is_empty() {
        match array(run, &with_fields).await {
            Ok(outcomes) => {
                for (item, outcome) in with_fields.into_iter().zip(outcomes) {
                    if !outcome.success {
                        run.failed(item.work, refused(outcome));
                    } else if item.esg.is_empty() {
                        run.done(&item.work, outcome.id.as_ref().map(MachineId::as_str));
                    } else {
                        fuel.push((item, outcome.id));
                    }
                }
            }
            Err(failure) => {
                for item in with_fields {
                    run.failed(item.work, failure.clone());
                }
            }
        }
    }
    send_fuel(run, fuel).await;
}

async fn array(run: &Run<'_>, items: &[Item]) -> Result<Vec<BulkOutcome>, Failure> {
    let machines = run.connection.client.machines();
    let bodies: Vec<MachineChange> = items
        .iter()
        .map(|item| match &item.work.task {
            Task::Create(_) => item.change.clone(),
            Task::Update { id, .. } => MachineChange {
                id: Field::Value(MachineId::new(id.as_str())),
                ..item.change.clone()
            },
        })
        .collect();
    // Chunks hold rows of one kind.
    let outcomes = match items.first().map(|item| &item.work.task) {
        Some(Task::Create(_)) => machines.create_array(&bodies).await?,
        _ => machines.update_array(&bodies).await?,
    };
    Ok(outcomes)
}

/// Patches fuel; a machine that is new has its id from the array.
async fn send_fuel(run: &mut Run<'_>, items: Vec<(Item, Option<MachineId>)>) {
    let halt = run.halt();
    let machines = run.connection.client.machines();
    let bodies: Vec<_> = items
        .iter()
        .map(|(item, id)| {
            let id = match (&item.work.task, id) {
                (_, Some(id)) => Some(id.clone()),
                (Task::Update { id, .. }, None) => Some(MachineId::new(id.as_str())),
                (Task::Create(_), None) => None,
            };
            (id, item.esg.clone())
        })
        .collect();
    let results = at_once(bodies, &halt.token, |(id, esg)| {
        let halt = halt.clone();
        async move {
            let Some(id) = id else {
                return Err(without_id());
            };
            let patched = machines.patch_esg(&id, &esg).await.map_err(Failure::from);
            patched
                .map(|_| ())
                .inspect_err(|failure| halt.consider(failure))
        }
    })
    .await;
    for ((item, id), result) in items.into_iter().zip(results) {
        let fields_stored = !item.change.is_empty();
        let id = id.as_ref().map(MachineId::as_str);
        match result {
            Some(Ok(())) => run.done(&item.work, id),
            Some(Err(failure)) if fields_stored => {
                let stored = without_fuel(&item.work);
                run.partly(&item.work, id, stored, failure);
            }
            Some(Err(failure)) => run.failed(item.work, failure),
            None if fields_stored => {
                let failure = Failure::new(
                    FailureKind::Cancelled,
                    "The fuel was not sent: the import was stopped.",
                    "Import the file again: what is done already stays as it is.",
                );
                let stored = without_fuel(&item.work);
                run.partly(&item.work, id, stored, failure);
            }
            None => run.not_sent(&item.work),
        }
    }
}

fn without_fuel(work: &Work) -> Vec<String> {
    let mut names = work.names();
    names.retain(|name| !ESG_FIELDS.contains(&name.as_str()));
    names
}

fn without_id() -> Failure {
    Failure::new(
        FailureKind::UnreadableAnswer,
        "The machine was created, but the service did not say its id, so its fuel is not set.",
        "Import the file again: it sets what is missing.",
    )
}

/// What the service said of one item.
fn refused(outcome: BulkOutcome) -> Failure {
    let said = outcome.message.as_deref().or(outcome.error.as_deref());
    let message = match said {
        Some(said) => format!(
            "The service refused it: {}",
            fielddesk_rules::file_name::shown(said)
        ),
        None => "The service refused it and did not say why.".to_owned(),
    };
    let mut failure = Failure::new(
        FailureKind::Refused,
        message,
        "Change the row, then import it again.",
    );
    failure.code = outcome.error;
    failure
}
