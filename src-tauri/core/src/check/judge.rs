//! The meaning of an answer for the check. Pure.

use fielddesk_api::Granted;
use fielddesk_model::{Environment, Project};

use super::report::Outcome;
use crate::addresses::{environment_in, environment_of, words};
use crate::profiles::Settings;
use crate::{Failure, FailureKind};

/// Failures that mean that something else than the service is at an address.
pub(super) fn is_of_the_address(kind: FailureKind) -> bool {
    matches!(
        kind,
        FailureKind::Unreachable
            | FailureKind::Certificate
            | FailureKind::ProxyRefused
            | FailureKind::ProxyPage
            | FailureKind::UnreadableAnswer
            | FailureKind::NotFound
            | FailureKind::Usage
    )
}

/// A failure that the person can mend at an address of the form.
pub(super) fn of_address(mut failure: Failure, field: &str) -> Failure {
    // Not an address of the form, but what stands before all of them.
    if failure.kind == FailureKind::ProxyRefused || failure.params.contains_key("proxy") {
        return failure.about("proxy");
    }
    if failure.params.contains_key("variable") {
        return failure;
    }
    // A network that wants a sign-in answers with a page, too, but not that it has none.
    let has_no_such_page = matches!(failure.status, Some(400 | 404 | 405 | 410));
    if failure.kind == FailureKind::ProxyPage && has_no_such_page {
        failure.kind = FailureKind::NotFound;
    }
    if failure.kind == FailureKind::NotFound {
        let host = failure
            .params
            .get("host")
            .map_or("The host", String::as_str);
        failure.message =
            format!("{host} answers, but the server that Fielddesk needs is not at this address.");
        "Check what stands behind the host in the address.".clone_into(&mut failure.fix);
    }
    failure.about(field)
}

pub(super) fn outcome_of(failure: &Failure) -> Outcome {
    match failure.kind {
        FailureKind::InvalidClient => Outcome::Refused,
        FailureKind::WrongEnvironment => Outcome::WrongEnvironment,
        FailureKind::Unreachable => Outcome::NoAddress,
        // It answers: the step says what is wrong.
        _ if failure.params.contains_key("noTls") => Outcome::Failed,
        FailureKind::Usage if failure.field.as_deref() == Some("environment") => {
            Outcome::AddressMismatch
        }
        FailureKind::Usage if failure.field.as_deref().is_some_and(|f| f.ends_with("Url")) => {
            Outcome::NoAddress
        }
        FailureKind::Certificate => Outcome::Certificate,
        FailureKind::ProxyRefused => Outcome::ProxyRefused,
        FailureKind::ProxyPage => Outcome::ProxyPage,
        _ => Outcome::Failed,
    }
}

/// The environment that a refused client seems to belong to, if that is the other one: its
/// addresses, its name or another connection say so.
pub(super) fn belongs_to_other(
    settings: &Settings,
    known_in: Option<Environment>,
) -> Option<Environment> {
    let url = |text: &str| crate::addresses::likely_address(text);
    let identity = url(&settings.identity_url).and_then(|url| environment_of(&url));
    let base = url(&settings.base_url).and_then(|url| environment_of(&url));
    // The environment in which the sign-in was tried.
    let tried = identity.unwrap_or_else(|| settings.likely_environment());
    let client = environment_in(&words(settings.client_id.as_deref().unwrap_or_default()));
    [known_in, client, settings.environment, base]
        .into_iter()
        .flatten()
        .find(|hint| *hint != tried)
}

pub(super) fn scopes(granted: &Granted) -> Option<String> {
    (!granted.granted.is_empty()).then(|| granted.granted.join(" "))
}

/// Some services tell the company's name in their project records.
pub(super) fn company(projects: &[Project]) -> Option<String> {
    projects
        .iter()
        .find_map(|project| project.other.get("companyName")?.as_str())
        .map(fielddesk_rules::file_name::shown)
}
