//! Programs that have files open for writing, on Linux.
//!
//! Only looked for when a file changed a moment ago; opens nothing and blocks no program. Processes
//! of other people cannot be seen: for them the quiet time alone has to do.

#![expect(
    clippy::disallowed_methods,
    reason = "this is the adapter behind the LocalFs port"
)]

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

/// Files open for writing by volume and number, with the program's name.
pub(super) fn open_for_writing() -> HashMap<(u64, u64), String> {
    let mut found = HashMap::new();
    let Ok(processes) = fs::read_dir("/proc") else {
        return found;
    };
    for process in processes.flatten() {
        let name = process.file_name();
        if name
            .to_str()
            .is_some_and(|name| name.parse::<u32>().is_ok())
        {
            look_at(&process.path(), &mut found);
        }
    }
    found
}

fn look_at(process: &Path, found: &mut HashMap<(u64, u64), String>) {
    // Gone meanwhile, or somebody else's.
    let Ok(files) = fs::read_dir(process.join("fd")) else {
        return;
    };
    let mut program = None;
    for file in files.flatten() {
        let Ok(target) = fs::read_link(file.path()) else {
            continue;
        };
        // Sockets and pipes are no paths; devices are no documents.
        if !target.is_absolute() || target.starts_with("/dev") {
            continue;
        }
        let info = fs::read_to_string(process.join("fdinfo").join(file.file_name()));
        if !info.is_ok_and(|info| writes(&info)) {
            continue;
        }
        let Ok(meta) = fs::metadata(file.path()) else {
            continue;
        };
        if meta.is_file() {
            let program = program.get_or_insert_with(|| named(process));
            found.insert((meta.dev(), meta.ino()), program.clone());
        }
    }
}

/// Returns true where the flags of an open file, in octal, let it be written.
fn writes(info: &str) -> bool {
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
    flags.is_some_and(|flags| flags & 0b11 != 0)
}

fn named(process: &Path) -> String {
    let name = fs::read_to_string(process.join("comm")).unwrap_or_default();
    name.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_open_for_writing_count() {
        assert!(writes("pos:\t0\nflags:\t0100001\nmnt_id:\t29\n"));
        assert!(writes("pos:\t0\nflags:\t0100002\n"));
        assert!(!writes("pos:\t0\nflags:\t0100000\n"));
        assert!(!writes("pos:\t0\n"));
    }
}
