//! The rows that a person sees, as a file.

use super::UserList;
use crate::Failure;
use crate::export::{ExportOptions, export_columns};
use fielddesk_rules::fields::{USER_FIELDS, field};

impl UserList {
    /// The stored values of some users, in the order and with the columns that are shown.
    /// Of a workbook it is remembered what was written, for the comparison of its import.
    ///
    /// # Errors
    /// `usage` for a field that there is not; more than a workbook holds.
    pub async fn export(
        &self,
        ids: &[String],
        fields: &[String],
        options: ExportOptions,
    ) -> Result<(Vec<u8>, u64), Failure> {
        self.load().await?;
        let columns: Vec<_> = fields
            .iter()
            .map(|name| {
                field(USER_FIELDS, name).ok_or_else(|| {
                    let name = fielddesk_rules::file_name::shown(name);
                    Failure::usage(&name, format!("There is no field {name}."), "")
                })
            })
            .collect::<Result<_, _>>()?;
        let users: Vec<_> = self.board(|board| {
            let shown = ids.iter().filter_map(|id| board.cache.get(id));
            shown.cloned().collect()
        });
        let written = tokio::task::spawn_blocking(move || {
            let mut bytes = Vec::new();
            let users = users.iter().map(|user| &**user);
            let (rows, base) = export_columns(&columns, users, options, &mut bytes)?;
            Ok::<_, Failure>((bytes, rows, base))
        });
        let (bytes, rows, base) = written.await.map_err(Failure::internal)??;
        self.0.batches.export_bases().keep_if_possible(base).await;
        Ok((bytes, rows))
    }
}
