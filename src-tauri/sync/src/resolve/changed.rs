//! The user's decision on changes that wait because many files were damaged: each name by itself.

use fielddesk_rules::name_key::FileKey;
use serde::{Deserialize, Serialize};

use super::ResolveError;
use super::case::Case;
use crate::execute::Run;
use crate::mapping_state::{Change, Decided};
use crate::observe::Observation;
use crate::plan::{ActionKind, Plan};

/// The choices for a changed file that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ChangedChoice {
    /// The document comes into the folder, the file to the history.
    Restore,
    /// The file is sent by the next run, as it is now.
    Upload,
}

/// Carries out a choice on one name.
pub(super) async fn decide(
    run: &Run<'_>,
    seen: &Observation,
    plan: &Plan,
    key: &FileKey,
    choice: ChangedChoice,
) -> Result<(), ResolveError> {
    let waits = plan.actions.iter().find_map(|action| match &action.act {
        ActionKind::Send {
            file,
            supersedes,
            held: true,
            ..
        } if action.key == *key => Some((action, file, supersedes)),
        _ => None,
    });
    let Some((action, file, ids)) = waits else {
        return Err(ResolveError::NoConflict);
    };
    match choice {
        ChangedChoice::Restore => {
            let id = ids.last().ok_or(ResolveError::NoConflict)?;
            let case = Case {
                run,
                seen,
                action,
                key,
                file: Some(file),
                ids,
            };
            if !case.theirs_comes(id).await? {
                return Err(ResolveError::NotReady(run.noted(action)));
            }
        }
        ChangedChoice::Upload => {
            let sha256 = file.sha256.ok_or(ResolveError::NotReady(None))?;
            let decided = Decided {
                sha256,
                supersedes: Vec::new(),
            };
            run.commit(vec![Change::Decided(key.clone(), decided)])
                .await?;
        }
    }
    Ok(())
}
