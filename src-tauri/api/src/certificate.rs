//! The faults of certificates: of the certificate itself, of the clock of this computer, and of the
//! certificates that this computer trusts.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::Path;

use chrono::{DateTime, Utc};
use rustls::CertificateError;
use rustls::pki_types::UnixTime;

/// The reason for which a certificate is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CertificateFault {
    /// This computer does not trust who issued it.
    UnknownIssuer,
    /// The time of the certificate is over.
    Expired {
        /// The end of its time, where that is known.
        until: Option<DateTime<Utc>>,
        /// The time that the clock of this computer shows.
        clock: DateTime<Utc>,
    },
    /// The time of the certificate has not begun.
    NotYetValid {
        /// The beginning of its time, where that is known.
        from: Option<DateTime<Utc>>,
        /// The time that the clock of this computer shows.
        clock: DateTime<Utc>,
    },
    /// Made for other hosts.
    OtherName {
        /// Their names, where they are known.
        names: Vec<String>,
    },
    /// Anything else: a damaged certificate, a handshake that failed.
    Other,
}

impl CertificateFault {
    /// Reads what TLS failed with.
    pub(crate) fn of(error: &rustls::Error) -> Self {
        use CertificateError as E;
        let rustls::Error::InvalidCertificate(error) = error else {
            return Self::Other;
        };
        match error {
            E::UnknownIssuer => Self::UnknownIssuer,
            E::Expired => Self::Expired {
                until: None,
                clock: Utc::now(),
            },
            E::ExpiredContext { time, not_after } => Self::Expired {
                until: instant(*not_after),
                clock: instant(*time).unwrap_or_else(Utc::now),
            },
            E::NotValidYet => Self::NotYetValid {
                from: None,
                clock: Utc::now(),
            },
            E::NotValidYetContext { time, not_before } => Self::NotYetValid {
                from: instant(*not_before),
                clock: instant(*time).unwrap_or_else(Utc::now),
            },
            E::NotValidForName => Self::OtherName { names: Vec::new() },
            E::NotValidForNameContext { presented, .. } => Self::OtherName {
                names: presented.iter().map(|name| bare(name)).collect(),
            },
            // One that was issued by itself, as appliances make them.
            E::Other(other) if other.to_string().contains("CaUsedAsEndEntity") => {
                Self::UnknownIssuer
            }
            _ => Self::Other,
        }
    }
}

impl fmt::Display for CertificateFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownIssuer => "this computer does not trust the issuer of its certificate",
            Self::Expired { .. } => "its certificate has expired",
            Self::NotYetValid { .. } => "its certificate is not valid yet",
            Self::OtherName { .. } => "its certificate is for another name",
            Self::Other => "its certificate is not trusted",
        })
    }
}

fn instant(time: UnixTime) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp(i64::try_from(time.as_secs()).ok()?, 0)
}

/// A name as the library writes it: `DnsName("a.example")`.
fn bare(name: &str) -> String {
    let inner = name.split_once('(').map_or(name, |(_, rest)| rest);
    let inner = inner.trim_end_matches(')').trim_matches('"');
    crate::error::plain(inner)
}

/// The certificates that the environment names in place of the computer's, where they cannot be
/// used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrustFault {
    /// Name of the environment variable.
    pub variable: &'static str,
    /// The path that the variable holds.
    pub path: String,
    /// The fault of the path, as the end of "which …".
    pub fault: &'static str,
}

impl TrustFault {
    /// Looks at the variables that the TLS library reads without a report of errors: `SSL_CERT_FILE` and
    /// `SSL_CERT_DIR`, on the systems where they count.
    pub(crate) fn find() -> Option<Self> {
        let counts = cfg!(all(
            unix,
            not(any(target_vendor = "apple", target_os = "android"))
        ));
        counts.then(|| Self::find_in(|name| std::env::var_os(name)))?
    }

    fn find_in(variable: impl Fn(&str) -> Option<OsString>) -> Option<Self> {
        let of_file = |path: &Path| match std::fs::read(path) {
            Ok(text) => (!holds_certificate(&text)).then_some("holds no certificate"),
            // Windows refuses to read one as if rights were missing.
            Err(_) if path.is_dir() => Some("is a folder"),
            Err(error) => Some(fault_of(&error)),
        };
        let of_folder = |path: &Path| std::fs::read_dir(path).err().as_ref().map(fault_of);
        let named = |name| variable(name).filter(|value| !value.is_empty());
        let found = |variable, path: &Path, fault| Self {
            variable,
            path: crate::error::plain(&path.to_string_lossy()),
            fault,
        };
        if let Some(file) = named("SSL_CERT_FILE") {
            let path = Path::new(&file);
            if let Some(fault) = of_file(path) {
                return Some(found("SSL_CERT_FILE", path, fault));
            }
        }
        let folders = named("SSL_CERT_DIR")?;
        std::env::split_paths(&folders)
            .find_map(|path| Some(found("SSL_CERT_DIR", &path, of_folder(&path)?)))
    }
}

