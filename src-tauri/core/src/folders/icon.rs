//! The icon of a synced folder in the file manager, where no extension of it is needed: an emblem
//! that Nautilus, Nemo, Caja and Thunar show, `desktop.ini` on Windows.
//!
//! It is an ornament: where it cannot be had nothing else happens.

use std::io;
use std::path::Path;

/// Gives a folder the icon of this program; once it has it, nothing changes.
pub fn show(folder: &Path) -> io::Result<()> {
    system::show(folder)
}

/// Takes it off.
pub fn hide(folder: &Path) -> io::Result<()> {
    system::hide(folder)
}

#[cfg(any(target_os = "linux", windows))]
fn run(command: &mut std::process::Command) -> io::Result<String> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(said.trim().to_owned()))
}

#[cfg(target_os = "linux")]
mod system {
    use super::{Path, io, run};
    use std::process::Command;

    /// GVfs keeps it apart from the folder.
    const EMBLEMS: &str = "metadata::emblems";
    /// As the program's icon is called.
    const OURS: &str = "fielddesk";

    /// A folder that a person gave an emblem keeps it.
    pub(super) fn show(folder: &Path) -> io::Result<()> {
        if emblems(folder)?.is_some() {
            return Ok(());
        }
        let mut gio = Command::new("gio");
        gio.args(["set", "-t", "stringv"]).arg(folder);
        run(gio.args([EMBLEMS, OURS])).map(drop)
    }

    pub(super) fn hide(folder: &Path) -> io::Result<()> {
        if emblems(folder)? != Some(format!("[{OURS}]")) {
            return Ok(());
        }
        let mut gio = Command::new("gio");
        gio.args(["set", "-t", "unset"]).arg(folder);
        run(gio.arg(EMBLEMS)).map(drop)
    }

    fn emblems(folder: &Path) -> io::Result<Option<String>> {
        let mut gio = Command::new("gio");
        let told = run(gio.args(["info", "-a", EMBLEMS]).arg(folder))?;
        let value = |line: &str| {
            Some(
                line.trim()
                    .strip_prefix(EMBLEMS)?
                    .strip_prefix(':')?
                    .trim()
                    .to_owned(),
            )
        };
        Ok(told.lines().find_map(value))
    }
}

#[cfg(windows)]
mod system {
    use super::{Path, io, run};
    use std::fs;
    use std::path::PathBuf;
    use std::process::Command;

    const FILE: &str = "desktop.ini";
    /// Stands in each that we made.
    const OURS: &str = "; Fielddesk";

    /// A folder that has its own stays as it is.
    pub(super) fn show(folder: &Path) -> io::Result<()> {
        let file = folder.join(FILE);
        // Others would see it there, without the program.
        if is_on_a_share(folder)? || file.exists() {
            return Ok(());
        }
        let program: PathBuf = std::env::current_exe()?;
        let program = program.display();
        fs::write(
            &file,
            format!("{OURS}\r\n[.ShellClassInfo]\r\nIconResource={program},0\r\n"),
        )?;
        run(Command::new("attrib").args(["+h", "+s"]).arg(&file))?;
        // The Explorer reads it in folders that are read-only alone; it means nothing else there.
        run(Command::new("attrib").arg("+r").arg(folder)).map(drop)
    }

    pub(super) fn hide(folder: &Path) -> io::Result<()> {
        let file = folder.join(FILE);
        if !fs::read_to_string(&file).is_ok_and(|text| text.starts_with(OURS)) {
            return Ok(());
        }
        run(Command::new("attrib").args(["-h", "-s"]).arg(&file))?;
        fs::remove_file(&file)?;
        run(Command::new("attrib").arg("-r").arg(folder)).map(drop)
    }

    /// A drive that stands for a share is one, too.
    fn is_on_a_share(folder: &Path) -> io::Result<bool> {
        let path = fs::canonicalize(folder)?;
        Ok(path.to_string_lossy().starts_with(r"\\?\UNC\"))
    }
}

#[cfg(not(any(target_os = "linux", windows)))]
mod system {
    use super::{Path, io};

    #[expect(clippy::unnecessary_wraps, reason = "as on the other systems")]
    pub(super) fn show(_: &Path) -> io::Result<()> {
        Ok(())
    }

    #[expect(clippy::unnecessary_wraps, reason = "as on the other systems")]
    pub(super) fn hide(_: &Path) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn an_emblem_of_the_persons_stays() {
        let folder = tempfile::tempdir().unwrap();
        if let Err(error) = show(folder.path()) {
            eprintln!("not tried: {error}");
            return;
        }
        let emblems = || {
            let mut gio = std::process::Command::new("gio");
            run(gio
                .args(["info", "-a", "metadata::emblems"])
                .arg(folder.path()))
            .unwrap()
        };
        show(folder.path()).unwrap();
        assert!(emblems().contains("[fielddesk]"), "{}", emblems());
        hide(folder.path()).unwrap();
        assert!(!emblems().contains("metadata::emblems"), "{}", emblems());
        let mut gio = std::process::Command::new("gio");
        gio.args(["set", "-t", "stringv"]).arg(folder.path());
        run(gio.args(["metadata::emblems", "mine"])).unwrap();
        show(folder.path()).unwrap();
        hide(folder.path()).unwrap();
        assert!(emblems().contains("[mine]"), "{}", emblems());
    }

    #[cfg(windows)]
    #[test]
    fn only_what_we_made_is_taken_off() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("desktop.ini");
        show(folder.path()).unwrap();
        show(folder.path()).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(".exe,0\r\n"), "{text}");
        hide(folder.path()).unwrap();
        assert!(!file.exists());
        hide(folder.path()).unwrap();

        std::fs::write(&file, "[.ShellClassInfo]\r\nIconResource=mine.ico\r\n").unwrap();
        show(folder.path()).unwrap();
        hide(folder.path()).unwrap();
        assert!(std::fs::read_to_string(&file).unwrap().contains("mine.ico"));
    }
}
