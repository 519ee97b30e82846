//! The clock that the program reads.

use std::sync::Arc;

use fielddesk_core::{Clock, SystemClock};

/// Returns the clock of this computer.
pub(crate) fn of_this_computer() -> Arc<dyn Clock> {
    Arc::new(SystemClock)
}
