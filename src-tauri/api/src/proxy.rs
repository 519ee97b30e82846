//! Proxies: the one that a request goes through, and the meaning of one that carries nothing.

use std::sync::OnceLock;

use hyper_util::client::proxy::matcher::Matcher;
use reqwest::{NoProxy, Url};

use crate::address::host;
use crate::{Error, ErrorKind};

/// The hosts of this machine, which are spoken to without a proxy.
const THIS_MACHINE: &str = "localhost,127.0.0.0/8,::1";

/// The proxy of a connection.
pub(crate) enum Proxies {
    /// The one that a person entered, with its name.
    Given(reqwest::Proxy, String),
    /// The system's, read when it is first needed.
    System(OnceLock<Matcher>),
}

impl Default for Proxies {
    fn default() -> Self {
        Self::System(OnceLock::new())
    }
}

impl Proxies {
    /// Takes the address that a person entered.
    pub(crate) fn given(url: &Url) -> Result<Self, Error> {
        let refused = |why| Error::new(ErrorKind::Settings, "use the proxy").with_detail(why);
        let name = host(url).filter(|_| matches!(url.scheme(), "http" | "https"));
        let name =
            name.ok_or_else(|| refused("its address must begin with http:// or https://"))?;
        let proxy = reqwest::Proxy::all(url.clone());
        let proxy = proxy.map_err(|_| refused("its address cannot be read"))?;
        let proxy = proxy.no_proxy(NoProxy::from_string(THIS_MACHINE));
        Ok(Self::Given(proxy, name))
    }

    /// The host of the proxy that requests to an address of another machine go through.
    pub(crate) fn name_for(&self, url: &Url) -> Option<String> {
        let matcher = match self {
            Self::Given(_, name) => return Some(name.clone()),
            Self::System(matcher) => matcher.get_or_init(Matcher::from_system),
        };
        let proxy = matcher.intercept(&url.as_str().parse().ok()?)?;
        let uri = proxy.uri();
        let name = uri.host()?;
        Some(match uri.port_u16() {
            Some(port) => format!("{name}:{port}"),
            None => name.to_owned(),
        })
    }
}

/// The way in which a proxy failed to open a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tunnel {
    /// A 407: a user name and password are wanted.
    WantsPassword,
    /// Another answer than a connection.
    Refused,
    /// No answer.
    NoAnswer,
}

impl Tunnel {
    /// Reads the words of the library's error, whose type is not public.
    pub(crate) fn of(words: &str) -> Option<Self> {
        let words = words.strip_prefix("tunnel error: ")?;
        Some(match words {
            "proxy authorization required" => Self::WantsPassword,
            "unsuccessful" | "proxy response headers too long" => Self::Refused,
            _ => Self::NoAnswer,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_is_named_by_host_and_port_alone() {
        for (given, expected) in [
            ("http://proxy.example:3128", "proxy.example:3128"),
            ("http://proxy.example/", "proxy.example"),
            ("https://10.0.0.9:8443", "10.0.0.9:8443"),
        ] {
            let proxies = Proxies::given(&Url::parse(given).unwrap()).unwrap();
            let url = Url::parse("https://id.example/").unwrap();
            assert_eq!(proxies.name_for(&url).as_deref(), Some(expected));
        }
        let matcher = Matcher::builder()
            .https("http://kari:hunter2@proxy.example:3128")
            .no("intern.example")
            .build();
        let proxies = Proxies::System(OnceLock::from(matcher));
        let named = |url: &str| proxies.name_for(&Url::parse(url).unwrap());
        let expected = Some("proxy.example:3128".to_owned());
        assert_eq!(named("https://id.example/x"), expected);
        assert_eq!(named("https://id.intern.example/x"), None);
    }

    #[test]
    fn a_proxy_without_an_address_is_refused_and_its_password_not_told() {
        let url = Url::parse("socks5://user:hunter2@proxy.example/").unwrap();
        let error = Proxies::given(&url).err().unwrap();
        assert!(matches!(error.kind(), ErrorKind::Settings));
        assert!(!format!("{error:?}").contains("hunter2"));
    }
}
