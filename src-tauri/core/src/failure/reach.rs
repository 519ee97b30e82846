//! The reach of a failure of one request: the changes that may have been carried out, and the
//! requests that follow.

use super::FailureKind;

impl FailureKind {
    /// Whether a request that failed so may have been carried out, wholly or in part.
    pub(crate) const fn leaves_open(self) -> bool {
        matches!(
            self,
            Self::OutcomeUnknown | Self::Unreachable | Self::ServiceFailed | Self::UnreadableAnswer
        )
    }

    /// Whether it is not about the row that was sent: every further request would fail alike.
    pub(crate) const fn ends_all(self) -> bool {
        matches!(
            self,
            Self::InvalidClient
                | Self::ScopeNotGranted
                | Self::WrongScope
                | Self::WrongEnvironment
                | Self::TokenExpired
                | Self::TokenMalformed
                | Self::NoToken
                | Self::ReadOnlyClient
                | Self::IntegrationDisabled
                | Self::SlowDown
                | Self::Unreachable
                | Self::Certificate
                | Self::ProxyRefused
                | Self::ProxyPage
                | Self::Cancelled
        )
    }
}
