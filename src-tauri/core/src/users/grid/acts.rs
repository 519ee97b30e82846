//! Acts on users: accounts disabled and enabled, a user deleted.

use std::collections::HashSet;

use fielddesk_model::User;
use serde_json::Value;

use super::UserList;
use crate::Failure;
use crate::records::batches::{BatchKind, BatchOrder, BatchReport};
use crate::records::{DeleteCheck, PlannedCell, PlannedChange, RecordKind as _, Task, Users};
use crate::users::delete::not_deletable;
use fielddesk_rules::fields::{USER_FIELDS, field};

impl UserList {
    /// Disables or enables accounts; an outcome for each.
    pub async fn set_disabled(
        &self,
        ids: &[String],
        disabled: bool,
    ) -> Result<BatchReport, Failure> {
        self.load().await?;
        let mut seen = HashSet::new();
        let changes = self.board(|board| {
            let ids = ids.iter().filter(|id| seen.insert(*id));
            let changes = ids.map(|id| {
                let cells = field(USER_FIELDS, "isDisabled").map(|field| PlannedCell {
                    field,
                    base: None,
                    new: Value::Bool(disabled),
                });
                let task = Task::Change(cells.into_iter().collect());
                match board.cache.get(id) {
                    Some(user) => named(user, task),
                    None => PlannedChange {
                        id: id.clone(),
                        number: String::new(),
                        name: None,
                        task,
                    },
                }
            });
            changes.collect::<Vec<_>>()
        });
        if changes.is_empty() {
            let message = "No user is chosen.";
            return Err(Failure::usage("users", message, "Choose some."));
        }
        let kind = match disabled {
            true => BatchKind::Disable,
            false => BatchKind::Enable,
        };
        self.carry_out(BatchOrder::new(kind, changes)).await
    }

    /// Asks whether a user can be deleted, and why not.
    pub async fn check_delete(&self, id: &str) -> Result<DeleteCheck, Failure> {
        self.load().await?;
        let user = self.known(id)?;
        let users = self.0.connection.client.users();
        let asked = users.is_identity_deletable(&user.identity_id).await;
        let said = self.0.online.note(asked.map_err(Failure::from))?;
        let reason =
            (!said.is_deletable).then(|| not_deletable(&user, &said.validation_errors).message);
        Ok(DeleteCheck {
            deletable: said.is_deletable,
            reason,
        })
    }

    /// Deletes a user that nothing depends on.
    ///
    /// # Errors
    /// As an act fails; that it cannot be deleted is the row's outcome.
    pub async fn delete(&self, id: &str) -> Result<BatchReport, Failure> {
        self.load().await?;
        let user = self.known(id)?;
        let changes = vec![named(&user, Task::Delete(None))];
        self.carry_out(BatchOrder::new(BatchKind::Delete, changes))
            .await
    }
}

/// What is wanted of a user.
pub(super) fn named(user: &User, task: Task) -> PlannedChange {
    PlannedChange {
        id: Users::id(user).to_owned(),
        number: user.employee_number.clone(),
        name: Users::name(user),
        task,
    }
}
