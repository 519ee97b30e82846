//! From errors of the client to failures in words.
//!
//! Our sentence comes first and guesses nothing; the service's own words follow it in quotes,
//! after they went through the client's cleaning.

use std::io;

use fielddesk_api::{Diagnosis, Error, ErrorKind};
use fielddesk_model::scope;
use fielddesk_rules::refusal::TOO_LARGE;

use super::refusal::Refusal;
use super::{Failure, FailureKind, of_connection};

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::from(&error)
    }
}

impl From<&Error> for Failure {
    fn from(error: &Error) -> Self {
        tracing::debug!(?error, "the client failed");
        let mut failure = in_words(error);
        if let Some(words) = error.service_message().or(error.code()) {
            failure = failure.with_server_words(words);
        }
        failure.status = error.status();
        failure.code = error.code().map(str::to_owned);
        failure.field = failure.field.or_else(|| error.field().map(str::to_owned));
        if let Some(host) = error.host() {
            failure = failure.with("host", host);
        }
        if let Some(proxy) = error.proxy() {
            failure = failure.with("proxy", proxy);
        }
        if error.attempts() > 1 {
            failure = failure.with("attempts", error.attempts());
        }
        if error.is_of_list() {
            failure = failure.with("list", true);
        }
        if let Some(until) = error.until() {
            failure = failure.with("until", until.to_rfc3339());
        }
        failure
    }
}

fn in_words(error: &Error) -> Failure {
    use FailureKind as Kind;
    let host = error.host().unwrap_or("the server");
    let tries = match error.attempts() {
        0 | 1 => String::new(),
        attempts => format!(" {attempts} times"),
    };
    match error.kind() {
        ErrorKind::InvalidClient => Failure::new(
            Kind::InvalidClient,
            "The server did not accept this client ID and secret.",
            "Paste both again. If they are right, the client may belong to the other environment or be switched off: ask the administrator.",
        ),
        ErrorKind::InvalidScope { scopes } => scope_not_granted(&scopes.join(" ")),
        ErrorKind::Unauthenticated(diagnosis) => unauthenticated(diagnosis, error, host),
        ErrorKind::Forbidden => forbidden(error),
        ErrorKind::NotFound => Failure::new(
            Kind::NotFound,
            format!("Could not {}: it was not found.", error.operation()),
            match error.is_of_list() {
                true => "Check the address of the connection, and what the list belongs to.",
                false => "It may have been deleted. Refresh the list.",
            },
        ),
        ErrorKind::Refused => Failure::new(
            Kind::Refused,
            refused(error),
            "Correct the input, then try again.",
        ),
        ErrorKind::Conflict => Failure::new(
            Kind::Conflict,
            format!(
                "Could not {}: it conflicts with existing data.",
                error.operation()
            ),
            "Refresh, then try again.",
        ),
        ErrorKind::TooLarge => Failure::new(
            Kind::TooLarge,
            format!("Could not {}: {TOO_LARGE}.", error.operation()),
            "Make it smaller or split it.",
        ),
        ErrorKind::RateLimited { .. } => Failure::new(
            Kind::SlowDown,
            format!("Could not {}: the server is busy.", error.operation()),
            "Try again later.",
        ),
        ErrorKind::ServerFailed => Failure::new(
            Kind::ServiceFailed,
            format!("Could not {}: the server failed{tries}.", error.operation()),
            "Try again later. If the problem remains, contact the service provider (operator).",
        ),
        ErrorKind::Unreachable => of_connection::unreachable(error.proxy(), host),
        ErrorKind::ProxyRefused { wants_password } => {
            of_connection::proxy_refused(*wants_password, error.proxy(), host)
        }
        ErrorKind::Certificate(fault) => of_connection::certificate(fault, host),
        ErrorKind::NoTrust(fault) => of_connection::no_trust(fault),
        ErrorKind::NoTls => Failure::new(
            Kind::Usage,
            format!("{host} answers, but does not speak https at this port."),
            "Check the port of the address: this one is for plain http.",
        )
        .with("noTls", true),
        ErrorKind::ProxyPage => Failure::new(
            Kind::ProxyPage,
            format!("A web page answered at {host} instead of the server."),
            "Open the address in the browser: the network may ask for a login. Check the address and the proxy, too.",
        ),
        ErrorKind::UnreadableAnswer => unreadable(error, host),
        ErrorKind::OutcomeUnknown => Failure::new(
            Kind::OutcomeUnknown,
            format!(
                "Could not {}: the connection broke before the answer came.",
                error.operation()
            ),
            "It may be stored. Check the project before you upload it again.",
        ),
        ErrorKind::Cancelled => Failure::cancelled(),
        ErrorKind::ContentChanged => Failure::new(
            Kind::FileChanged,
            "The file changed during upload. Nothing was stored.",
            "Upload it again when it is saved.",
        ),
        ErrorKind::ContentUnreadable(cause) => content(cause),
        ErrorKind::InsecureAddress => Failure::new(
            Kind::Usage,
            format!(
                "The address of {host} begins with http, so the secret would not be encrypted."
            ),
            "Write the address with https.",
        ),
        ErrorKind::Settings => Failure::new(
            Kind::Usage,
            format!(
                "Could not {}: {}.",
                error.operation(),
                error.detail().unwrap_or("the setting cannot be used")
            ),
            "Check the settings of the connection.",
        ),
        _ => Failure::internal(error),
    }
}

