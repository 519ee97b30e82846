//! Addresses of the service as people write them, and what their words tell. Pure.

use std::net::IpAddr;

use fielddesk_model::Environment;
use fielddesk_rules::pasted::bare;
use url::{Host, Url};

use crate::Failure;

/// Which of the service's hosts an address seems to be of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The token endpoint.
    Identity,
    /// Core and integration API.
    Core,
    /// Reporting and data extraction API.
    Reporting,
    /// Machine-integration API, which Fielddesk does not use.
    MassTransport,
}

/// Reads the address of a service's host. `field` is the name of the setting.
///
/// A missing scheme is https. What the specification puts behind an address (a path of the
/// API, the token endpoint's) is taken off, as people copy it with them.
pub(crate) fn service_address(field: &str, text: &str) -> Result<Url, Failure> {
    let url = address(field, text)?;
    if url.scheme() == "http" && !is_loopback(&url) {
        return Err(Failure::usage(
            field,
            format!(
                "The address {} begins with http, so the secret would travel readable.",
                fielddesk_rules::file_name::shown(text.trim())
            ),
            "Write the address with https.",
        ));
    }
    Ok(without_extras(url))
}

/// The same without judging: what a form may be filled with before anybody looked at it.
pub(crate) fn likely_address(text: &str) -> Option<Url> {
    let url = address("address", text).ok()?;
    Some(without_extras(url))
}

fn without_extras(mut url: Url) -> Url {
    url.set_query(None);
    url.set_fragment(None);
    let path = url.path().to_owned();
    url.set_path(without_operation(&path).trim_end_matches('/'));
    url
}

/// Reads an address that others than the service answer at: whole, with https, or http to this
/// computer alone. `field` is the name of the setting, `fix` says how one looks.
pub(crate) fn protected_address(field: &str, text: &str, fix: &str) -> Result<Url, Failure> {
    let text = text.trim();
    let refused = |what: &str, why: &str| {
        Err(Failure::usage(
            field,
            format!("{what} cannot be the address: {why}."),
            fix,
        ))
    };
    let named = fielddesk_rules::file_name::shown(text);
    let Some(url) = Url::parse(text).ok().filter(Url::has_host) else {
        return refused(&named, "it is no web address");
    };
    if !url.username().is_empty() || url.password().is_some() {
        // The text is not repeated: it may hold a password.
        return refused("This", "it holds a user name or password");
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_loopback(&url) => Ok(url),
        _ => refused(&named, "it does not begin with https://"),
    }
}

/// Reads the address of a proxy, which may be plain http to any host.
pub(crate) fn proxy_address(text: &str) -> Result<Url, Failure> {
    let text = bare(text);
    let text = if text.contains("://") {
        text.to_owned()
    } else {
        format!("http://{text}")
    };
    let url = address("proxy", &text)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Failure::usage(
            "proxy",
            "The proxy address holds a name or a password.",
            "Write the address alone; Fielddesk keeps no passwords of proxies.",
        ));
    }
    Ok(url)
}

fn address(field: &str, text: &str) -> Result<Url, Failure> {
    let text = bare(text);
    let refused = |reason: &str| {
        Failure::usage(
            field,
            format!(
                "The address {} {reason}.",
                fielddesk_rules::file_name::shown(text)
            ),
            "Write it as in https://identity.example.com.",
        )
    };
    if text.is_empty() {
        return Err(Failure::usage(
            field,
            "An address is missing.",
            "Enter the addresses that the administrator gave you.",
        ));
    }
    let url = if text.contains("://") {
        Url::parse(text)
    } else {
        Url::parse(&format!("https://{text}"))
    };
    let Ok(url) = url else {
        return Err(refused("cannot be read"));
    };
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
        return Err(refused("is not a web address"));
    }
    if field != "proxy" && (!url.username().is_empty() || url.password().is_some()) {
        // The text is not repeated: it may hold a password.
        return Err(Failure::usage(
            field,
            "The address holds a name or a password.",
            "Write the address alone.",
        ));
    }
    Ok(url)
}

fn without_operation(path: &str) -> &str {
    let lower = path.to_ascii_lowercase();
    ["/connect/token", "/api/", "/v1/flow-", "/.well-known/"]
        .iter()
        .filter_map(|operation| lower.find(operation))
        .min()
        .map_or(path, |at| &path[..at])
}

/// Whether the address is this computer.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name.trim_end_matches('.') == "localhost",
        Some(Host::Ipv4(ip)) => IpAddr::from(ip).is_loopback(),
        Some(Host::Ipv6(ip)) => IpAddr::from(ip).is_loopback(),
        None => false,
    }
}

/// The environment that the words of an address name, if they name just one.
pub(crate) fn environment_of(url: &Url) -> Option<Environment> {
    environment_in(&words_of(url))
}

/// The environment that addresses name, if those that name one agree.
pub(crate) fn environment_of_all<'a>(
    urls: impl IntoIterator<Item = &'a Url>,
) -> Option<Environment> {
    let mut named = urls.into_iter().filter_map(environment_of);
    let first = named.next()?;
    named.all(|other| other == first).then_some(first)
}

