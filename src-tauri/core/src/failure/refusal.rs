//! Reasons for a 403, read from the service's own words.

/// Why a 403 was given, read from the service's own code and message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The client may only read.
    ReadOnly,
    /// The client is not Administrator-level.
    NotAdministrator,
    /// The company has the integration switched off.
    IntegrationDisabled,
    /// Anything else: out of reach.
    OutOfReach,
}

impl Refusal {
    /// Reads code and message. The specification gives no texts, so words decide.
    #[must_use]
    pub fn read(code: Option<&str>, message: Option<&str>) -> Self {
        let text = format!(
            "{} {}",
            code.unwrap_or_default(),
            message.unwrap_or_default()
        );
        let letters: String = text
            .chars()
            .filter(|c| c.is_alphabetic())
            .flat_map(char::to_lowercase)
            .collect();
        let has = |stems: &[&str]| stems.iter().any(|stem| letters.contains(stem));
        if has(&["readonly", "mayonlyread", "canonlyread"]) {
            return Self::ReadOnly;
        }
        // Before the administrator: who may enable the integration is often named as well.
        let off = has(&[
            "disabled",
            "notenabled",
            "notactivated",
            "switchedoff",
            "turnedoff",
        ]);
        if has(&["integration"]) && off {
            return Self::IntegrationDisabled;
        }
        if has(&[
            "administrator",
            "adminaccess",
            "adminrequired",
            "adminlevel",
        ]) {
            return Self::NotAdministrator;
        }
        Self::OutOfReach
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reasons_of_a_403_are_told_apart() {
        for (code, message, expected) in [
            (
                Some("ReadOnlyClient"),
                Some("The client is read-only; it may not write."),
                Refusal::ReadOnly,
            ),
            (
                None,
                Some("Read only clients may not write"),
                Refusal::ReadOnly,
            ),
            (
                Some("AdministratorRequired"),
                None,
                Refusal::NotAdministrator,
            ),
            (
                None,
                Some("Requires a client with Administrator access"),
                Refusal::NotAdministrator,
            ),
            (
                Some("Forbidden"),
                Some(
                    "The integration is not enabled for this company; its administrator can enable it.",
                ),
                Refusal::IntegrationDisabled,
            ),
            (
                None,
                Some("Integration disabled"),
                Refusal::IntegrationDisabled,
            ),
            (
                Some("Forbidden"),
                Some("The record belongs to another company."),
                Refusal::OutOfReach,
            ),
            (None, None, Refusal::OutOfReach),
        ] {
            assert_eq!(
                Refusal::read(code, message),
                expected,
                "{code:?} {message:?}"
            );
        }
    }
}