/// A scope that an administrator or the operator has to grant.
pub(crate) fn scope_not_granted(scope: &str) -> Failure {
    Failure::new(
        FailureKind::ScopeNotGranted,
        format!("The permission (scope {scope}) is not granted to this client."),
        granted_by(scope),
    )
    .with("scope", scope)
    .with("grantedBy", grantor(scope))
}

/// Who grants a scope (specification: Authentication), as translated sentences are chosen by.
fn grantor(scopes: &str) -> &'static str {
    match scopes.split(' ').any(|one| one == scope::REPORTING) {
        true => "operator",
        false => "administrator",
    }
}

fn granted_by(scopes: &str) -> &'static str {
    match grantor(scopes) {
        "operator" => "Only the service provider (operator) can grant it.",
        _ => "An administrator can grant it where clients are set up.",
    }
}

/// Where the answer does not fit, and what stands there.
fn unreadable(error: &Error, host: &str) -> Failure {
    let operation = error.operation();
    let (place, found) = match error.detail() {
        Some(detail) => (
            format!(" ({})", fielddesk_rules::file_name::shown(detail)),
            detail,
        ),
        None => (String::new(), ""),
    };
    Failure::new(
        FailureKind::UnreadableAnswer,
        format!("Could not {operation}: the answer of {host} cannot be read{place}."),
        "Check the address. If it is right, contact the service provider (operator).",
    )
    .with("found", fielddesk_rules::file_name::shown(found))
}

fn unauthenticated(diagnosis: &Diagnosis, error: &Error, host: &str) -> Failure {
    use FailureKind as Kind;
    match diagnosis {
        Diagnosis::WrongScope { audience } => {
            let needed = error.needed_scope().unwrap_or(scope::SERVICE);
            let fix = format!(
                "Add it to the permissions of the connection. {}",
                granted_by(needed)
            );
            Failure::new(
                Kind::WrongScope,
                format!("The token lacks the permission for {host} (scope {needed})."),
                fix,
            )
            .with("audience", audience)
            .with("scope", needed)
            .with("grantedBy", grantor(needed))
        }
        Diagnosis::WrongEnvironment { issuer } => Failure::new(
            Kind::WrongEnvironment,
            "This client belongs to the other environment.",
            "Use the addresses and the client of one environment.",
        )
        .with("issuer", issuer),
        Diagnosis::Expired { at } => {
            let failure = Failure::new(
                Kind::TokenExpired,
                "The token is no longer valid.",
                "Sign in again. A static token has to be renewed by the administrator.",
            );
            match at {
                Some(at) => failure.with("at", at.to_rfc3339()),
                None => failure,
            }
        }
        Diagnosis::Malformed => Failure::new(
            Kind::TokenMalformed,
            "The server could not read the token.",
            "Paste the token again, whole and without line breaks.",
        ),
        Diagnosis::NoToken => Failure::new(
            Kind::NoToken,
            format!("{host} received no access token."),
            "A proxy may remove it. Ask IT.",
        ),
        Diagnosis::Refused { .. } => Failure::new(
            Kind::InvalidClient,
            format!("{host} does not accept the token."),
            "Sign in again. If the problem remains, ask the administrator about this client.",
        )
        .with("token", true),
    }
}

fn forbidden(error: &Error) -> Failure {
    let operation = error.operation();
    match Refusal::read(error.code(), error.service_message()) {
        Refusal::ReadOnly => Failure::new(
            FailureKind::ReadOnlyClient,
            format!("Could not {operation}: this client may only read."),
            "An administrator can change it.",
        ),
        Refusal::NotAdministrator => not_administrator(),
        Refusal::IntegrationDisabled => Failure::new(
            FailureKind::IntegrationDisabled,
            format!("Could not {operation}: the integration is switched off for this company."),
            "The company's administrator or the operator can switch it on.",
        ),
        Refusal::OutOfReach => Failure::new(
            FailureKind::NotAllowed,
            format!("Could not {operation}: access denied."),
            "Ask the administrator for access.",
        ),
    }
}

/// Documents are closed to this client.
pub(crate) fn not_administrator() -> Failure {
    Failure::new(
        FailureKind::NotAdministrator,
        "Documents need an Administrator-level client, and this one is not.",
        "Ask the administrator for a client with Administrator access.",
    )
}

fn content(cause: &io::Error) -> Failure {
    match cause.kind() {
        io::ErrorKind::NotFound => Failure::new(
            FailureKind::FileVanished,
            "The file was not found when its upload began. Nothing was stored.",
            "Check whether it was moved or renamed.",
        ),
        _ => Failure::new(
            FailureKind::FileUnreadable,
            "The file could not be read. Nothing was stored.",
            "Close the program that uses it, or ask for access, then try again.",
        ),
    }
}

/// The service refused it; what was refused here, before anything was sent, says why.
fn refused(error: &Error) -> String {
    let operation = error.operation();
    match (error.status(), error.detail()) {
        (None, Some(why)) => format!("Could not {operation}: {why}."),
        _ => format!("Could not {operation}: the server rejected it."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_can_grant_a_scope_is_said() {
        let reporting = scope_not_granted("reportingapiv1");
        assert!(reporting.fix.contains("operator"));
        assert_eq!(reporting.params["scope"], "reportingapiv1");
        assert!(
            scope_not_granted("serviceapiv3")
                .fix
                .contains("administrator")
        );
    }
}
