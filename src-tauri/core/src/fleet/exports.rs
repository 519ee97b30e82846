//! The rows that a person sees, as a file.

use fielddesk_model::MachineId;
use fielddesk_rules::fields::FUEL_SOURCE;

use super::Fleet;
use super::cell::values;
use super::edits::known_field;
use crate::Failure;
use crate::export::{ExportOptions, write_columns};

impl Fleet {
    /// The stored values of some machines, in the order and with the columns that are shown.
    /// What is edited and not saved is not in it. Besides the fields there is `fuelProvenance`.
    ///
    /// # Errors
    /// `usage` for a field that there is not; more than a workbook holds.
    pub async fn export(
        &self,
        ids: &[MachineId],
        fields: &[String],
        options: ExportOptions,
    ) -> Result<(Vec<u8>, u64), Failure> {
        self.load().await?;
        let columns: Vec<_> = fields
            .iter()
            .map(|name| match name.as_str() {
                name if name == FUEL_SOURCE.name => Ok(&FUEL_SOURCE),
                name => known_field(name),
            })
            .collect::<Result<_, _>>()?;
        let machines: Vec<_> = self.board(|board| {
            let shown = ids.iter().filter_map(|id| board.machine(id));
            let shown = shown.map(|machine| (machine.clone(), board.provenance(machine)));
            shown.collect()
        });
        tokio::task::spawn_blocking(move || {
            let mut bytes = Vec::new();
            let records = machines.iter().map(|(machine, provenance)| {
                let mut values = values(machine);
                if let Some(provenance) = provenance {
                    values.insert(FUEL_SOURCE.name.to_owned(), provenance.number().into());
                }
                values
            });
            let rows = write_columns(&columns, records, options, &mut bytes)?;
            Ok((bytes, rows))
        })
        .await
        .map_err(Failure::internal)?
    }
}
