//! Connections: the HTTP client that carries a request, and the redirects that are followed.

use std::sync::OnceLock;
use std::time::Duration;

use reqwest::{Method, Response, StatusCode, Url, redirect};

use crate::address::{host, is_loopback};
use crate::broken::{chain, failure};
use crate::error::Outcome;
use crate::proxy::Proxies;
use crate::{Error, ErrorKind, TrustFault};

/// Time that the service may be silent before the call counts as failed.
pub(crate) const SILENCE: Duration = Duration::from_secs(60);
/// Time that a connection may take to come about.
const CONNECTING: Duration = Duration::from_secs(10);
/// Number of redirects followed.
pub(crate) const MOST_HOPS: usize = 5;

/// The kind of connection that a request needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HttpPool {
    /// Small requests, many over one connection.
    Calls,
    /// Documents: HTTP/1.1, where nothing but the sockets limits the speed of one stream.
    Transfers,
}

/// The HTTP clients of one connection, each made when it is first needed.
#[derive(Default)]
pub(crate) struct Transport {
    proxies: Proxies,
    direct: Lanes,
    outward: Lanes,
}

/// A client for a request, and what its connections go through.
pub(crate) struct Route<'a> {
    pub(crate) client: &'a reqwest::Client,
    /// The host of the proxy.
    pub(crate) proxy: Option<String>,
}

#[derive(Default)]
struct Lanes {
    calls: OnceLock<reqwest::Client>,
    transfers: OnceLock<reqwest::Client>,
}

impl Transport {
    /// Uses the given proxy, or the system's; never one for this machine.
    pub(crate) fn new(proxy: Option<&Url>) -> Result<Self, Error> {
        Ok(Self {
            proxies: proxy.map(Proxies::given).transpose()?.unwrap_or_default(),
            ..Self::default()
        })
    }

    /// The route of a request.
    pub(crate) fn route(&self, url: &Url, pool: HttpPool) -> Result<Route<'_>, Error> {
        let local = is_loopback(url);
        Ok(Route {
            client: self.client(local, pool)?,
            proxy: (!local).then(|| self.proxies.name_for(url)).flatten(),
        })
    }

    fn client(&self, local: bool, pool: HttpPool) -> Result<&reqwest::Client, Error> {
        let lanes = if local { &self.direct } else { &self.outward };
        let slot = match pool {
            HttpPool::Calls => &lanes.calls,
            HttpPool::Transfers => &lanes.transfers,
        };
        if let Some(client) = slot.get() {
            return Ok(client);
        }
        let client = self.build(local, pool).map_err(|error| {
            let kind = TrustFault::find().map_or(ErrorKind::Settings, ErrorKind::NoTrust);
            Error::new(kind, "set up secure connections").with_detail(chain(&error))
        })?;
        Ok(slot.get_or_init(|| client))
    }

    fn build(&self, local: bool, pool: HttpPool) -> Result<reqwest::Client, reqwest::Error> {
        let mut builder = reqwest::Client::builder()
            .user_agent(concat!("fielddesk/", env!("CARGO_PKG_VERSION")))
            // Followed by hand: only we know where the token may go.
            .redirect(redirect::Policy::none())
            .referer(false)
            .connect_timeout(CONNECTING)
            .tcp_nodelay(true);
        builder = match (local, &self.proxies) {
            (true, _) => builder.no_proxy(),
            (false, Proxies::Given(proxy, _)) => builder.proxy(proxy.clone()),
            (false, Proxies::System(_)) => builder,
        };
        builder = match pool {
            HttpPool::Calls => builder.http2_adaptive_window(true),
            HttpPool::Transfers => builder.http1_only(),
        };
        builder.build()
    }
}

/// Places that a call may be redirected to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Redirects {
    /// Nowhere: what is sent holds a secret.
    Never,
    /// To the same scheme, host and port.
    SameOrigin,
    /// To any https host too, without the token.
    AlsoElsewhere,
}

/// The next request of a redirected call.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Redirect {
    pub(crate) url: Url,
    pub(crate) with_token: bool,
}

