//! Record of the paths and addresses that the app would hand to other programs.

use std::path::Path;

use fielddesk_core::Failure;

use super::person::{Handed, person};
use crate::runtime::AppHandle;

/// Notes a file or a folder as opened.
pub(crate) async fn open(_: &AppHandle, path: &Path) -> Result<(), Failure> {
    person().note(Handed::opened(path));
    Ok(())
}

/// Notes a file as shown in its folder.
pub(crate) fn reveal(_: &AppHandle, path: &Path) -> Result<(), Failure> {
    person().note(Handed::shown(path));
    Ok(())
}

/// Notes an address as opened in the browser.
pub(crate) fn browse(_: &AppHandle, address: &str) -> Result<(), Failure> {
    person().note(Handed::opened(Path::new(address)));
    Ok(())
}
