//! Decisions on names that a guard holds back, deleted or changed: each by itself, at once.

use fielddesk_rules::name_key::FileKey;

use super::{ChangedChoice, DeletedChoice, ResolveError, changed, deleted};
use crate::engine::{Engine, RunOptions, make};

/// The choices for names that a guard holds back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeldChoice {
    /// To files that were deleted from the folder.
    Deleted(DeletedChoice),
    /// To changed files of a folder of which many were damaged.
    Changed(ChangedChoice),
}

impl Engine {
    /// Carries out one decision on names that wait for it, each with its outcome and in the
    /// order given. A name that is not waiting any more is `NoConflict`.
    ///
    /// # Errors
    /// When the folder or the page cannot be looked at; nothing is done then.
    pub async fn decide_held(
        &mut self,
        names: &[FileKey],
        choice: HeldChoice,
        options: &RunOptions,
    ) -> Result<Vec<Result<(), ResolveError>>, ResolveError> {
        let parts = self.parts();
        let run = parts.run(options, self.root_now().await?);
        run.list().await?;
        let seen = run.observe(&mut self.missing, options.watching).await?;
        let plan = make(&run, &seen);
        let mut outcomes = Vec::with_capacity(names.len());
        for key in names {
            if let Some(stop) = run.stopped() {
                outcomes.push(Err(stop.into()));
                continue;
            }
            let outcome = match choice {
                HeldChoice::Deleted(choice) => {
                    deleted::decide(&run, &seen, &plan, key, choice).await
                }
                HeldChoice::Changed(choice) => {
                    changed::decide(&run, &seen, &plan, key, choice).await
                }
            };
            let stopped = |()| run.stopped().map_or(Ok(()), |stop| Err(stop.into()));
            outcomes.push(outcome.and_then(stopped));
        }
        Ok(outcomes)
    }
}
