//! The array calls: each item is done or refused on its own, in the order sent.

use std::collections::HashSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fielddesk_model::{BulkOutcome, Field, MachineChange, MachineId};
use serde_json::Value;

use super::machine_writer::{Edit, MachineWriter, Prepared, record_of};
use super::refusal;
use crate::auth::{Caller, Writer};
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::store::MachineWrite;

/// Writes that go into one transaction; a larger array takes several.
const WRITES_AT_ONCE: usize = 500;

/// Creates machines; one that is refused does not stop the others.
#[utoipa::path(
    post,
    path = "/api/v4/integration/machines/create/array",
    tag = "Machines",
    request_body = Vec<MachineChange>,
    responses(
        (status = 200, body = Vec<BulkOutcome>, description = "In the order sent"),
        (status = 400, description = "No array, or an empty one"),
    )
)]
pub(crate) async fn create_array(
    State(site): State<Arc<EnvironmentContext>>,
    Writer(caller): Writer,
    JsonBody(body): JsonBody<Value>,
) -> Result<Json<Vec<BulkOutcome>>, ApiError> {
    all(&site, &caller, body, |_| Ok(None)).await
}

/// Changes machines, each named by its `id`; one that is refused does not stop the others.
#[utoipa::path(
    put,
    path = "/api/v4/integration/machines/update/array",
    tag = "Machines",
    request_body = Vec<MachineChange>,
    responses(
        (status = 200, body = Vec<BulkOutcome>, description = "In the order sent"),
        (status = 400, description = "No array, or an empty one"),
    )
)]
pub(crate) async fn update_array(
    State(site): State<Arc<EnvironmentContext>>,
    Writer(caller): Writer,
    JsonBody(body): JsonBody<Value>,
) -> Result<Json<Vec<BulkOutcome>>, ApiError> {
    all(&site, &caller, body, |change| id_of(change).map(Some)).await
}

/// Carries out the items of an array: each changes the machine whose id `target` finds in it, or
/// is a new one.
async fn all(
    site: &EnvironmentContext,
    caller: &Caller,
    body: Value,
    target: fn(&MachineChange) -> Result<Option<MachineId>, ApiError>,
) -> Result<Json<Vec<BulkOutcome>>, ApiError> {
    let items = items(body)?;
    let mut bulk = Bulk::new(MachineWriter::new(site, caller), items.len());
    for (index, item) in items.into_iter().enumerate() {
        let number = number_of(&item);
        let read = read(item).and_then(|change| Ok((target(&change)?, change)));
        let (id, change) = match read {
            Ok(read) => read,
            Err(refusal) => {
                bulk.refuse(index, number, refusal);
                continue;
            }
        };
        // A second change of a machine builds on the first.
        if id.as_ref().is_some_and(|id| bulk.ids.contains(id)) {
            bulk.flush().await?;
        }
        match bulk.writer.prepare(edit(id.as_ref(), &change)).await {
            Ok(Prepared::Same(record)) => bulk.succeed(index, &record)?,
            Ok(Prepared::Write(write)) => bulk.push(index, *write, change).await?,
            Err(refusal) => bulk.refuse(index, number, refusal),
        }
    }
    bulk.flush().await?;
    Ok(Json(bulk.outcomes))
}

fn edit<'a>(id: Option<&'a MachineId>, change: &'a MachineChange) -> Edit<'a> {
    id.map_or(Edit::New(change), |id| Edit::Fields(id, change))
}

fn id_of(change: &MachineChange) -> Result<MachineId, ApiError> {
    match &change.id {
        Field::Value(id) if !id.as_str().is_empty() => Ok(id.clone()),
        Field::Value(_) | Field::Null | Field::Omitted | Field::Odd(_) => {
            Err(refusal::missing("id"))
        }
    }
}

fn items(body: Value) -> Result<Vec<Value>, ApiError> {
    match body {
        Value::Array(items) if items.is_empty() => Err(ApiError::bad_request(
            "ArgumentIsNull",
            "The array must hold at least one machine.",
        )),
        Value::Array(items) => Ok(items),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            Err(ApiError::bad_request(
                "InvalidBody",
                "The body must be an array of machines.",
            ))
        }
    }
}

