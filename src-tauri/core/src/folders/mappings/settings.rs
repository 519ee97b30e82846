//! Settings of all synced folders: bandwidth and custom ignore rules.

use fielddesk_rules::ignore::{IgnoreRules, InvalidIgnoreRule};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::db::Database;
use crate::sync_adapters::LimitSchedule;

/// What holds for all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoldersSettings {
    /// How fast at which time of the day.
    pub speed: LimitSchedule,
    /// Ignore rules beside our own, in gitignore syntax.
    pub rules: Vec<String>,
}

pub(in crate::folders) async fn read(database: &Database) -> Result<FoldersSettings, Failure> {
    let row: Option<(Option<String>, Option<String>)> =
        sqlx::query_as("SELECT speed, rules FROM folders_settings WHERE one = 1")
            .fetch_optional(database.pool())
            .await?;
    let (speed, rules) = row.unwrap_or_default();
    Ok(FoldersSettings {
        speed: parsed(speed)?,
        rules: parsed(rules)?,
    })
}

pub(in crate::folders) async fn write(
    database: &Database,
    settings: &FoldersSettings,
) -> Result<(), Failure> {
    let text = |value: Result<String, serde_json::Error>| value.map_err(Failure::internal);
    sqlx::query(
        "INSERT INTO folders_settings (one, speed, rules) VALUES (1, ?, ?) \
         ON CONFLICT DO UPDATE SET speed = excluded.speed, rules = excluded.rules",
    )
    .bind(text(serde_json::to_string(&settings.speed))?)
    .bind(text(serde_json::to_string(&settings.rules))?)
    .execute(database.pool())
    .await?;
    Ok(())
}

fn parsed<T: DeserializeOwned + Default>(text: Option<String>) -> Result<T, Failure> {
    match text {
        Some(text) => serde_json::from_str(&text).map_err(Failure::internal),
        None => Ok(T::default()),
    }
}

/// Ignore rules as the folder understands them.
pub(in crate::folders) fn rules(lines: &[String]) -> Result<IgnoreRules, Failure> {
    IgnoreRules::with(lines).map_err(|bad: InvalidIgnoreRule| {
        Failure::usage(
            "rules",
            format!(
                "An ignore rule cannot be read: {}.",
                fielddesk_rules::file_name::shown(&bad.to_string())
            ),
            "Write it as in a .gitignore file.",
        )
        .with("rule", fielddesk_rules::file_name::shown(&bad.line))
    })
}
