//! The meaning of the system's errors to the engine.

use std::io::{Error, ErrorKind};

use crate::ports::LocalError;

/// An error of the root itself.
pub(crate) fn root_away(error: &Error) -> LocalError {
    match error.kind() {
        ErrorKind::PermissionDenied => LocalError::RootDenied(words(error)),
        _ => LocalError::RootAway(words(error)),
    }
}

/// An error of one file below a root that is there.
pub(crate) fn of_file(error: &Error) -> LocalError {
    match error.kind() {
        ErrorKind::NotFound => LocalError::Gone,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => LocalError::DiskFull,
        ErrorKind::AlreadyExists => LocalError::Changed,
        ErrorKind::ReadOnlyFilesystem => LocalError::ReadOnly,
        ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy | ErrorKind::WouldBlock => {
            LocalError::Locked(None)
        }
        _ if is_sharing_violation(error) => LocalError::Locked(None),
        // A link where a file was, or a socket: not what was looked at.
        _ if leads_elsewhere(error) => LocalError::Changed,
        _ => LocalError::Denied(words(error)),
    }
}

/// Returns true where a link or something else stands in place of a file or folder.
pub(crate) fn leads_elsewhere(error: &Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let code = error.raw_os_error();
        [Errno::LOOP, Errno::NOTDIR, Errno::NXIO]
            .iter()
            .any(|errno| code == Some(errno.raw_os_error()))
    }
    #[cfg(not(unix))]
    {
        error.kind() == ErrorKind::NotADirectory
    }
}

/// Windows: another program has it open and does not share it.
fn is_sharing_violation(error: &Error) -> bool {
    cfg!(windows) && matches!(error.raw_os_error(), Some(32 | 33))
}

fn words(error: &Error) -> String {
    // Without "(os error 13)": a person reads it.
    let text = error.to_string();
    text.split(" (os error")
        .next()
        .unwrap_or(&text)
        .to_lowercase()
}
