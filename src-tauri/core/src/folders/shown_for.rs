//! The folders as a screen of the window sees them: those of its connection, and no act on others.

use crate::Failure;
use crate::folders::Folders;
use crate::folders::mappings::mapping::FolderMapping;
use crate::folders::mappings::store;
use crate::profiles::ProfileId;
use crate::shown_for::ShownFor;

impl Folders {
    /// The folders of a screen: listed are those of its connection and those whose connection was
    /// removed; an act on another one is refused.
    #[must_use]
    pub fn shown_for(&self, screen: ShownFor) -> Self {
        Self {
            inner: self.inner.clone(),
            shown_for: Some(screen),
        }
    }

    /// The mappings that are seen from here, oldest first.
    pub(super) async fn seen(&self) -> Result<Vec<FolderMapping>, Failure> {
        let all = store::all(&self.inner.parts.database).await?;
        let mut seen = Vec::with_capacity(all.len());
        for mapping in all {
            if self.sees(&mapping)? {
                seen.push(mapping);
            }
        }
        Ok(seen)
    }

    /// Returns `true` for a mapping that is seen from here.
    pub(super) fn sees(&self, mapping: &FolderMapping) -> Result<bool, Failure> {
        match &self.shown_for {
            Some(screen) => Ok(screen.is(&mapping.profile) || self.is_left(&mapping.profile)?),
            None => Ok(true),
        }
    }

    /// Refuses an act on what goes through another connection than the screen's.
    pub(super) fn check_shown(&self, profile: &ProfileId) -> Result<(), Failure> {
        match &self.shown_for {
            Some(_) if self.is_left(profile)? => Ok(()),
            Some(screen) => {
                let connections = &self.inner.parts.connections;
                screen.check(profile, |one| connections.name_of(one))
            }
            None => Ok(()),
        }
    }

    /// Returns `true` for a connection that was removed: its folders are paused, and any screen shows them.
    fn is_left(&self, profile: &ProfileId) -> Result<bool, Failure> {
        Ok(self.inner.parts.connections.name_of(profile)?.is_none())
    }
}