impl fmt::Display for TrustFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            variable,
            path,
            fault,
        } = self;
        write!(f, "{variable} names {path}, which {fault}")
    }
}

fn holds_certificate(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"-----BEGIN CERTIFICATE-----").is_some()
}

fn fault_of(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "is not there",
        io::ErrorKind::PermissionDenied => "this program may not read",
        io::ErrorKind::NotADirectory => "is no folder",
        _ => "cannot be read",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use rustls::OtherError;
    use rustls::pki_types::ServerName;

    use super::*;

    fn at(text: &str) -> (UnixTime, DateTime<Utc>) {
        let at: DateTime<Utc> = text.parse().unwrap();
        let seconds = u64::try_from(at.timestamp()).unwrap();
        let unix = UnixTime::since_unix_epoch(Duration::from_secs(seconds));
        (unix, at)
    }

    #[test]
    fn issuer_time_and_name_of_a_certificate_are_told_apart() {
        use CertificateError as E;
        let (time, clock) = at("2026-11-29T14:05:00Z");
        let (not_after, until) = at("2026-01-02T03:04:05Z");
        let (not_before, from) = at("2027-01-02T03:04:05Z");
        let self_issued = E::Other(OtherError(Arc::new(io::Error::other("CaUsedAsEndEntity"))));
        let other_name = E::NotValidForNameContext {
            expected: ServerName::try_from("a.example").unwrap(),
            presented: vec![
                r#"DnsName("b.example")"#.into(),
                "IpAddress(10.0.0.1)".into(),
            ],
        };
        for (error, expected) in [
            (E::UnknownIssuer, CertificateFault::UnknownIssuer),
            (self_issued, CertificateFault::UnknownIssuer),
            (
                E::ExpiredContext { time, not_after },
                CertificateFault::Expired {
                    until: Some(until),
                    clock,
                },
            ),
            (
                E::NotValidYetContext { time, not_before },
                CertificateFault::NotYetValid {
                    from: Some(from),
                    clock,
                },
            ),
            (
                other_name,
                CertificateFault::OtherName {
                    names: vec!["b.example".into(), "10.0.0.1".into()],
                },
            ),
            (
                E::NotValidForName,
                CertificateFault::OtherName { names: vec![] },
            ),
            (E::BadSignature, CertificateFault::Other),
            (E::Revoked, CertificateFault::Other),
        ] {
            let fault = CertificateFault::of(&rustls::Error::InvalidCertificate(error));
            assert_eq!(fault, expected);
        }
        let handshake = rustls::Error::General("no".into());
        assert_eq!(CertificateFault::of(&handshake), CertificateFault::Other);
    }

    #[test]
    fn certificates_that_the_environment_names_and_that_cannot_be_used_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.into_os_string()
        };
        let good = file("good.pem", "x\n-----BEGIN CERTIFICATE-----\nMII=\n");
        let other = file("other.pem", "-----BEGIN PRIVATE KEY-----\n");
        let gone = folder.path().join("gone.pem").into_os_string();
        let here = folder.path().as_os_str().to_owned();
        let found = |file: Option<&OsString>, dir: Option<&OsString>| {
            let fault = TrustFault::find_in(|name| match name {
                "SSL_CERT_FILE" => file.cloned(),
                _ => dir.cloned(),
            });
            fault.map(|fault| (fault.variable, fault.fault))
        };
        for (file, dir, expected) in [
            (None, None, None),
            (Some(&good), None, None),
            (Some(&good), Some(&here), None),
            (Some(&OsString::new()), None, None),
            (Some(&gone), None, Some(("SSL_CERT_FILE", "is not there"))),
            (
                Some(&other),
                None,
                Some(("SSL_CERT_FILE", "holds no certificate")),
            ),
            (Some(&here), None, Some(("SSL_CERT_FILE", "is a folder"))),
            (
                Some(&good),
                Some(&gone),
                Some(("SSL_CERT_DIR", "is not there")),
            ),
            (None, Some(&good), Some(("SSL_CERT_DIR", "is no folder"))),
        ] {
            assert_eq!(found(file, dir), expected, "{file:?} {dir:?}");
        }
    }
}
