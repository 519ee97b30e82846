//! Machine types, machines and equipment.

use std::collections::HashSet;

use async_trait::async_trait;
use fielddesk_model::{CompanyId, IdentityId, Machine, MachineId, MachineType};
use sqlx::{Connection as _, FromRow, Row as _};

use super::engine::{Connection, Row, list, lock, ordered, then_join};
use super::{SqlStore, audit, json_list, to_ms};
use crate::store::{
    AuditEntry, Dependents, MachineDeleted, MachineStore, MachineWrite, MachineWritten, Of, Result,
    StoreError, StoredMachine,
};

impl FromRow<'_, Row> for StoredMachine {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        let parent_id: Option<String> = row.try_get("parent_id")?;
        Ok(Self {
            id: row.try_get::<String, _>("id")?.into(),
            company_id: row.try_get::<String, _>("company_id")?.into(),
            parent_id: parent_id.map(Into::into),
            revision: row.try_get("revision")?,
            record: row.try_get("record")?,
        })
    }
}

impl FromRow<'_, Row> for Dependents {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        Ok(Self {
            registrations: row.try_get::<i64, _>("registrations")?.unsigned_abs(),
            equipment: row.try_get::<i64, _>("equipment")?.unsigned_abs(),
        })
    }
}

const DEPENDENTS: &str = "SELECT m.registrations, \
     (SELECT count(*) FROM machines e WHERE e.parent_id = m.id) AS equipment \
     FROM machines m WHERE m.id = $1";

/// Selects columns of the machine types that machines of the company `$1` may have.
macro_rules! types {
    ($columns:literal, $end:literal) => {
        concat!(
            "WITH RECURSIVE above (id, parent_id, depth) AS ( \
               SELECT id, parent_id, 0 FROM companies WHERE id = $1 \
               UNION ALL SELECT c.id, c.parent_id, depth + 1 \
               FROM companies c JOIN above ON c.id = above.parent_id \
             ) SELECT ",
            $columns,
            " FROM machine_types WHERE company_id = ( \
               SELECT id FROM above \
               WHERE EXISTS (SELECT 1 FROM machine_types t WHERE t.company_id = above.id) \
               ORDER BY depth LIMIT 1 \
             )",
            $end
        )
    };
}

#[async_trait]
impl MachineStore for SqlStore {
    async fn machine_types(&self, company: &CompanyId) -> Result<Vec<MachineType>> {
        let rows: Vec<(String, String)> =
            sqlx::query_as(types!("type_id, name", " ORDER BY type_id"))
                .bind(company.as_str())
                .fetch_all(&self.read)
                .await?;
        let types = rows.into_iter().map(|(type_id, name)| MachineType {
            type_id,
            name: Some(name),
            ..MachineType::default()
        });
        Ok(types.collect())
    }

    async fn closed_machine_types(&self, company: &CompanyId) -> Result<HashSet<String>> {
        let ids: Vec<String> = sqlx::query_scalar(types!("type_id", " AND NOT active"))
            .bind(company.as_str())
            .fetch_all(&self.read)
            .await?;
        Ok(ids.into_iter().collect())
    }

    async fn machine(&self, id: &MachineId) -> Result<Option<StoredMachine>> {
        Ok(sqlx::query_as(
            "SELECT id, company_id, parent_id, revision, record FROM machines WHERE id = $1",
        )
        .bind(id.as_str())
        .fetch_optional(&self.read)
        .await?)
    }

    async fn machine_by_number(
        &self,
        companies: &[CompanyId],
        number: &str,
    ) -> Result<Option<StoredMachine>> {
        Ok(sqlx::query_as(concat!(
            "SELECT m.id, m.company_id, m.parent_id, m.revision, m.record FROM ",
            ordered!("$1"),
            " JOIN machines m ON m.company_id = c.value \
             WHERE m.machine_number = $2 ORDER BY c.key LIMIT 1"
        ))
        .bind(json_list(companies))
        .bind(number)
        .fetch_optional(&self.read)
        .await?)
    }

    async fn machines(&self, companies: &[CompanyId]) -> Result<Vec<StoredMachine>> {
        Ok(sqlx::query_as(concat!(
            "SELECT m.id, m.company_id, m.parent_id, m.revision, m.record FROM ",
            ordered!("$1"),
            then_join!(),
            "machines m ON m.company_id = c.value \
             ORDER BY c.key, m.machine_number"
        ))
        .bind(json_list(companies))
        .fetch_all(&self.read)
        .await?)
    }

