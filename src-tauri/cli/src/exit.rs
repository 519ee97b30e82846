//! The exit status: the one table from outcomes to the numbers for scripts.

use fielddesk_core::{Failure, FailureKind};

/// What a run ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything was done.
    Done = 0,
    /// Some items failed, the rest is done; also what fits nowhere else.
    SomeFailed = 1,
    /// The command line or the settings cannot be.
    Usage = 2,
    /// Not authenticated or not allowed.
    NotAllowed = 3,
    /// The one thing asked for does not exist.
    NotFound = 4,
    /// The service could not be reached or kept failing after the retries.
    Away = 5,
    /// Needs a decision.
    NeedsDecision = 6,
    /// The one thing asked for was refused as invalid.
    Refused = 7,
    /// Another process holds the data folder.
    Busy = 8,
    /// The person cancelled it.
    Cancelled = 130,
}

/// Which of several statuses is told: the first of these.
const PRECEDENCE: [Exit; 7] = [
    Exit::Cancelled,
    Exit::Usage,
    Exit::Busy,
    Exit::NotAllowed,
    Exit::Away,
    Exit::SomeFailed,
    Exit::NeedsDecision,
];

impl Exit {
    /// The status of a command about one thing.
    pub(crate) fn of(failure: &Failure) -> Self {
        match failure.kind {
            // Without a keyring the secret is a setting that has to come from elsewhere.
            FailureKind::Usage | FailureKind::Keyring => Self::Usage,
            FailureKind::InvalidClient
            | FailureKind::ScopeNotGranted
            | FailureKind::WrongScope
            | FailureKind::WrongEnvironment
            | FailureKind::TokenExpired
            | FailureKind::TokenMalformed
            | FailureKind::NoToken
            | FailureKind::NotAllowed
            | FailureKind::NotAdministrator
            | FailureKind::ReadOnlyClient
            | FailureKind::IntegrationDisabled => Self::NotAllowed,
            FailureKind::NotFound | FailureKind::FileVanished => Self::NotFound,
            // Someone else's document stays beside ours: somebody has to look.
            FailureKind::Conflict if failure.params.contains_key("appeared") => Self::NeedsDecision,
            FailureKind::Refused
            | FailureKind::Conflict
            | FailureKind::TooLarge
            | FailureKind::NameRefused => Self::Refused,
            FailureKind::SlowDown
            | FailureKind::ServiceFailed
            | FailureKind::Unreachable
            | FailureKind::Certificate
            | FailureKind::ProxyRefused
            | FailureKind::OutcomeUnknown => Self::Away,
            FailureKind::ProxyPage => of_foreign_page(failure.status),
            FailureKind::UnreadableAnswer
            | FailureKind::FileUnreadable
            | FailureKind::FileChanged
            | FailureKind::FileGrowing
            | FailureKind::DiskFull
            | FailureKind::LocalFile
            | FailureKind::DocumentsUnlisted
            | FailureKind::Internal => Self::SomeFailed,
            FailureKind::Busy => Self::Busy,
            FailureKind::Cancelled => Self::Cancelled,
        }
    }

    /// The status of a command over `items` things of which these failed.
    ///
    /// One thing has its own status. Of several, "not found" and "refused" of one of them is
    /// "some items failed".
    pub(crate) fn of_items<'a>(
        items: usize,
        failures: impl IntoIterator<Item = &'a Failure>,
    ) -> Self {
        Self::of_each(items, failures.into_iter().map(Self::of))
    }

    /// The same from the status of each thing that failed.
    pub(crate) fn of_each(items: usize, failed: impl IntoIterator<Item = Self>) -> Self {
        let each = failed.into_iter();
        if items == 1 {
            return each.last().unwrap_or(Self::Done);
        }
        each.map(|exit| match exit {
            Self::NotFound | Self::Refused => Self::SomeFailed,
            exit => exit,
        })
        .min_by_key(|exit| exit.rank())
        .unwrap_or(Self::Done)
    }

    /// Place in the order of precedence; smaller goes first.
    pub(crate) fn rank(self) -> usize {
        PRECEDENCE
            .iter()
            .position(|exit| *exit == self)
            .unwrap_or(PRECEDENCE.len())
    }

    /// The number.
    pub(crate) const fn code(self) -> u8 {
        self as u8
    }
}

/// A page that is not the service's: its status still tells what a gateway meant by it.
fn of_foreign_page(status: Option<u16>) -> Exit {
    match status {
        Some(401 | 403) => Exit::NotAllowed,
        Some(404) => Exit::NotFound,
        Some(429 | 500..) => Exit::Away,
        _ => Exit::SomeFailed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(kind: FailureKind) -> Failure {
        Failure::new(kind, "m", "f")
    }

    #[test]
    fn every_kind_has_the_status_of_the_interface() {
        use FailureKind as K;
        for (code, kinds) in [
            (2, &[K::Usage, K::Keyring][..]),
            (
                3,
                &[
                    K::InvalidClient,
                    K::ScopeNotGranted,
                    K::WrongScope,
                    K::WrongEnvironment,
                    K::TokenExpired,
                    K::TokenMalformed,
                    K::NoToken,
                    K::NotAllowed,
                    K::NotAdministrator,
                    K::ReadOnlyClient,
                    K::IntegrationDisabled,
                ],
            ),
            (4, &[K::NotFound, K::FileVanished]),
            (
                5,
                &[
                    K::SlowDown,
                    K::ServiceFailed,
                    K::Unreachable,
                    K::Certificate,
                    K::ProxyRefused,
                    K::OutcomeUnknown,
                ],
            ),
            (7, &[K::Refused, K::Conflict, K::TooLarge, K::NameRefused]),
            (8, &[K::Busy]),
            (
                1,
                &[
                    K::UnreadableAnswer,
                    K::ProxyPage,
                    K::DiskFull,
                    K::LocalFile,
                    K::FileChanged,
                ],
            ),
            (130, &[K::Cancelled]),
        ] {
            for kind in kinds {
                assert_eq!(Exit::of(&failure(*kind)).code(), code, "{kind:?}");
            }
        }
    }

    #[test]
    fn a_foreign_page_keeps_the_meaning_of_its_status() {
        for (status, code) in [(None, 1), (Some(200), 1), (Some(502), 5), (Some(403), 3)] {
            let mut page = failure(FailureKind::ProxyPage);
            page.status = status;
            assert_eq!(Exit::of(&page).code(), code, "{status:?}");
        }
    }

    #[test]
    fn of_several_items_the_gravest_counts() {
        use FailureKind as K;
        for (items, kinds, code) in [
            (1, &[][..], 0),
            (40, &[], 0),
            (1, &[K::FileVanished], 4),
            (1, &[K::Refused], 7),
            (40, &[K::FileVanished], 1),
            (2, &[K::NotFound, K::Refused], 1),
            (3, &[K::FileVanished, K::Unreachable], 5),
            (3, &[K::Unreachable, K::NotAllowed], 3),
            (3, &[K::NotAllowed, K::Busy], 8),
            (3, &[K::Busy, K::Usage], 2),
            (3, &[K::Usage, K::Cancelled], 130),
        ] {
            let failures: Vec<_> = kinds.iter().map(|kind| failure(*kind)).collect();
            assert_eq!(
                Exit::of_items(items, &failures).code(),
                code,
                "{items} {kinds:?}"
            );
        }
        assert!(Exit::SomeFailed.rank() < Exit::NeedsDecision.rank());
    }
}
