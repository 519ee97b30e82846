//! Owner, group and rights of a file that another one replaces.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Gives a new file the rights and the group of the old one, and its owner where that is allowed.
#[cfg(unix)]
pub(super) fn take_over(new: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    fchown(new, Some(old.uid()), Some(old.gid()))
        .or_else(|_| fchown(new, None, Some(old.gid())))?;
    // After the change of the owner, which takes some of them away.
    new.set_permissions(old.permissions())
}

/// A file elsewhere takes its rights from its folder.
#[cfg(not(unix))]
#[expect(
    clippy::unnecessary_wraps,
    reason = "the same signature on every system"
)]
pub(super) fn take_over(_new: &File, _old: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Returns `true` where the old file has what a new one in its place would not have: further
/// names, an access list. So it is where the place no longer leads to it.
#[cfg(unix)]
pub(super) fn has_ties(old: &Metadata, to: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let id = |data: &Metadata| (data.dev(), data.ino());
    let is_there = std::fs::symlink_metadata(to).is_ok_and(|there| id(&there) == id(old));
    !is_there || old.nlink() > 1 || has_access_list(to)
}

#[cfg(not(unix))]
pub(super) fn has_ties(_old: &Metadata, _to: &Path) -> bool {
    false
}

#[cfg(target_os = "linux")]
fn has_access_list(file: &Path) -> bool {
    let no_room: &mut [u8] = &mut [];
    rustix::fs::getxattr(file, "system.posix_acl_access", no_room).is_ok()
}

#[cfg(all(unix, not(target_os = "linux")))]
fn has_access_list(_file: &Path) -> bool {
    false
}
