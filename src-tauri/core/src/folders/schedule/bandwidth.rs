//! Bandwidth limits as they are entered: times of day, and which limits are possible.

use chrono::NaiveTime;

use crate::Failure;
use crate::sync_adapters::LimitSchedule;

/// How times of day are written.
const TIME: &str = "%H:%M";

/// Reads a time of day, written as `07:00`.
pub fn time_of_day(text: &str) -> Result<NaiveTime, Failure> {
    NaiveTime::parse_from_str(text, TIME).map_err(|_| {
        Failure::usage(
            "time",
            format!(
                "{} is not a time of day.",
                fielddesk_rules::file_name::shown(text)
            ),
            "Write it as 07:00.",
        )
    })
}

/// Writes a time of day as [`time_of_day`] reads it.
#[must_use]
pub fn time_text(time: NaiveTime) -> String {
    time.format(TIME).to_string()
}

/// Refuses limits that would never upload anything: that is a pause.
pub(in crate::folders) fn check(schedule: &LimitSchedule) -> Result<(), Failure> {
    let of_windows = schedule.windows.iter().map(|one| one.bytes_per_second);
    if of_windows
        .chain([schedule.otherwise])
        .any(|limit| limit == Some(0))
    {
        return Err(Failure::usage(
            "bytesPerSecond",
            "A limit of 0 would never upload anything.",
            "Pause the folders instead.",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sync_adapters::LimitWindow;

    #[test]
    fn times_are_read_as_they_are_written_and_others_are_refused() {
        assert_eq!(time_text(time_of_day("07:30").unwrap()), "07:30");
        for text in ["", "25:00", "7", "07:00:00"] {
            assert_eq!(
                time_of_day(text).unwrap_err().field.as_deref(),
                Some("time")
            );
        }
    }

    #[test]
    fn a_limit_of_nothing_is_refused_wherever_it_is() {
        let window = LimitWindow {
            from: NaiveTime::MIN,
            to: NaiveTime::MIN,
            bytes_per_second: Some(0),
        };
        let schedule = |otherwise, windows| LimitSchedule { otherwise, windows };
        assert!(check(&schedule(Some(0), Vec::new())).is_err());
        assert!(check(&schedule(None, vec![window])).is_err());
        assert!(check(&schedule(Some(1), Vec::new())).is_ok());
    }
}