    async fn equipment(
        &self,
        parent: &MachineId,
        companies: &[CompanyId],
    ) -> Result<Vec<StoredMachine>> {
        Ok(sqlx::query_as(concat!(
            "SELECT id, company_id, parent_id, revision, record FROM machines \
             WHERE parent_id = $1 AND company_id IN ",
            list!("$2"),
            " ORDER BY machine_number, id"
        ))
        .bind(parent.as_str())
        .bind(json_list(companies))
        .fetch_all(&self.read)
        .await?)
    }

    async fn write_machines(
        &self,
        writes: &[MachineWrite],
        reach: &[CompanyId],
    ) -> Result<Vec<MachineWritten>> {
        let mut tx = self.begin().await?;
        if let Some(company) = reach.first() {
            lock(&mut tx, Of::Company(company)).await?;
        }
        if let [write] = writes {
            // Alone in its transaction, which is given up with it: no savepoint.
            let outcome = match checked(&mut tx, write, reach).await? {
                Ok(record) => stored(put(&mut tx, write, &record).await, record)?,
                Err(refusal) => refusal,
            };
            if matches!(outcome, MachineWritten::Stored(_)) {
                audit::append(&mut tx, &write.audit).await?;
                tx.commit().await?;
            }
            return Ok(vec![outcome]);
        }
        let mut written = Vec::with_capacity(writes.len());
        for write in writes {
            let outcome = write_item(&mut tx, write, reach).await?;
            if matches!(outcome, MachineWritten::Stored(_)) {
                audit::append(&mut tx, &write.audit).await?;
            }
            written.push(outcome);
        }
        tx.commit().await?;
        Ok(written)
    }

    async fn machine_dependents(&self, id: &MachineId) -> Result<Option<Dependents>> {
        Ok(sqlx::query_as(DEPENDENTS)
            .bind(id.as_str())
            .fetch_optional(&self.read)
            .await?)
    }

    async fn delete_machine(&self, id: &MachineId, audit: AuditEntry) -> Result<MachineDeleted> {
        let mut tx = self.begin().await?;
        lock(&mut tx, Of::Machine(id)).await?;
        let dependents: Option<Dependents> = sqlx::query_as(DEPENDENTS)
            .bind(id.as_str())
            .fetch_optional(&mut *tx)
            .await?;
        let Some(dependents) = dependents else {
            return Ok(MachineDeleted::Missing);
        };
        if !dependents.is_empty() {
            return Ok(MachineDeleted::Kept(dependents));
        }
        sqlx::query("DELETE FROM machines WHERE id = $1")
            .bind(id.as_str())
            .execute(&mut *tx)
            .await?;
        audit::append(&mut tx, &audit).await?;
        tx.commit().await?;
        Ok(MachineDeleted::Deleted)
    }
}

/// The facts of the stored machine that the checks of a write need.
#[derive(sqlx::FromRow)]
struct Before {
    revision: i64,
    is_equipment: bool,
    parent_id: Option<String>,
}

/// Writes an item among others, in a savepoint: after a refusal PostgreSQL takes no other statement of
/// the transaction.
async fn write_item(
    tx: &mut Connection,
    write: &MachineWrite,
    reach: &[CompanyId],
) -> Result<MachineWritten> {
    let record = match checked(tx, write, reach).await? {
        Ok(record) => record,
        Err(refusal) => return Ok(refusal),
    };
    let mut item = tx.begin().await?;
    let outcome = stored(put(&mut item, write, &record).await, record)?;
    if matches!(outcome, MachineWritten::Stored(_)) {
        item.commit().await?;
    } else {
        item.rollback().await?;
    }
    Ok(outcome)
}

/// The result of a statement that wrote a record.
fn stored(done: sqlx::Result<()>, record: String) -> Result<MachineWritten> {
    match done {
        Ok(()) => Ok(MachineWritten::Stored(record)),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            Ok(MachineWritten::NumberTaken)
        }
        Err(error) => Err(error.into()),
    }
}

