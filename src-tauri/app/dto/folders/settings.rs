//! Settings of all synced folders: bandwidth and custom ignore rules; results of an import.

use fielddesk_core::Failure;
use fielddesk_core::folders as core;
use fielddesk_core::sync_adapters::{LimitSchedule, LimitWindow};
use fielddesk_rules::file_name::shown;
use serde::{Deserialize, Serialize};
use specta::Type;

/// A part of the day with a limit of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SpeedWindow {
    /// Begins at this time of this computer: `07:00`.
    pub from: String,
    /// Ends before this one; before `from` it is of the next day.
    pub to: String,
    /// Bytes a second; none is no limit.
    pub bytes_per_second: Option<u64>,
}

/// What holds for all synced folders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderSettings {
    /// Outside the windows, bytes a second; none is no limit.
    pub bytes_per_second: Option<u64>,
    /// The first that holds the time counts.
    pub windows: Vec<SpeedWindow>,
    /// Ignore rules beside the fixed ones, as in a `.gitignore` file.
    pub rules: Vec<String>,
}

/// What a set of rules would change for one folder.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleTrial {
    /// The folder's own name.
    pub folder_name: String,
    /// The first files that would be left out.
    pub hides: Vec<String>,
    /// How many these are.
    pub hides_total: u64,
    /// The first that would be taken in.
    pub shows: Vec<String>,
    /// How many these are.
    pub shows_total: u64,
    /// Why it is not known.
    pub failure: Option<Failure>,
}

/// A folder of an import that was not taken.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportRefused {
    /// Where it would lie, to be read.
    pub shown_path: String,
    /// Why.
    pub failure: Failure,
}

/// What an import did.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FoldersImported {
    /// Folders that are kept in step from now on, to be read.
    pub added: Vec<String>,
    /// Those that were not taken, and why.
    pub refused: Vec<ImportRefused>,
}

impl From<core::FoldersSettings> for FolderSettings {
    fn from(settings: core::FoldersSettings) -> Self {
        let windows = settings.speed.windows.iter().map(|window| SpeedWindow {
            from: core::time_text(window.from),
            to: core::time_text(window.to),
            bytes_per_second: window.bytes_per_second,
        });
        Self {
            bytes_per_second: settings.speed.otherwise,
            windows: windows.collect(),
            rules: settings.rules,
        }
    }
}

impl TryFrom<FolderSettings> for core::FoldersSettings {
    type Error = Failure;

    fn try_from(settings: FolderSettings) -> Result<Self, Self::Error> {
        let windows: Result<Vec<_>, _> = settings
            .windows
            .iter()
            .map(|window| {
                Ok::<_, Self::Error>(LimitWindow {
                    from: core::time_of_day(&window.from)?,
                    to: core::time_of_day(&window.to)?,
                    bytes_per_second: window.bytes_per_second,
                })
            })
            .collect();
        Ok(Self {
            speed: LimitSchedule {
                otherwise: settings.bytes_per_second,
                windows: windows?,
            },
            rules: settings.rules,
        })
    }
}

impl From<core::RulesPreview> for RuleTrial {
    fn from(trial: core::RulesPreview) -> Self {
        let (change, failure) = match trial.change {
            Ok(change) => (change, None),
            Err(failure) => (core::RuleChange::default(), Some(failure)),
        };
        let told = |names: Vec<String>| names.iter().map(|name| shown(name)).collect();
        Self {
            folder_name: shown(&trial.folder),
            hides: told(change.hides),
            hides_total: change.hides_total,
            shows: told(change.shows),
            shows_total: change.shows_total,
            failure,
        }
    }
}

impl From<core::Imported> for FoldersImported {
    fn from(imported: core::Imported) -> Self {
        let readable = |path: &std::path::Path| shown(&path.to_string_lossy());
        let added = imported.added.iter();
        let refused = imported.refused.into_iter();
        Self {
            added: added.map(|one| readable(&one.mapping.folder)).collect(),
            refused: refused
                .map(|(path, failure)| ImportRefused {
                    shown_path: readable(&path),
                    failure,
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveTime;

    use super::*;

    fn settings() -> FolderSettings {
        FolderSettings {
            bytes_per_second: None,
            windows: vec![SpeedWindow {
                from: "07:00".into(),
                to: "16:30".into(),
                bytes_per_second: Some(500_000),
            }],
            rules: vec!["*.bak".into()],
        }
    }

    #[test]
    fn what_is_set_comes_back_as_it_was() {
        let kept = core::FoldersSettings::try_from(settings()).unwrap();
        assert_eq!(kept.speed.at(NaiveTime::MIN), None);
        let noon = NaiveTime::from_hms_opt(12, 0, 0).unwrap();
        assert_eq!(kept.speed.at(noon), Some(500_000));
        assert_eq!(FolderSettings::from(kept), settings());
    }

    #[test]
    fn a_time_that_is_none_is_refused() {
        for text in ["", "25:00", "7", "07:00:00"] {
            let mut odd = settings();
            odd.windows[0].from = text.into();
            assert!(core::FoldersSettings::try_from(odd).is_err(), "{text}");
        }
    }
}
