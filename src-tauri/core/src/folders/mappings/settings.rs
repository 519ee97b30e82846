//! What holds for all synced folders: how fast, and a person's own ignore rules.

use fielddesk_rules::ignore::{IgnoreRules, InvalidIgnoreRule};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::db::Database;
use crate::folders::requests::request_queue::Request;
use crate::folders::{Folders, MappingSelection, schedule::bandwidth};
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

impl Folders {
    /// What holds for all folders.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn settings(&self) -> Result<FoldersSettings, Failure> {
        read(&self.inner.parts.database).await
    }

    /// Sets what holds for all folders; in force at once. A file that a rule hides now is
    /// forgotten, never deleted.
    ///
    /// # Errors
    /// `usage` naming the rule that cannot be read, or for a limit of 0.
    pub async fn set_settings(&self, settings: FoldersSettings) -> Result<(), Failure> {
        // Said before anybody is asked.
        rules(&settings.rules)?;
        bandwidth::check(&settings.speed)?;
        self.act(Request::Settings(settings)).await
    }

    /// The same in the process that holds the data folder.
    pub(in crate::folders) async fn set_settings_here(
        &self,
        settings: FoldersSettings,
    ) -> Result<(), Failure> {
        let rules = rules(&settings.rules)?;
        write(&self.inner.parts.database, &settings).await?;
        let engine_factory = &self.inner.slots.engine_factory;
        engine_factory.set_limit(settings.speed);
        engine_factory.set_rules(rules);
        self.inner.changed.notify_one();
        for mapping in self.select(&MappingSelection::All).await? {
            self.look_soon(&mapping.id);
        }
        Ok(())
    }
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
