//! Addresses: which are allowed, and how paths are built on them.

use std::fmt;

use reqwest::Url;
use url::Host;

use crate::{Error, ErrorKind};

/// The addresses of one environment of the service.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoints {
    /// Issues tokens, under `connect/token`.
    pub identity: Url,
    /// Core and integration API, paths under `api/`.
    pub base: Url,
    /// Reporting API, paths under `v1/`; a connection may do without.
    pub reporting: Option<Url>,
}

impl fmt::Debug for Endpoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoints")
            .field("identity", &self.identity.as_str())
            .field("base", &self.base.as_str())
            .field("reporting", &self.reporting.as_ref().map(Url::as_str))
            .finish()
    }
}

impl Endpoints {
    /// Refuses what must not or cannot be used: plain http to another machine, and anything
    /// that is not a plain web address.
    pub(crate) fn check(&self) -> Result<(), Error> {
        check(&self.identity, "identity")?;
        check(&self.base, "base")?;
        self.reporting
            .as_ref()
            .map_or(Ok(()), |url| check(url, "reporting"))
    }
}

fn check(url: &Url, which: &str) -> Result<(), Error> {
    let operation = format!("use the {which} address");
    let refuse = |detail: &str| {
        Err(Error::new(ErrorKind::Settings, operation.clone())
            .with(|e| e.host = url.host_str().map(str::to_owned))
            .with_detail(detail))
    };
    if !url.username().is_empty() || url.password().is_some() {
        return refuse("it must not hold a user name or password");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return refuse("it must not hold `?` or `#`");
    }
    match url.scheme() {
        "https" if url.host().is_some() => Ok(()),
        "http" if is_loopback(url) => Ok(()),
        "http" => Err(Error::new(ErrorKind::InsecureAddress, operation)
            .with(|e| e.host = url.host_str().map(str::to_owned))),
        _ => refuse("it must begin with https://"),
    }
}

/// Returns true for an address of this machine.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name.trim_end_matches('.').eq_ignore_ascii_case("localhost"),
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}

/// The host of an address, with its port where it names one.
pub(crate) fn host(url: &Url) -> Option<String> {
    let host = url.host_str()?;
    Some(match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    })
}

/// Appends path segments, each encoded whole, so that no id or number can reach another path.
///
/// # Errors
/// An empty or dot segment: no record can have it as its id, and it would change the path.
pub(crate) fn join(base: &Url, segments: &[&str], operation: &str) -> Result<Url, Error> {
    let mut path = base.path().trim_end_matches('/').to_owned();
    for segment in segments {
        if matches!(*segment, "" | "." | "..") {
            return Err(Error::new(ErrorKind::NotFound, operation)
                .with_detail("an id cannot be empty or dots"));
        }
        path.push('/');
        for byte in segment.bytes() {
            if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
                path.push(char::from(byte));
            } else {
                path.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    let mut url = base.clone();
    url.set_path(&path);
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn plain_http_goes_to_this_machine_alone() {
        for (text, allowed) in [
            ("https://field.example.com/core", true),
            ("http://127.0.0.1:8080/core", true),
            ("http://127.9.9.9/", true),
            ("http://[::1]:1/", true),
            ("http://localhost:3000", true),
            ("http://LOCALHOST.", true),
            ("http://field.example.com/core", false),
            ("http://10.0.0.1/", false),
            ("http://localhost.example.com/", false),
            ("http://127.0.0.1.example.com/", false),
            ("http://[::2]/", false),
        ] {
            let result = check(&url(text), "base");
            assert_eq!(result.is_ok(), allowed, "{text}");
            if let Err(error) = result {
                assert!(matches!(error.kind(), ErrorKind::InsecureAddress), "{text}");
            }
        }
    }

    #[test]
    fn addresses_with_more_than_a_place_in_them_are_refused() {
        for text in [
            "https://user:secret@example.com/",
            "https://example.com/?a=b",
            "https://example.com/#x",
            "ftp://example.com/",
            "file:///etc",
        ] {
            let error = check(&url(text), "base").unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::Settings), "{text}");
            assert!(!format!("{error} {error:?}").contains("secret"));
        }
    }

    #[test]
    fn a_segment_stays_one_segment() {
        let base = url("http://localhost/test/core/");
        for (segment, path) in [
            ("auth0|7", "/test/core/api/auth0%7C7"),
            ("../x", "/test/core/api/..%2Fx"),
            ("a?b#c d", "/test/core/api/a%3Fb%23c%20d"),
            ("%2e%2e", "/test/core/api/%252e%252e"),
            ("Å\\", "/test/core/api/%C3%85%5C"),
        ] {
            assert_eq!(join(&base, &["api", segment], "test").unwrap().path(), path);
        }
        for segment in ["", ".", ".."] {
            assert!(
                join(&base, &["api", segment], "test")
                    .unwrap_err()
                    .is_not_found()
            );
        }
    }
}
