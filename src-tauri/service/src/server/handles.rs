//! File handles: each connection takes one, so do documents and databases on their way.

/// Handles kept back from connections: databases, documents under way, the log.
const RESERVED: u64 = 256;
/// Connections at a time where the system says nothing, and at most.
const MOST_CONNECTIONS: u64 = 16_384;

/// Returns the number of connections that may be open at a time; further ones wait to be accepted.
pub(super) fn connection_limit() -> usize {
    let handles = limit().unwrap_or(u64::MAX);
    let connections = handles.saturating_sub(RESERVED).max(handles / 2);
    usize::try_from(connections.clamp(1, MOST_CONNECTIONS)).unwrap_or(usize::MAX)
}

/// Raises the process's limit of open files to what the system allows it, for a program that
/// is nothing but this service. Where that fails, the service serves fewer connections.
#[cfg(unix)]
pub fn raise_handle_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let held = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: held.maximum,
        ..held
    };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        tracing::warn!(%error, "cannot raise the limit of open files");
    }
}

/// Raises nothing: this system has no such limit.
#[cfg(not(unix))]
pub fn raise_handle_limit() {}

#[cfg(unix)]
fn limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

#[cfg(not(unix))]
fn limit() -> Option<u64> {
    None
}
