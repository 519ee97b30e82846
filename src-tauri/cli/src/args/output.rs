//! The place that `--output` names: a file, or standard output.

use std::path::{Path, PathBuf};

use clap::Args;
use fielddesk_core::Failure;
use fielddesk_core::output_file::refuse_folder;

use crate::output::Output;

/// The place that a verb writes its file to.
#[derive(Debug, Args)]
pub(crate) struct OutputArg {
    /// File to write [default: standard output, as with -]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OutputArg {
    /// The file, where it is not standard output.
    ///
    /// # Errors
    /// `usage` for a folder.
    pub(crate) fn file(&self) -> Result<Option<&Path>, Failure> {
        let named = self.output.as_deref();
        let named = named.filter(|path| path.as_os_str() != "-" && !is_standard_output(path));
        named.map_or(Ok(()), refuse_folder)?;
        Ok(named)
    }

    /// The same where the JSON document needs standard output for itself.
    ///
    /// # Errors
    /// `usage`, with `--json` where the file would go there, too.
    pub(crate) fn file_beside_json(&self, output: &Output) -> Result<Option<&Path>, Failure> {
        let file = self.file()?;
        if file.is_none() && output.is_json() {
            return Err(Failure::usage(
                "output",
                "With --json the file cannot go to standard output.",
                "Add --output FILE.",
            ));
        }
        Ok(file)
    }

    /// Says that the name of the file ends so.
    pub(crate) fn ends_with(&self, extension: &str) -> bool {
        let end = self.output.as_deref().and_then(Path::extension);
        end.is_some_and(|end| end.eq_ignore_ascii_case(extension))
    }
}

/// `true` for another name of standard output, such as `/dev/stdout`. A device that only takes,
/// such as `/dev/null`, can have the file besides what else goes there.
#[cfg(unix)]
fn is_standard_output(path: &Path) -> bool {
    use std::io::{IsTerminal as _, stdout};
    use std::os::fd::AsFd as _;
    use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
    let same = || {
        let own = std::fs::File::from(stdout().as_fd().try_clone_to_owned()?).metadata()?;
        let there = std::fs::metadata(path)?;
        let only_takes = own.file_type().is_char_device() && !stdout().is_terminal();
        std::io::Result::Ok((own.dev(), own.ino()) == (there.dev(), there.ino()) && !only_takes)
    };
    same().unwrap_or(false)
}

#[cfg(not(unix))]
fn is_standard_output(_path: &Path) -> bool {
    false
}
