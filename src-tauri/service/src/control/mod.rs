//! The control surface for tests: faults, the request log, revoking tokens.
//!
//! It needs no token, so it exists only with `--control` and only on loopback, and never
//! inside the desktop app.

mod faults;
mod requests;
mod routes;

use std::sync::Arc;

use crate::environment::EnvironmentContext;

pub(crate) use faults::{Fault, Faults};
pub(crate) use requests::Requests;
pub(crate) use routes::router;

/// The state of the control surface.
pub(crate) struct Control {
    pub(crate) faults: Faults,
    pub(crate) requests: Requests,
    sites: Vec<Arc<EnvironmentContext>>,
}

impl Control {
    pub(crate) fn new(sites: Vec<Arc<EnvironmentContext>>) -> Self {
        Self {
            faults: Faults::default(),
            requests: Requests::default(),
            sites,
        }
    }
}

/// Returns true for paths of the control surface; their requests are not logged.
pub(crate) fn is_control_path(path: &str) -> bool {
    path == "/_control" || path.starts_with("/_control/")
}
