//! Users: one request each; emptied fields go in a separate request.

use fielddesk_api::{Client, Deletion, Error, UserQuery};
use fielddesk_model::{CompanyId, CompanyProfileId, Listed, Record as _, SupervisorDetail, User};
use futures::future::BoxFuture;
use futures::{FutureExt as _, StreamExt as _, stream};
use serde_json::{Value, json};

use super::backoff_gate::BackoffGate;
use super::kind::{Created, Ready, RecordKind, Sent};
use crate::Failure;
use crate::users::delete::not_deletable;
use crate::users::refusal::of_field;
use crate::users::switch::switch;
use crate::users::write::change;
use fielddesk_rules::concurrency;
use fielddesk_rules::fields::{Resource, Values, record_values};

/// Users.
#[derive(Debug)]
pub(crate) enum Users {}

impl RecordKind for Users {
    type Record = User;

    const RESOURCE: Resource = Resource::Users;

    fn id(user: &User) -> &str {
        // The identity where there is no profile: a list has such users too.
        user.key()
    }

    fn company(user: &User) -> &CompanyId {
        &user.company_id
    }

    fn number(user: &User) -> &str {
        &user.employee_number
    }

    fn name(user: &User) -> Option<String> {
        let name = [user.first_name.as_deref(), user.last_name.as_deref()];
        let name: Vec<&str> = name.into_iter().flatten().collect();
        (!name.is_empty()).then(|| name.join(" "))
    }

    fn values(user: &User) -> Values {
        let mut values = record_values(user);
        values.insert("immediateSupervisors".to_owned(), supervisors(user));
        values
    }

    fn list(client: &Client) -> BoxFuture<'_, Result<Listed<User>, Error>> {
        async move { client.users().list(&UserQuery::default()).await }.boxed()
    }

    fn get<'a>(client: &'a Client, id: &'a str) -> BoxFuture<'a, Result<User, Error>> {
        async move {
            let id = CompanyProfileId::new(id);
            client.users().by_profile_id(&id).await
        }
        .boxed()
    }

    fn update<'a>(
        client: &'a Client,
        gate: &'a BackoffGate,
        ready: Ready<Self>,
    ) -> BoxFuture<'a, Sent<Self>> {
        one(client, gate, ready).boxed()
    }

    fn update_array<'a>(
        client: &'a Client,
        gate: &'a BackoffGate,
        ready: Vec<Ready<Self>>,
    ) -> BoxFuture<'a, Vec<Sent<Self>>> {
        let all: Vec<_> = ready
            .into_iter()
            .map(|ready| Self::update(client, gate, ready))
            .collect();
        stream::iter(all)
            .buffered(concurrency::RECORDS)
            .collect()
            .boxed()
    }

    fn create<'a>(
        client: &'a Client,
        values: &'a Values,
    ) -> BoxFuture<'a, Result<Created<Self>, Failure>> {
        async move {
            let created = client.users().create(&change(values)?).await;
            let user = created.map_err(|error| of_field(error.into()))?;
            Ok(Created {
                id: Some(user.company_profile_id.as_str().to_owned()),
                record: Some(user),
                lacks: None,
            })
        }
        .boxed()
    }

    fn create_array<'a>(
        client: &'a Client,
        _: &'a BackoffGate,
        values: &'a [Values],
    ) -> BoxFuture<'a, Vec<Result<Created<Self>, Failure>>> {
        let all: Vec<_> = values
            .iter()
            .map(|values| Self::create(client, values))
            .collect();
        stream::iter(all)
            .buffered(concurrency::RECORDS)
            .collect()
            .boxed()
    }

    fn delete<'a>(client: &'a Client, user: &'a User) -> BoxFuture<'a, Result<Deletion, Error>> {
        async move { client.users().delete_if_deletable(&user.identity_id).await }.boxed()
    }

    fn not_deletable(user: &User, reasons: &[String]) -> Failure {
        not_deletable(user, reasons)
    }
}

/// Sends what is set, then empties what is null.
async fn one(client: &Client, gate: &BackoffGate, ready: Ready<Users>) -> Sent<Users> {
    let (emptied, set): (Values, Values) = ready
        .values()
        .into_iter()
        .partition(|(_, value)| value.is_null());
    let mut user = ready.record.clone();
    if let [cell] = ready.cells.as_slice()
        && cell.field == "isDisabled"
        && let Some(disabled) = cell.new.as_bool()
    {
        let switched = {
            let switch = || switch(client, &user, disabled).boxed();
            gate.call(&switch).await
        };
        return match switched {
            Ok(user) => ready.done(user),
            Err(failure) => ready.failed(failure),
        };
    }
    if !set.is_empty() {
        let body = match change(&set) {
            Ok(body) => body,
            Err(failure) => return ready.failed(failure),
        };
        let patched = {
            let (id, body) = (&user.company_profile_id, &body);
            let patch = || async move { client.users().patch(id, body).await }.boxed();
            gate.call(&patch).await
        };
        match patched {
            Ok(patched) => user = patched,
            Err(failure) => return ready.failed(of_field(failure)),
        }
    }
    if emptied.is_empty() {
        return ready.done(user);
    }
    let names: Vec<&str> = emptied.keys().map(String::as_str).collect();
    let cleared = {
        let (user, names) = (&user, names.as_slice());
        let clear = || async move { client.users().clear(user, names).await }.boxed();
        gate.call(&clear).await
    };
    match cleared {
        Ok(cleared) => ready.done(cleared.user),
        Err(failure) => ready.partly(user, set.keys().cloned().collect(), of_field(failure)),
    }
}

/// The stored supervisors as they would be written.
fn supervisors(user: &User) -> Value {
    let all = user.immediate_supervisor_details.iter();
    let all = all.filter_map(|detail| {
        let id = supervisor_id(detail)?;
        Some(json!({"supervisorId": id, "primary": detail.primary}))
    });
    Value::Array(all.collect())
}

/// What is written to keep a stored supervisor.
pub(crate) fn supervisor_id(detail: &SupervisorDetail) -> Option<&str> {
    let number = detail.employee_number.as_deref();
    number
        .filter(|number| !number.is_empty())
        .or(detail.user_id.as_deref())
}
