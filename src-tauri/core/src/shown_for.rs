//! The connection that a screen of the window is shown for: an act of it changes nothing of another one.

use crate::profiles::ProfileId;
use crate::{Failure, FailureKind};

/// The connection that a screen is shown for; none where none is in use.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShownFor(pub Option<ProfileId>);

impl ShownFor {
    /// Returns `true` where it is shown for that connection.
    #[must_use]
    pub fn is(&self, profile: &ProfileId) -> bool {
        self.0.as_ref() == Some(profile)
    }

    /// Refuses an act on what belongs to a connection, unless the screen is shown for that one.
    /// `named` gives the name of a stored connection.
    ///
    /// # Errors
    /// Kind `conflict`, with the name of the screen's connection in `params["shownFor"]` and that
    /// of the other one in `params["connection"]`.
    pub fn check(
        &self,
        owner: &ProfileId,
        named: impl Fn(&ProfileId) -> Result<Option<String>, Failure>,
    ) -> Result<(), Failure> {
        if self.is(owner) {
            return Ok(());
        }
        let name = |of: Option<String>| of.unwrap_or_else(|| "no connection".to_owned());
        let shown_for = name(self.0.as_ref().map(&named).transpose()?.flatten());
        let owner = name(named(owner)?);
        let message =
            format!("This is shown for {shown_for}, but belongs to {owner}. Nothing was changed.");
        let failure = Failure::new(
            FailureKind::Conflict,
            message,
            format!("Switch to {owner}, then try again."),
        );
        Err(failure
            .with("shownFor", shown_for)
            .with("connection", owner))
    }
}