/// Checks a write against what is stored, and renders its record.
async fn checked(
    tx: &mut Connection,
    write: &MachineWrite,
    reach: &[CompanyId],
) -> Result<std::result::Result<String, MachineWritten>> {
    let machine = &write.machine;
    let mut before = None;
    if let Some(based_on) = write.based_on {
        let row: Option<Before> =
            sqlx::query_as("SELECT revision, is_equipment, parent_id FROM machines WHERE id = $1")
                .bind(machine.id.as_str())
                .fetch_optional(&mut *tx)
                .await?;
        let Some(row) = row else {
            return Ok(Err(MachineWritten::Missing));
        };
        if row.revision != based_on {
            return Ok(Err(MachineWritten::Stale));
        }
        before = Some(row);
    }
    let was_machine = before.as_ref().is_some_and(|row| !row.is_equipment);
    if machine.is_equipment && was_machine && has_equipment(tx, &machine.id).await? {
        return Ok(Err(MachineWritten::HasEquipment));
    }
    let old_parent = before.and_then(|row| row.parent_id);
    if let Some(parent) = &machine.parent_machine_id
        && old_parent.as_deref() != Some(parent.as_str())
        && !(*parent != machine.id && is_machine_in_reach(tx, parent, reach).await?)
    {
        return Ok(Err(MachineWritten::ParentInvalid));
    }
    if !responsible_is_known(tx, machine).await? {
        return Ok(Err(MachineWritten::Stale));
    }
    let record = serde_json::to_string(machine).map_err(StoreError::new)?;
    Ok(Ok(record))
}

async fn put(
    tx: &mut Connection,
    write: &MachineWrite,
    record: &str,
) -> std::result::Result<(), sqlx::Error> {
    let machine = &write.machine;
    let statement = if write.based_on.is_some() {
        "UPDATE machines SET company_id = $2, machine_number = $3, is_equipment = $4, \
         parent_id = $5, responsible_id = $6, modified_at = $7, record = $8, \
         revision = revision + 1 WHERE id = $1"
    } else {
        "INSERT INTO machines (id, company_id, machine_number, is_equipment, parent_id, \
         responsible_id, modified_at, record) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
    };
    sqlx::query(statement)
        .bind(machine.id.as_str())
        .bind(machine.company_id.as_str())
        .bind(&machine.machine_number)
        .bind(machine.is_equipment)
        .bind(machine.parent_machine_id.as_ref().map(MachineId::as_str))
        .bind(machine.responsible_id.as_deref())
        .bind(to_ms(write.audit.at))
        .bind(record)
        .execute(tx)
        .await?;
    Ok(())
}

async fn has_equipment(tx: &mut Connection, id: &MachineId) -> Result<bool> {
    Ok(
        sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM machines WHERE parent_id = $1)")
            .bind(id.as_str())
            .fetch_one(tx)
            .await?,
    )
}

async fn is_machine_in_reach(
    tx: &mut Connection,
    id: &MachineId,
    reach: &[CompanyId],
) -> Result<bool> {
    let company: Option<String> =
        sqlx::query_scalar("SELECT company_id FROM machines WHERE id = $1 AND NOT is_equipment")
            .bind(id.as_str())
            .fetch_optional(tx)
            .await?;
    Ok(company.is_some_and(|company| reach.iter().any(|one| one.as_str() == company)))
}

/// Returns true where the responsible person is a user and still has this employee number.
async fn responsible_is_known(tx: &mut Connection, machine: &Machine) -> Result<bool> {
    let Some(id) = &machine.responsible_id else {
        return Ok(machine.responsible_employee_number.is_none());
    };
    let number: Option<String> =
        sqlx::query_scalar("SELECT employee_number FROM users WHERE identity_id = $1")
            .bind(id)
            .fetch_optional(tx)
            .await?;
    Ok(number.is_some() && number == machine.responsible_employee_number)
}

/// Brings the records of a responsible person's machines in line with a change of that user: the
/// new employee number, or `None` where the user is gone. A write of a machine that is under way
/// finds another revision.
pub(super) async fn follow_user(
    tx: &mut Connection,
    user: &IdentityId,
    number: Option<&str>,
) -> Result<()> {
    let rows: Vec<(String, String)> =
        sqlx::query_as("SELECT id, record FROM machines WHERE responsible_id = $1")
            .bind(user.as_str())
            .fetch_all(&mut *tx)
            .await?;
    for (id, record) in rows {
        let mut machine: Machine = serde_json::from_str(&record).map_err(StoreError::new)?;
        machine.responsible_employee_number = number.map(str::to_owned);
        if number.is_none() {
            machine.responsible_id = None;
        }
        sqlx::query(
            "UPDATE machines SET record = $2, responsible_id = $3, revision = revision + 1 \
             WHERE id = $1",
        )
        .bind(id)
        .bind(serde_json::to_string(&machine).map_err(StoreError::new)?)
        .bind(machine.responsible_id)
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}