/// The environment that words name, if they name just one.
pub(crate) fn environment_in(words: &[String]) -> Option<Environment> {
    let has = |names: &[&str]| words.iter().any(|word| names.contains(&word.as_str()));
    let test = has(&[
        "test",
        "tst",
        "testing",
        "testmiljø",
        "testmiljö",
        "staging",
        "sandbox",
    ]);
    let production = has(&[
        "production",
        "prod",
        "prd",
        "live",
        "produksjon",
        "produktion",
        "drift",
    ]);
    match (test, production) {
        (true, false) => Some(Environment::Test),
        (false, true) => Some(Environment::Production),
        _ => None,
    }
}

/// Which host an address seems to be of, by the words in its path first, then in its host.
pub(crate) fn role_of(url: &Url) -> Option<Role> {
    let lower = url.path().to_ascii_lowercase();
    if lower.contains("/connect/token") {
        return Some(Role::Identity);
    }
    if lower.contains("/v1/flow-") {
        return Some(Role::Reporting);
    }
    if lower.contains("/api/") {
        return Some(Role::Core);
    }
    role_in(&words(url.path())).or_else(|| role_in(&words(url.host_str().unwrap_or_default())))
}

/// The host that words name. The rarer words count before those that any host may have.
pub(crate) fn role_in(words: &[String]) -> Option<Role> {
    const KNOWN: [(Role, &[&str]); 4] = [
        (
            Role::Identity,
            &[
                "identity",
                "identitet",
                "identitets",
                "auth",
                "login",
                "token",
                "sts",
                "idp",
                "sso",
                "oauth",
                "authority",
                "issuer",
            ],
        ),
        (
            Role::Reporting,
            &[
                "reporting",
                "report",
                "reports",
                "rapport",
                "rapportering",
                "extraction",
            ],
        ),
        (Role::MassTransport, &["masstransport", "massetransport"]),
        (
            Role::Core,
            &[
                "core",
                "base",
                "basis",
                "bas",
                "api",
                "integration",
                "service",
                "kjerne",
                "kärna",
            ],
        ),
    ];
    KNOWN.iter().find_map(|(role, names)| {
        words
            .iter()
            .any(|word| names.contains(&word.as_str()))
            .then_some(*role)
    })
}

/// The words of an address in lower case.
pub(crate) fn words_of(url: &Url) -> Vec<String> {
    let mut all = words(url.host_str().unwrap_or_default());
    all.extend(words(url.path()));
    all
}

/// Runs of letters in lower case: digits and marks part words.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_people_write_it() {
        for (text, expected) in [
            (
                "https://identity.example.com",
                "https://identity.example.com/",
            ),
            (" identity.example.com/ ", "https://identity.example.com/"),
            (
                "https://h.example.com/test/core/",
                "https://h.example.com/test/core",
            ),
            (
                "https://id.example.com/connect/token",
                "https://id.example.com/",
            ),
            (
                "https://h.example.com/core/api/v4/integration",
                "https://h.example.com/core",
            ),
            (
                "http://127.0.0.1:8080/test/identity?x=1#y",
                "http://127.0.0.1:8080/test/identity",
            ),
            ("http://[::1]:9/core", "http://[::1]:9/core"),
        ] {
            assert_eq!(service_address("baseUrl", text).unwrap().as_str(), expected);
        }
    }

    #[test]
    fn what_cannot_be_an_address_is_refused_with_the_setting_named() {
        for text in [
            "",
            "   ",
            "http://identity.example.com",
            "http://192.168.1.4/core",
            "ftp://example.com",
            "https://",
            "https://kari:hemmelig@example.com",
            "not an address",
        ] {
            let failure = service_address("identityUrl", text).unwrap_err();
            assert_eq!(failure.field.as_deref(), Some("identityUrl"), "{text}");
            assert!(!failure.message.contains("hemmelig"));
        }
    }

    #[test]
    fn a_proxy_may_be_plain_http_and_holds_no_password() {
        assert_eq!(
            proxy_address("proxy.local:3128").unwrap().as_str(),
            "http://proxy.local:3128/"
        );
        let failure = proxy_address("http://kari:hemmelig@proxy.local").unwrap_err();
        assert!(!failure.message.contains("hemmelig"));
    }

    #[test]
    fn words_tell_the_environment_and_the_host() {
        let url = |text: &str| Url::parse(text).unwrap();
        for (text, environment, role) in [
            (
                "https://identity.test.example.com",
                Some(Environment::Test),
                Some(Role::Identity),
            ),
            (
                "https://api-prod.example.com",
                Some(Environment::Production),
                Some(Role::Core),
            ),
            (
                "http://127.0.0.1:1/test/reporting",
                Some(Environment::Test),
                Some(Role::Reporting),
            ),
            (
                "http://h/production/masstransport",
                Some(Environment::Production),
                Some(Role::MassTransport),
            ),
            ("https://latest.example.com/", None, None),
            ("https://test.example.com/production", None, None),
            (
                "https://login.example.com/v1/flow-locations",
                None,
                Some(Role::Reporting),
            ),
            (
                "https://api.identity.example.com",
                None,
                Some(Role::Identity),
            ),
            ("https://www.example.com", None, None),
        ] {
            assert_eq!(environment_of(&url(text)), environment, "{text}");
            assert_eq!(role_of(&url(text)), role, "{text}");
        }
    }
}
