//! The field that a refusal of the service is about, where it does not name it. Pure.

use fielddesk_rules::fields::USER_FIELDS;

use crate::{Failure, FailureKind};

/// The failure with the field that the service's words name, or that its status means.
pub(crate) fn of_field(mut failure: Failure) -> Failure {
    let refused = matches!(failure.kind, FailureKind::Refused | FailureKind::Conflict);
    if refused && failure.field.is_none() {
        failure.field = named(failure.server().unwrap_or_default(), failure.kind);
    }
    failure
}

fn named(words: &str, kind: FailureKind) -> Option<String> {
    let words = words.to_lowercase();
    if words.contains("supervisor") {
        return Some("immediateSupervisors".to_owned());
    }
    let at = |name: &str| words.find(&name.to_lowercase());
    let first = USER_FIELDS
        .iter()
        .filter_map(|field| Some((at(field.name)?, field.name)));
    match first.min() {
        Some((_, name)) => Some(name.to_owned()),
        // A write of a user does not fit with what is stored where its number is taken.
        None if kind == FailureKind::Conflict => Some("employeeNumber".to_owned()),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_service_s_words_name_the_field() {
        let refused = |kind, words: &str| {
            let failure = Failure::new(kind, "No.", "").with_server_words(words);
            of_field(failure).field
        };
        for (kind, words, field) in [
            (
                FailureKind::Refused,
                "Could not resolve SupervisorId 99",
                Some("immediateSupervisors"),
            ),
            (
                FailureKind::Refused,
                "employmentEndDate must not be before employmentStartDate.",
                Some("employmentEndDate"),
            ),
            (FailureKind::Conflict, "Taken.", Some("employeeNumber")),
            (
                FailureKind::Conflict,
                "Another user has this MobileWork.",
                Some("mobileWork"),
            ),
            (FailureKind::Refused, "No.", None),
            (FailureKind::Unreachable, "employeeNumber", None),
        ] {
            assert_eq!(refused(kind, words).as_deref(), field, "{words}");
        }
    }
}