/// Returns the redirect to follow. A method other than GET is repeated only where the status keeps
/// it (307, 308).
pub(crate) fn next_hop(
    rule: Redirects,
    method: &Method,
    status: StatusCode,
    current: &Url,
    with_token: bool,
    location: &str,
) -> Option<Redirect> {
    let keeps_method = match status.as_u16() {
        301..=303 => method == Method::GET,
        307 | 308 => true,
        _ => return None,
    };
    if rule == Redirects::Never || !keeps_method {
        return None;
    }
    let mut url = current.join(location).ok()?;
    url.set_fragment(None);
    if !url.username().is_empty() || url.password().is_some() {
        return None;
    }
    if url.origin() == current.origin() && url.origin().is_tuple() {
        return Some(Redirect { url, with_token });
    }
    (rule == Redirects::AlsoElsewhere && url.scheme() == "https").then_some(Redirect {
        url,
        with_token: false,
    })
}

/// The service kept quiet for too long.
pub(crate) fn silent(operation: &str, url: &Url) -> Error {
    Error::new(ErrorKind::Unreachable, operation)
        .with(|e| {
            e.host = host(url);
            e.outcome = Outcome::Unknown;
        })
        .with_detail("no answer came in time")
}

/// Sends a small request and waits for the head of its answer.
pub(crate) async fn execute(
    route: &Route<'_>,
    request: reqwest::Request,
    operation: &str,
) -> Result<Response, Error> {
    let url = request.url().clone();
    let proxy = route.proxy.as_deref();
    match tokio::time::timeout(SILENCE, route.client.execute(request)).await {
        Ok(result) => result.map_err(|error| failure(error, operation, &url, proxy)),
        Err(_) => Err(silent(operation, &url)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hop(
        rule: Redirects,
        method: Method,
        status: u16,
        from: &str,
        to: &str,
    ) -> Option<(String, bool)> {
        let from = Url::parse(from).unwrap();
        let status = StatusCode::from_u16(status).unwrap();
        next_hop(rule, &method, status, &from, true, to).map(|hop| (hop.url.into(), hop.with_token))
    }

    #[test]
    fn redirects_stay_at_home_and_the_token_with_them() {
        use Redirects::{AlsoElsewhere, Never, SameOrigin};
        let from = "https://a.example/core/x";
        let home = |url: &str| Some((url.to_owned(), true));
        let away = |url: &str| Some((url.to_owned(), false));
        for (rule, method, status, to, expected) in [
            (
                SameOrigin,
                Method::GET,
                302,
                "/y",
                home("https://a.example/y"),
            ),
            (
                SameOrigin,
                Method::GET,
                301,
                "https://a.example:443/y",
                home("https://a.example/y"),
            ),
            (
                SameOrigin,
                Method::GET,
                308,
                "y#part",
                home("https://a.example/core/y"),
            ),
            (
                SameOrigin,
                Method::POST,
                307,
                "/y",
                home("https://a.example/y"),
            ),
            (SameOrigin, Method::POST, 302, "/y", None),
            (SameOrigin, Method::DELETE, 303, "/y", None),
            (SameOrigin, Method::GET, 304, "/y", None),
            (SameOrigin, Method::GET, 302, "http://a.example/y", None),
            (
                SameOrigin,
                Method::GET,
                302,
                "https://a.example:8443/y",
                None,
            ),
            (SameOrigin, Method::GET, 302, "https://b.example/y", None),
            (SameOrigin, Method::GET, 302, "//b.example/y", None),
            (
                SameOrigin,
                Method::GET,
                302,
                "https://u:p@a.example/y",
                None,
            ),
            (Never, Method::POST, 307, "/y", None),
            (Never, Method::GET, 302, "/y", None),
            (
                AlsoElsewhere,
                Method::GET,
                302,
                "/y",
                home("https://a.example/y"),
            ),
            (
                AlsoElsewhere,
                Method::GET,
                302,
                "https://b.example/y",
                away("https://b.example/y"),
            ),
            (
                AlsoElsewhere,
                Method::GET,
                302,
                "https://a.example:8443/",
                away("https://a.example:8443/"),
            ),
            (AlsoElsewhere, Method::GET, 302, "http://b.example/y", None),
            (AlsoElsewhere, Method::GET, 302, "http://a.example/y", None),
            (AlsoElsewhere, Method::GET, 302, "file:///etc/passwd", None),
        ] {
            assert_eq!(
                hop(rule, method.clone(), status, from, to),
                expected,
                "{rule:?} {method} {status} {to}"
            );
        }
    }

    #[test]
    fn a_token_that_was_left_behind_does_not_come_back() {
        let from = Url::parse("https://b.example/x").unwrap();
        let hop = next_hop(
            Redirects::AlsoElsewhere,
            &Method::GET,
            StatusCode::FOUND,
            &from,
            false,
            "/y",
        );
        assert_eq!(hop.map(|hop| hop.with_token), Some(false));
    }
}
