//! The user's decision on files that are gone from the folder and still on the page: each name by
//! itself, carried out at once. The planner's guard decides which of them wait.

use fielddesk_rules::name_key::FileKey;
use serde::{Deserialize, Serialize};

use super::ResolveError;
use super::case::Case;
use crate::execute::Run;
use crate::mapping_state::Change;
use crate::observe::Observation;
use crate::plan::{ActionKind, Plan};

/// The choices for a file that is gone from the folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum DeletedChoice {
    /// Remove the document, to the history first.
    Remove,
    /// Keep the document, no longer as ours.
    Keep,
    /// Bring the document back into the folder.
    PutBack,
}

/// Carries out a choice on one name.
pub(super) async fn decide(
    run: &Run<'_>,
    seen: &Observation,
    plan: &Plan,
    key: &FileKey,
    choice: DeletedChoice,
) -> Result<(), ResolveError> {
    let waits = plan.actions.iter().find_map(|action| match &action.act {
        ActionKind::Delete {
            ids,
            hold: Some(hold),
            ..
        } if action.key == *key => Some((action, ids, *hold)),
        _ => None,
    });
    let Some((action, ids, hold)) = waits else {
        return Err(ResolveError::NoConflict);
    };
    match choice {
        DeletedChoice::Remove if !hold.is_releasable() => {
            return Err(ResolveError::ListingShrank);
        }
        DeletedChoice::Remove => run.delete(action, true).await?,
        DeletedChoice::Keep => run.commit(vec![Change::Forgotten(key.clone())]).await?,
        DeletedChoice::PutBack => {
            let id = ids.last().ok_or(ResolveError::NoConflict)?;
            let case = Case {
                run,
                seen,
                action,
                key,
                file: None,
                ids,
            };
            if !case.theirs_comes(id).await? {
                return Err(ResolveError::NotReady(run.noted(action)));
            }
        }
    }
    Ok(())
}
