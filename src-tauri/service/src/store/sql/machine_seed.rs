//! Machine types and machines of a seed.

use fielddesk_model::{CompanyId, MachineId, MachineType};
use sqlx::QueryBuilder;

use super::engine::{Connection, Db};
use crate::store::{Result, SeedMachine, StoreError};

/// Rows of one INSERT; SQLite takes some 30,000 values a statement.
const ROWS_A_STATEMENT: usize = 500;

pub(super) async fn insert_type(
    tx: &mut Connection,
    company: &CompanyId,
    machine_type: &MachineType,
) -> Result<()> {
    sqlx::query("INSERT INTO machine_types (company_id, type_id, name) VALUES ($1, $2, $3)")
        .bind(company.as_str())
        .bind(&machine_type.type_id)
        .bind(machine_type.name.as_deref().unwrap_or_default())
        .execute(tx)
        .await?;
    Ok(())
}

/// Adds machines as they are, each parent before its equipment.
pub(super) async fn insert_all(
    tx: &mut Connection,
    machines: &[SeedMachine],
    at_ms: i64,
) -> Result<()> {
    for chunk in machines.chunks(ROWS_A_STATEMENT) {
        let mut rows = Vec::with_capacity(chunk.len());
        for seeded in chunk {
            let record = serde_json::to_string(&seeded.machine).map_err(StoreError::new)?;
            rows.push((seeded, record));
        }
        let mut query = QueryBuilder::<Db>::new(
            "INSERT INTO machines (id, company_id, machine_number, is_equipment, parent_id, \
             responsible_id, registrations, modified_at, record) ",
        );
        query.push_values(rows, |mut row, (seeded, record)| {
            let machine = &seeded.machine;
            let parent = machine.parent_machine_id.as_ref();
            row.push_bind(machine.id.as_str())
                .push_bind(machine.company_id.as_str())
                .push_bind(machine.machine_number.as_str())
                .push_bind(machine.is_equipment)
                .push_bind(parent.map(MachineId::as_str))
                .push_bind(machine.responsible_id.as_deref())
                .push_bind(i64::from(seeded.registrations))
                .push_bind(at_ms)
                .push_bind(record);
        });
        query.build().execute(&mut *tx).await?;
    }
    Ok(())
}
