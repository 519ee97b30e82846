//! The rows that a person sees, as a file.

use std::collections::HashMap;

use fielddesk_model::{MachineId, MachineType};
use fielddesk_rules::fields::{FUEL_SOURCE, Values};
use fielddesk_rules::language::Language;
use serde_json::Value;

use super::Fleet;
use super::cell::values;
use super::edits::known_field;
use crate::Failure;
use crate::export::{ExportBase, ExportOptions, write_columns};
use crate::records::Resource;

impl Fleet {
    /// The stored values of some machines, in the order and with the columns that are shown.
    /// What is edited and not saved is not in it. Besides the fields there is `fuelProvenance`.
    /// Of a workbook it is remembered what was written, for the comparison of its import.
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
        let names = self.board(|board| type_names(&board.types.types));
        let written = tokio::task::spawn_blocking(move || {
            let mut bytes = Vec::new();
            let mut base = ExportBase::begin(Resource::Machines, &columns, options);
            let id = base.as_ref().map(|base| base.id.clone());
            if let Some(base) = base.as_mut().filter(|_| options.language.is_some()) {
                base.name_types(&names);
            }
            let records = machines.iter().map(|(machine, provenance)| {
                let mut values = values(machine);
                if let Some(base) = &mut base {
                    base.add(machine.id.as_str(), &values);
                }
                if let Some(provenance) = provenance {
                    values.insert(FUEL_SOURCE.name.to_owned(), provenance.number().into());
                }
                if let Some(language) = options.language {
                    in_words(&mut values, machine.is_equipment, &names, language);
                }
                values
            });
            let rows = write_columns(&columns, records, options, id.as_deref(), &mut bytes)?;
            Ok::<_, Failure>((bytes, rows, base))
        });
        let (bytes, rows, base) = written.await.map_err(Failure::internal)??;
        self.0.batches.export_bases().keep_if_possible(base).await;
        Ok((bytes, rows))
    }
}

/// The names of types by their ids; a name that two types have tells nothing.
fn type_names(types: &[MachineType]) -> HashMap<String, String> {
    let named = types
        .iter()
        .filter_map(|one| Some((one.type_id.clone(), one.name.clone()?)));
    let of = |name: &str| {
        let same = types.iter().filter(|one| {
            let other = one.name.as_deref().unwrap_or_default();
            other.to_lowercase() == name.to_lowercase()
        });
        same.count()
    };
    let named = named.filter(|(_, name)| !name.trim().is_empty() && of(name) == 1);
    named.collect()
}

/// Puts what the grid says in the place of what the service stores. An import reads it back.
fn in_words(
    values: &mut Values,
    is_equipment: bool,
    names: &HashMap<String, String>,
    language: Language,
) {
    let kind = values.get("typeId").and_then(Value::as_str);
    if let Some(name) = kind.and_then(|id| names.get(id)) {
        values.insert("typeId".to_owned(), name.as_str().into());
    }
    if is_equipment {
        let word = language.no_check_in();
        values.insert("blockCheckIn".to_owned(), word.into());
    }
}
