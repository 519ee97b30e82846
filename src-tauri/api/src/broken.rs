//! Broken and missing connections: the error that each kind of them is.

use reqwest::Url;

use crate::address::host;
use crate::error::Outcome;
use crate::proxy::Tunnel;
use crate::{CertificateFault, Error, ErrorKind, TrustFault};

/// The error of a connection that broke or did not come about. `proxy` is the host of the proxy
/// that it was to go through.
pub(crate) fn failure(
    error: reqwest::Error,
    operation: &str,
    url: &Url,
    proxy: Option<&str>,
) -> Error {
    let tunnel = tunnel(&error);
    let (kind, outcome) = match (tunnel, tls(&error)) {
        _ if error.is_builder() => (ErrorKind::Settings, Outcome::Final),
        (Some(Tunnel::WantsPassword | Tunnel::Refused), _) => {
            let wants_password = tunnel == Some(Tunnel::WantsPassword);
            (ErrorKind::ProxyRefused { wants_password }, Outcome::Final)
        }
        (Some(Tunnel::NoAnswer), _) => (ErrorKind::Unreachable, Outcome::NotDone),
        (None, Some(rustls::Error::InvalidMessage(_))) => (ErrorKind::NoTls, Outcome::Final),
        (None, Some(tls)) => (of_tls(tls), Outcome::Final),
        (None, None) if error.is_connect() => (ErrorKind::Unreachable, Outcome::NotDone),
        (None, None) => (ErrorKind::Unreachable, Outcome::Unknown),
    };
    Error::new(kind, operation)
        .with(|e| {
            e.host = host(url);
            e.outcome = outcome;
            if tunnel.is_some() {
                e.proxy = proxy.map(str::to_owned);
            }
            if tunnel == Some(Tunnel::NoAnswer) && proxy.is_some() {
                e.host.clone_from(&e.proxy);
            }
        })
        .with_detail(chain(&error.without_url()))
}

/// An issuer is unknown to this computer, or to the certificates that the environment names.
fn of_tls(error: &rustls::Error) -> ErrorKind {
    let fault = CertificateFault::of(error);
    match TrustFault::find() {
        Some(trust) if fault == CertificateFault::UnknownIssuer => ErrorKind::NoTrust(trust),
        _ => ErrorKind::Certificate(fault),
    }
}

/// The way in which a proxy failed, where one did.
fn tunnel(error: &(dyn std::error::Error + 'static)) -> Option<Tunnel> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(tunnel) = Tunnel::of(&error.to_string()) {
            return Some(tunnel);
        }
        next = error.source();
    }
    None
}

/// The failure of TLS; bytes that are no TLS record are an invalid message.
fn tls<'a>(error: &'a (dyn std::error::Error + 'static)) -> Option<&'a rustls::Error> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(tls) = error.downcast_ref() {
            return Some(tls);
        }
        // An I/O error that wraps another gives the source of that one, not the error itself.
        let inner = error
            .downcast_ref::<std::io::Error>()
            .and_then(std::io::Error::get_ref);
        if let Some(tls) = inner.and_then(|inner| tls(inner)) {
            return Some(tls);
        }
        next = error.source();
    }
    None
}

/// An error with its causes.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(error) = next {
        let part = error.to_string();
        if !text.ends_with(&part) {
            text.push_str(": ");
            text.push_str(&part);
        }
        next = error.source();
    }
    text
}
