//! Pending edits in SQLite, a row a cell.

use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use super::pending::EditChange;
use super::types::{Edit, EditState};
use crate::fleet::store::Store;
use crate::{Failure, db};
use fielddesk_rules::fields::MACHINE_FIELDS;
use fielddesk_rules::fields::field;

/// Rows of one statement.
const ROWS_AT_ONCE: usize = 5_000;

impl Store {
    /// The pending edits of the connection. One that cannot be read is left out.
    pub(in crate::fleet) async fn edits(&self) -> Result<Vec<Edit>, Failure> {
        let rows: Vec<(String, String, String, String)> = sqlx::query_as(
            "SELECT machine, field, base, edit FROM fleet_edits WHERE connection = ?",
        )
        .bind(&self.key)
        .fetch_all(&self.pool)
        .await?;
        let read = rows.into_iter().filter_map(|(machine, name, base, said)| {
            let field = field(MACHINE_FIELDS, &name)?;
            let read = || -> Result<Edit, serde_json::Error> {
                Ok(Edit {
                    machine: machine.into(),
                    field,
                    base: serde_json::from_str(&base)?,
                    said: serde_json::from_str::<EditState>(&said)?,
                })
            };
            read()
                .inspect_err(|error| tracing::warn!(%error, name, "a pending edit is unreadable"))
                .ok()
        });
        Ok(read.collect())
    }

    /// Keeps changes of edits, all or none.
    pub(in crate::fleet) async fn keep_edits(&self, changes: &[EditChange]) -> Result<(), Failure> {
        if changes.is_empty() {
            return Ok(());
        }
        let mut transaction = db::begin_change(&self.pool).await?;
        self.keep_edits_within(&mut transaction, changes).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Keeps changes of edits within a transaction.
    pub(in crate::fleet) async fn keep_edits_within(
        &self,
        transaction: &mut SqliteConnection,
        changes: &[EditChange],
    ) -> Result<(), Failure> {
        let mut made = Vec::new();
        for change in changes {
            match change {
                EditChange::Made(edit) => made.push((
                    edit,
                    edit.base.to_string(),
                    serde_json::to_string(&edit.said).map_err(Failure::internal)?,
                )),
                EditChange::Gone(cell) => {
                    sqlx::query(
                        "DELETE FROM fleet_edits WHERE connection = ? AND machine = ? AND field = ?",
                    )
                    .bind(&self.key)
                    .bind(cell.machine.as_str())
                    .bind(&cell.field)
                    .execute(&mut *transaction)
                    .await?;
                }
            }
        }
        for made in made.chunks(ROWS_AT_ONCE) {
            let mut query = QueryBuilder::<Sqlite>::new(
                "INSERT INTO fleet_edits (connection, machine, field, base, edit) ",
            );
            query.push_values(made, |mut row, (edit, base, said)| {
                row.push_bind(&self.key)
                    .push_bind(edit.machine.as_str())
                    .push_bind(edit.field.name)
                    .push_bind(base)
                    .push_bind(said);
            });
            query.push(" ON CONFLICT DO UPDATE SET base = excluded.base, edit = excluded.edit");
            query.build().execute(&mut *transaction).await?;
        }
        Ok(())
    }
}
