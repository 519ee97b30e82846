//! The rows that a person sees, as a file.

use super::UserList;
use crate::Failure;
use crate::export::{ExportOptions, write_columns};
use crate::records::{RecordKind as _, Users};
use fielddesk_rules::fields::{USER_FIELDS, field};

impl UserList {
    /// The stored values of some users, in the order and with the columns that are shown.
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
        tokio::task::spawn_blocking(move || {
            let mut bytes = Vec::new();
            let records = users.iter().map(|user| Users::values(user));
            let rows = write_columns(&columns, records, options, &mut bytes)?;
            Ok((bytes, rows))
        })
        .await
        .map_err(Failure::internal)?
    }
}