fn read(item: Value) -> Result<MachineChange, ApiError> {
    if !item.is_object() {
        return Err(ApiError::bad_request(
            "InvalidBody",
            "The item must be an object.",
        ));
    }
    fielddesk_model::from_value(item).map_err(|error| {
        let said: String = error.to_string().chars().take(300).collect();
        ApiError::bad_request("InvalidBody", format!("The item cannot be read: {said}."))
    })
}

/// The number that an item names, whatever else is wrong with it.
fn number_of(item: &Value) -> Option<String> {
    let (_, number) = item
        .as_object()?
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("machineNumber"))?;
    number.as_str().map(str::to_owned)
}

/// A write that waits for its transaction, and the change it came from.
struct Waiting {
    index: usize,
    write: MachineWrite,
    change: MachineChange,
}

/// An array call under way.
struct Bulk<'a> {
    writer: MachineWriter<'a>,
    waiting: Vec<Waiting>,
    /// The machines of the writes that wait.
    ids: HashSet<MachineId>,
    outcomes: Vec<BulkOutcome>,
}

impl<'a> Bulk<'a> {
    fn new(writer: MachineWriter<'a>, count: usize) -> Self {
        let outcomes = (0..count).map(|index| BulkOutcome {
            index,
            success: false,
            id: None,
            machine_number: None,
            error: None,
            message: None,
        });
        Self {
            writer,
            waiting: Vec::new(),
            ids: HashSet::new(),
            outcomes: outcomes.collect(),
        }
    }

    async fn push(
        &mut self,
        index: usize,
        write: MachineWrite,
        change: MachineChange,
    ) -> Result<(), ApiError> {
        self.ids.insert(write.machine.id.clone());
        self.waiting.push(Waiting {
            index,
            write,
            change,
        });
        if self.waiting.len() >= WRITES_AT_ONCE {
            self.flush().await?;
        }
        Ok(())
    }

    /// Writes what waits, in its order.
    async fn flush(&mut self) -> Result<(), ApiError> {
        self.ids.clear();
        let (mut places, mut writes) = (Vec::new(), Vec::new());
        for one in std::mem::take(&mut self.waiting) {
            places.push((one.index, one.change));
            writes.push(one.write);
        }
        if writes.is_empty() {
            return Ok(());
        }
        let written = self.writer.store(&writes).await?;
        for (((index, change), write), outcome) in places.into_iter().zip(writes).zip(written) {
            let settled = match record_of(outcome, &write.machine) {
                Ok(Some(record)) => Ok(record),
                // Another write came between.
                Ok(None) => {
                    let id = write.based_on.map(|_| &write.machine.id);
                    self.writer.carry_out(edit(id, &change)).await
                }
                Err(refusal) => Err(refusal),
            };
            match settled {
                Ok(record) => self.succeed(index, &record)?,
                Err(refusal) => {
                    let number = Some(write.machine.machine_number);
                    self.refuse(index, number, refusal);
                }
            }
        }
        Ok(())
    }

    fn succeed(&mut self, index: usize, record: &str) -> Result<(), ApiError> {
        let machine: Stored = serde_json::from_str(record).map_err(ApiError::internal)?;
        if let Some(outcome) = self.outcomes.get_mut(index) {
            outcome.success = true;
            outcome.id = Some(machine.id);
            outcome.machine_number = Some(machine.machine_number);
        }
        Ok(())
    }

    fn refuse(&mut self, index: usize, number: Option<String>, refusal: ApiError) {
        if let Some(outcome) = self.outcomes.get_mut(index) {
            let body = refusal.into_body();
            outcome.machine_number = number;
            outcome.error = Some(body.error);
            outcome.message = Some(body.message);
        }
    }
}

/// The facts of a stored record that an outcome reports.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    id: MachineId,
    machine_number: String,
}
