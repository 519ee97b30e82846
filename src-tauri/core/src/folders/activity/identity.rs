//! The names of the person and of this computer, for the log.

use crate::folders::activity::entry::Actor;

const UNKNOWN: &str = "unknown";

impl Actor {
    /// As the system has them.
    #[must_use]
    pub fn of_this_computer() -> Self {
        let first = |names: &[&str]| {
            let values = names.iter().filter_map(std::env::var_os);
            let mut texts = values.map(|value| value.to_string_lossy().trim().to_owned());
            texts.find(|text| !text.is_empty())
        };
        let user = first(&["USERNAME", "USER", "LOGNAME"]).or_else(home);
        let machine = first(&["COMPUTERNAME"])
            .or_else(|| named_in("/proc/sys/kernel/hostname"))
            .or_else(|| named_in("/etc/hostname"))
            .or_else(|| first(&["HOSTNAME", "HOST"]));
        Self {
            user: user.unwrap_or_else(|| UNKNOWN.to_owned()),
            machine: machine.unwrap_or_else(|| UNKNOWN.to_owned()),
        }
    }
}

/// The home folder is called like the person where nothing else is said.
fn home() -> Option<String> {
    let home = dirs::home_dir()?;
    Some(home.file_name()?.to_string_lossy().into_owned())
}

fn named_in(file: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
