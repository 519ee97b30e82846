//! Computes the delay until a mapping's next automatic check. Pure.

use std::collections::BTreeMap;
use std::time::Duration;

use fielddesk_sync::ports::RemoteErrorKind;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::stop_reason::StopReason;

use crate::folders::schedule::stop_cause::StopCause;

/// After the first failure; doubled with each that follows.
const FIRST_RETRY: Duration = Duration::from_secs(5);
/// The longest wait between retries.
const LAST_RETRY: Duration = Duration::from_secs(300);
/// A mapping with nothing to do is listed this often where nobody tells of changes.
pub(in crate::folders) const IDLE: Duration = Duration::from_secs(600);
/// The same where the watcher asks for it by itself: this is only the net below it.
pub(in crate::folders) const IDLE_WATCHED: Duration = Duration::from_secs(660);

/// How long to wait after a look that ended like this. `failures` counts the ones in a row
/// that ended early, this one included; `look_again_in` is when the first of the files that are
/// missing counts as deleted, as the engine tells.
pub(in crate::folders) fn next_check(
    why: Option<&StopCause>,
    failures: u32,
    reasons: &BTreeMap<Reason, u64>,
    look_again_in: Option<Duration>,
    watched: bool,
) -> Duration {
    if let Some(why) = why {
        return after_stop(why, failures);
    }
    let idle = if watched { IDLE_WATCHED } else { IDLE };
    let waits = reasons.keys().copied().filter_map(wait_of);
    waits
        .chain(look_again_in)
        .min()
        .map_or(idle, |wait| wait.min(idle))
}

/// What waits for time or a program is looked at again before long.
const fn wait_of(reason: Reason) -> Option<Duration> {
    let seconds = match reason {
        Reason::NotSettled => 2,
        Reason::AnswerLost => 5,
        Reason::Locked => 30,
        // No event tells of a drive that comes back.
        Reason::SubfolderAway => 20,
        Reason::Unreadable
        | Reason::FolderUnreadable
        | Reason::Link
        | Reason::HistoryFull
        | Reason::HistoryFailed => 60,
        // The run ended while there was something to do: the world moved too often.
        Reason::New
        | Reason::Changed
        | Reason::Renamed
        | Reason::FolderRenamed
        | Reason::Decided
        | Reason::ToBeCompared
        | Reason::EqualBytes
        | Reason::AgreedBytes
        | Reason::DeletedHere => 5,
        // The engine tells when a missing name counts as deleted.
        Reason::Missing => return None,
        // These wait for a person, for a change, or with the whole mapping.
        Reason::InStep
        | Reason::WaitsForApproval
        | Reason::ManyDeletes
        | Reason::ManyChanges
        | Reason::WholePage
        | Reason::ListingShrank
        | Reason::FirstContact
        | Reason::BothChanged
        | Reason::ReplacedElsewhere
        | Reason::DeletedElsewhere
        | Reason::DuplicateNames
        | Reason::NameCollision
        | Reason::KeepsChanging
        | Reason::Refused
        | Reason::NameRefused
        | Reason::Subfolder
        | Reason::Unfetchable
        | Reason::FolderAway
        | Reason::ServiceBusy
        | Reason::ServiceFailed
        | Reason::UnreadableAnswer
        | Reason::Offline
        | Reason::NotSignedIn
        | Reason::ProjectClosed
        | Reason::StateFailed
        | Reason::Cancelled => return None,
    };
    Some(Duration::from_secs(seconds))
}

fn after_stop(why: &StopCause, failures: u32) -> Duration {
    let doubled = FIRST_RETRY
        .saturating_mul(1 << failures.saturating_sub(1).min(10))
        .min(LAST_RETRY);
    match why {
        // The service's own word only lengthens a wait.
        StopCause::Stop(StopReason::Service { error, wait }) => {
            let asked = match error.kind {
                RemoteErrorKind::Busy(asked) => asked.or(*wait),
                _ => *wait,
            };
            doubled.max(asked.unwrap_or_default())
        }
        // A look at the folder asks nobody.
        StopCause::Stop(StopReason::FolderAway(_) | StopReason::FolderDenied(_)) => {
            doubled.min(Duration::from_secs(20))
        }
        // Nothing changes by itself here; a person or an administrator acts first.
        StopCause::Stop(StopReason::Auth(_) | StopReason::Closed(_) | StopReason::Gone(_)) => {
            LAST_RETRY
        }
        StopCause::Stop(StopReason::State(_) | StopReason::Cancelled) | StopCause::Failure(_) => {
            doubled
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offline() -> StopCause {
        StopCause::Stop(StopReason::Service {
            error: RemoteErrorKind::Offline("no route".into()).into(),
            wait: None,
        })
    }

    fn secs(why: &StopCause, failures: u32) -> u64 {
        next_check(Some(why), failures, &BTreeMap::new(), None, true).as_secs()
    }

    #[test]
    fn retries_double_from_five_seconds_to_five_minutes() {
        let waits: Vec<u64> = (1..=9).map(|failures| secs(&offline(), failures)).collect();
        assert_eq!(waits, [5, 10, 20, 40, 80, 160, 300, 300, 300]);
        assert_eq!(secs(&offline(), 4_000_000), 300);
    }

    #[test]
    fn the_service_can_lengthen_a_wait_and_never_shorten_it() {
        let busy = |seconds| {
            StopCause::Stop(StopReason::Service {
                error: RemoteErrorKind::Busy(Some(Duration::from_secs(seconds))).into(),
                wait: None,
            })
        };
        assert_eq!(secs(&busy(90), 1), 90);
        assert_eq!(secs(&busy(1), 3), 20);
    }

    #[test]
    fn an_idle_mapping_is_listed_every_ten_minutes_and_what_waits_is_looked_at_sooner() {
        let look = |reasons: &[Reason], watched| {
            let reasons = reasons.iter().map(|reason| (*reason, 1)).collect();
            next_check(None, 0, &reasons, None, watched).as_secs()
        };
        assert_eq!(look(&[], false), 600);
        assert_eq!(
            look(&[Reason::BothChanged, Reason::WaitsForApproval], false),
            600
        );
        assert_eq!(look(&[Reason::Missing, Reason::Locked], true), 30);
    }

    #[test]
    fn a_missing_file_is_looked_at_when_it_counts_as_deleted() {
        let look_again_in = Some(Duration::from_secs(36));
        let look = |reasons: &[Reason]| {
            let reasons = reasons.iter().map(|reason| (*reason, 1)).collect();
            next_check(None, 0, &reasons, look_again_in, true).as_secs()
        };
        assert_eq!(look(&[Reason::Missing]), 36);
        assert_eq!(look(&[Reason::Missing, Reason::Locked]), 30);
    }

    #[test]
    fn a_refused_sign_in_is_not_hammered_and_a_folder_is_found_soon() {
        assert_eq!(
            secs(
                &StopCause::Stop(StopReason::Auth(RemoteErrorKind::Auth("no".into()).into())),
                1
            ),
            300
        );
        assert_eq!(
            secs(&StopCause::Stop(StopReason::FolderAway("no".into())), 9),
            20
        );
    }
}
