//! A caller's work on the pages of one project or work order.

use crate::caller::Caller;
use crate::pages::Pages;

/// A caller's operations on pages: publish, remove, recover.
pub struct Session<'a, C: Caller> {
    pub(crate) pages: &'a Pages,
    pub(crate) caller: &'a C,
}

impl<C: Caller> std::fmt::Debug for Session<'_, C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}

impl<'a, C: Caller> Session<'a, C> {
    /// Begins work; nothing is asked yet.
    #[must_use]
    pub const fn new(pages: &'a Pages, caller: &'a C) -> Self {
        Self { pages, caller }
    }
}
