//! Arguments for settings of synced folders, and for decisions on files deleted from one.

use clap::Args;
use fielddesk_core::folders::{DeletedChoice, time_of_day};
use fielddesk_core::sync_adapters::{LimitSchedule, LimitWindow};

use super::{DeletesArg, MappingArg};

/// Settings of all synced folders.
#[derive(Debug, Args)]
pub(crate) struct SettingsArgs {
    /// Bandwidth limit in bytes a second (500K, 2M, none), or for hours of the day (07:00-16:30=500K)
    #[arg(long, value_name = "LIMIT", num_args = 1.., value_parser = limit)]
    pub(crate) upload_limit: Vec<Limit>,
    /// Custom ignore rules, as in a .gitignore file; they replace the earlier ones
    #[arg(long, value_name = "PATTERN", num_args = 1.., conflicts_with = "no_ignore")]
    pub(crate) ignore: Vec<String>,
    /// Remove the custom ignore rules
    #[arg(long)]
    pub(crate) no_ignore: bool,
    /// Preview which files the rules would ignore, and change nothing
    #[arg(long, conflicts_with = "upload_limit")]
    pub(crate) preview: bool,
}

/// Settings of one synced folder.
#[derive(Debug, Args)]
pub(crate) struct SetArgs {
    #[command(flatten)]
    pub(crate) mapping: MappingArg,
    /// Action in the project when a file is deleted from the folder
    #[arg(long, value_enum, value_name = "POLICY")]
    pub(crate) deletes: DeletesArg,
}

/// Decisions on files deleted from a folder.
#[derive(Debug, Args)]
pub(crate) struct DeletedArgs {
    #[command(flatten)]
    pub(crate) mapping: MappingArg,
    /// Names of the files (see `fieldctl sync deleted MAPPING`)
    #[arg(value_name = "NAME", conflicts_with = "all")]
    pub(crate) names: Vec<String>,
    /// Section of the files, if several sections have the name
    #[arg(long, value_name = "S", conflicts_with = "all")]
    pub(crate) section: Option<String>,
    /// All of them
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) choice: DeletedChoiceArgs,
}

/// One of the three, or none to list what waits.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(crate) struct DeletedChoiceArgs {
    /// Keep them in the project; this folder no longer syncs them
    #[arg(long)]
    keep_remote: bool,
    /// Restore them to the folder
    #[arg(long)]
    put_back: bool,
    /// Delete them from the project; old versions stay in the history
    #[arg(long)]
    remove: bool,
}

impl DeletedChoiceArgs {
    /// The decision; `None` to list what waits.
    pub(crate) const fn choice(&self) -> Option<DeletedChoice> {
        match (self.keep_remote, self.put_back, self.remove) {
            (true, _, _) => Some(DeletedChoice::Keep),
            (_, true, _) => Some(DeletedChoice::PutBack),
            (_, _, true) => Some(DeletedChoice::Remove),
            _ => None,
        }
    }
}

/// A bandwidth limit as it is entered.
#[derive(Debug, Clone)]
pub(crate) enum Limit {
    /// Outside the parts of the day, in bytes a second.
    Otherwise(Option<u64>),
    /// Of a part of the day.
    Window(LimitWindow),
}

/// The limits as one schedule; the last one outside the parts of the day counts.
pub(crate) fn schedule(limits: &[Limit]) -> LimitSchedule {
    let mut schedule = LimitSchedule::default();
    for limit in limits {
        match limit {
            Limit::Otherwise(bytes) => schedule.otherwise = *bytes,
            Limit::Window(window) => schedule.windows.push(*window),
        }
    }
    schedule
}

fn limit(text: &str) -> Result<Limit, String> {
    let Some((times, speed)) = text.split_once('=') else {
        return Ok(Limit::Otherwise(speed_of(text)?));
    };
    let (from, to) = times
        .split_once('-')
        .ok_or("expected times, as in 07:00-16:30=500K")?;
    let time = |text: &str| time_of_day(text.trim()).map_err(|failure| failure.message);
    Ok(Limit::Window(LimitWindow {
        from: time(from)?,
        to: time(to)?,
        bytes_per_second: speed_of(speed)?,
    }))
}

/// Bytes a second; `None` for no limit.
fn speed_of(text: &str) -> Result<Option<u64>, String> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let (digits, unit) = match text.char_indices().next_back() {
        Some((at, 'k' | 'K')) => (text.get(..at), 1_000),
        Some((at, 'm' | 'M')) => (text.get(..at), 1_000_000),
        _ => (Some(text), 1),
    };
    let number: Option<u64> = digits.and_then(|digits| digits.parse().ok());
    number
        .and_then(|number| number.checked_mul(unit))
        .map(Some)
        .ok_or_else(|| "expected bytes a second, such as 500K, 2M or none".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_with_their_units_and_times() {
        let read = |texts: &[&str]| {
            let limits: Vec<_> = texts.iter().map(|text| limit(text).unwrap()).collect();
            schedule(&limits)
        };
        assert_eq!(read(&["500K"]).otherwise, Some(500_000));
        assert_eq!(read(&["1234"]).otherwise, Some(1_234));
        assert_eq!(read(&["none"]), LimitSchedule::default());
        let both = read(&["2M", "07:00-16:30=250k", "16:30-07:00=none"]);
        assert_eq!((both.otherwise, both.windows.len()), (Some(2_000_000), 2));
        assert_eq!(both.windows[0].bytes_per_second, Some(250_000));
        assert_eq!(both.windows[1].bytes_per_second, None);
        for bad in ["", "K", "-1", "1G", "7-8=1K", "07:00=1K", "07:00-25:00=1K"] {
            assert!(limit(bad).is_err(), "{bad}");
        }
    }
}
