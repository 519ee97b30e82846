//! From errors of the way to the service to failures in words: proxies and certificates.

use chrono::{DateTime, Local, Utc};
use fielddesk_api::{CertificateFault, TrustFault};

use super::{Failure, FailureKind};

/// No answer, from the host or from the proxy before it.
pub(super) fn unreachable(proxy: Option<&str>, host: &str) -> Failure {
    match proxy {
        Some(proxy) => Failure::new(
            FailureKind::Unreachable,
            format!("The proxy {proxy} does not answer."),
            "Check the address of the proxy and the network.",
        ),
        None => Failure::new(
            FailureKind::Unreachable,
            format!("Nothing answers at {host}."),
            "Check the spelling of the address, the network and the proxy.",
        ),
    }
}

/// Certificates of the environment that cannot be used.
pub(super) fn no_trust(fault: &TrustFault) -> Failure {
    Failure::new(
        FailureKind::Usage,
        format!("No connection can be trusted: {fault}."),
        format!("Correct {}, or remove it, then try again.", fault.variable),
    )
    .with("variable", fault.variable)
    .with("path", &fault.path)
}

/// A proxy that answers and opens no connection.
pub(super) fn proxy_refused(wants_password: bool, proxy: Option<&str>, host: &str) -> Failure {
    let named = match proxy {
        Some(proxy) => format!("The proxy {proxy}"),
        None => format!("A proxy before {host}"),
    };
    let (message, fix) = match wants_password {
        true => (
            format!("{named} wants a user name and password."),
            format!(
                "Set the variable HTTPS_PROXY to http://NAME:PASSWORD@{}, with those that the proxy accepts. Ask IT for them.",
                proxy.unwrap_or("PROXY")
            ),
        ),
        false => (
            format!("{named} opens no connection to {host}."),
            "Ask IT whether the proxy lets Fielddesk through to this address.".to_owned(),
        ),
    };
    let failure = Failure::new(FailureKind::ProxyRefused, message, fix);
    match wants_password {
        true => failure.with("password", true),
        false => failure,
    }
}

/// A certificate that is not accepted: its fault, and who can mend it.
pub(super) fn certificate(fault: &CertificateFault, host: &str) -> Failure {
    let told = |message: String, fix: &str| Failure::new(FailureKind::Certificate, message, fix);
    match fault {
        CertificateFault::UnknownIssuer => told(
            format!("{host} answers, but this computer does not trust the issuer of its certificate."),
            "A company proxy or virus scanner may be in between. Ask IT for the certificate of the issuer on this computer.",
        )
        .with("certificate", "issuer"),
        CertificateFault::Expired { until, clock } => told(
            format!("The certificate of {host} expired{}.", on(*until)),
            &format!(
                "Tell the operator of {host}. Check the clock of this computer, too: it shows {}.",
                local(*clock)
            ),
        )
        .with("certificate", "expired")
        .with_moment("certificateUntil", *until)
        .with("clock", clock.to_rfc3339()),
        CertificateFault::NotYetValid { from, clock } => told(
            format!(
                "The certificate of {host} is not valid yet{}; the clock of this computer shows {}.",
                match from {
                    Some(from) => format!(", but from {} on", local(*from)),
                    None => String::new(),
                },
                local(*clock)
            ),
            "Set the clock of this computer, then try again.",
        )
        .with("certificate", "notYetValid")
        .with_moment("certificateFrom", *from)
        .with("clock", clock.to_rfc3339()),
        CertificateFault::OtherName { names } => {
            let named = match names.is_empty() {
                true => "another name".to_owned(),
                false => names.join(", "),
            };
            told(
                format!("{host} answers with a certificate for {named}."),
                "Check the spelling of the address. If it is right, ask IT: something else may answer in its place.",
            )
            .with("certificate", "otherName")
            .with("names", named)
        }
        CertificateFault::Other => told(
            format!("{host} answers, but its certificate is not trusted."),
            "A company proxy may be in between. Ask IT.",
        ),
    }
}

fn on(moment: Option<DateTime<Utc>>) -> String {
    moment.map_or_else(String::new, |moment| format!(" on {}", local(moment)))
}

/// A moment as the clock of this computer shows it.
fn local(moment: DateTime<Utc>) -> String {
    moment
        .with_timezone(&Local)
        .format("%Y-%m-%d %H:%M")
        .to_string()
}
