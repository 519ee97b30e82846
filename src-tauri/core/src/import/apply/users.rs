//! Sends users: one request each, eight at a time.

use fielddesk_model::CompanyProfileId;

use super::super::known::{every_field, of_user};
use super::super::types::Resource;
use super::run::Run;
use super::{Task, Work};
use crate::each::at_once;
use crate::users::change;
use crate::{CancellationToken, Failure};

/// Rows after which the outcomes are noted.
const CHUNK: usize = 200;

/// Sends all rows, new users first: others may refer to them.
pub(super) async fn apply(run: &mut Run<'_>, work: Vec<Work>) {
    let (create, update): (Vec<Work>, Vec<Work>) = work
        .into_iter()
        .partition(|work| matches!(work.task, Task::Create(_)));
    for mut works in [create, update] {
        while !works.is_empty() {
            let rest = works.split_off(works.len().min(CHUNK));
            let chunk = std::mem::replace(&mut works, rest);
            send(run, chunk).await;
        }
    }
}

async fn send(run: &mut Run<'_>, chunk: Vec<Work>) {
    let halt = run.halt();
    let token: &CancellationToken = &halt.token;
    let connection = run.connection;
    let results = at_once(chunk.iter().collect(), token, |work: &Work| {
        let halt = halt.clone();
        async move {
            let body = change(work.values())?;
            let users = connection.client.users();
            let written = match &work.task {
                Task::Create(_) => users.create(&body).await,
                Task::Update { id, .. } => {
                    users
                        .patch(&CompanyProfileId::new(id.as_str()), &body)
                        .await
                }
            };
            let user = written
                .map_err(Failure::from)
                .inspect_err(|failure| halt.consider(failure))?;
            of_user(&user, &every_field(Resource::Users))
        }
    })
    .await;
    for (work, result) in chunk.into_iter().zip(results) {
        match result {
            Some(Ok(user)) => run.done_as(&work, Some(&user.id), Some(user.filled())),
            Some(Err(failure)) => run.failed(work, failure),
            None => run.not_sent(&work),
        }
    }
}
