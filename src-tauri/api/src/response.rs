//! Reads what came back: answers within size limits, refusals into errors.

use bytes::{Bytes, BytesMut};
use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_model::{ErrorWords, Place, SectionPage};
use futures::TryStreamExt;
use reqwest::header::{
    CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, DATE, HeaderMap, RETRY_AFTER,
    WWW_AUTHENTICATE,
};
use reqwest::{Response, Url};
use secrecy::{ExposeSecret, SecretString};
use serde::de::DeserializeOwned;

use crate::address::host;
use crate::broken;
use crate::error::{Outcome, plain};
use crate::packed::{Packing, Unpackable};
use crate::retry::read_retry_after;
use crate::transfer::file_name;
use crate::transport::{self, SILENCE};
use crate::{Diagnosis, Download, Error, ErrorKind};

/// Largest list that is read.
pub(crate) const LIST_LIMIT: usize = 256 * 1024 * 1024;
/// Largest error body that is read; what is longer is cut.
const ERROR_LIMIT: usize = 64 * 1024;

/// Facts of the failed call that an error needs.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) operation: &'a str,
    pub(crate) now: DateTime<Utc>,
    /// Texts that must not appear in an error even where the service repeats them.
    pub(crate) secrets: &'a [SecretString],
}

/// Reads a whole answer of at most `limit` bytes, as it is and unpacked.
pub(crate) async fn read_whole(
    mut response: Response,
    limit: usize,
    expected_bytes: usize,
    operation: &str,
) -> Result<Bytes, Error> {
    let from = host(response.url());
    let unreadable = |detail: &str| {
        Error::new(ErrorKind::UnreadableAnswer, operation)
            .with(|e| e.host = from.clone())
            .with_detail(detail)
    };
    let too_large = || unreadable("the answer is larger than any list can be");
    let said = packing(response.headers());
    if response
        .content_length()
        .is_some_and(|length| length > limit as u64)
    {
        return Err(too_large());
    }
    let mut body = BytesMut::with_capacity(expected_bytes.min(limit));
    while let Some(chunk) = next_chunk(&mut response, operation).await? {
        if body.len() + chunk.len() > limit {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    // It grew by doubling: what is kept for longer shall not be half empty.
    let body = match body.capacity() - body.len() > body.len() / 4 {
        true => Bytes::copy_from_slice(&body),
        false => body.freeze(),
    };
    let packing = Packing::of(said.as_deref(), &body);
    packing.whole(body, limit).map_err(|why| match why {
        Unpackable::TooLarge => too_large(),
        Unpackable::Damaged => unreadable("it came packed and cannot be unpacked"),
    })
}

/// The packing that an answer names.
fn packing(headers: &HeaderMap) -> Option<String> {
    header(headers, CONTENT_ENCODING.as_str()).map(str::to_owned)
}

async fn next_chunk(response: &mut Response, operation: &str) -> Result<Option<Bytes>, Error> {
    match tokio::time::timeout(SILENCE, response.chunk()).await {
        Ok(Ok(chunk)) => Ok(chunk),
        Ok(Err(error)) => Err(broken::failure(error, operation, response.url(), None)),
        Err(_) => Err(transport::silent(operation, response.url())),
    }
}

/// Turns an answer that is not a success into an error.
pub(crate) async fn refusal(mut response: Response, context: Context<'_>) -> Error {
    let mut body = BytesMut::new();
    // The status is known and says enough; a body that breaks off is read as far as it came.
    while let Ok(Some(chunk)) = next_chunk(&mut response, context.operation).await {
        let room = ERROR_LIMIT - body.len();
        body.extend_from_slice(chunk.get(..room).unwrap_or(&chunk));
        if body.len() >= ERROR_LIMIT {
            break;
        }
    }
    let said = packing(response.headers());
    let body = Packing::of(said.as_deref(), &body).beginning(body.freeze(), ERROR_LIMIT);
    read_refusal(
        response.status().as_u16(),
        response.headers(),
        &body,
        response.url(),
        context,
    )
}

/// The pure part of [`refusal`].
pub(crate) fn read_refusal(
    status: u16,
    headers: &HeaderMap,
    body: &[u8],
    url: &Url,
    context: Context<'_>,
) -> Error {
    let wait = header(headers, RETRY_AFTER.as_str())
        .and_then(|value| read_retry_after(value, header(headers, DATE.as_str()), context.now));
    let until = wait
        .and_then(|wait| TimeDelta::from_std(wait).ok())
        .and_then(|wait| context.now.checked_add_signed(wait));
    let html = is_html(headers, body);
    let kind = match status {
        401 => match Diagnosis::read(
            headers
                .get_all(WWW_AUTHENTICATE)
                .iter()
                .filter_map(|v| v.to_str().ok()),
        ) {
            Diagnosis::Refused { .. } if html => ErrorKind::ProxyPage,
            diagnosis => ErrorKind::Unauthenticated(mask_diagnosis(diagnosis, context.secrets)),
        },
        413 => ErrorKind::TooLarge,
        429 => ErrorKind::RateLimited { until },
        407 => ErrorKind::ProxyRefused {
            wants_password: true,
        },
        511 => ErrorKind::ProxyPage,
        408 => ErrorKind::Unreachable,
        500.. => ErrorKind::ServerFailed,
        _ if html => ErrorKind::ProxyPage,
        // Redirects that may be followed never come here.
        300..=399 => ErrorKind::ProxyPage,
        403 => ErrorKind::Forbidden,
        404 => ErrorKind::NotFound,
        409 => ErrorKind::Conflict,
        400..=499 => ErrorKind::Refused,
        _ => ErrorKind::UnreadableAnswer,
    };
    let outcome = match status {
        429 => Outcome::NotDone,
        // A 503 too comes from gateways that have passed the request on.
        _ if fielddesk_rules::retry::is_passing(status) => Outcome::Unknown,
        _ => Outcome::Final,
    };
    let words = if html {
        ErrorWords::default()
    } else {
        fielddesk_model::read_error_body(body)
    };
    let clean = |text: Option<String>| text.map(|text| plain(&mask(text, context.secrets)));
    // A refused token is explained in the header; its body is empty.
    let described = match &kind {
        ErrorKind::Unauthenticated(Diagnosis::Refused { description }) => description.clone(),
        _ => None,
    };
    Error::new(kind, context.operation).with(|e| {
        e.host = host(url);
        e.status = Some(status);
        e.code = clean(words.code);
        e.service_message = clean(words.message).or(described);
        e.field = clean(words.field);
        e.until = until;
        e.retry_after = wait;
        e.outcome = outcome;
    })
}

/// Reads a JSON answer with names in any case; one that no reader takes is tamed first.
///
/// # Errors
/// `ProxyPage` for a web page, `UnreadableAnswer` for anything else that does not fit.
pub(crate) fn read_json<T: DeserializeOwned>(body: &[u8], operation: &str) -> Result<T, Error> {
    let error = match fielddesk_model::from_slice(body) {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    if looks_like_html(body) {
        return Err(Error::new(ErrorKind::ProxyPage, operation));
    }
    let tame = fielddesk_model::tamed(body);
    if let Some(Ok(read)) = tame.as_deref().map(fielddesk_model::from_slice) {
        return Ok(read);
    }
    Err(unreadable(&error, body, operation))
}

/// An answer that does not fit, with the place where it does not.
pub(crate) fn unreadable(error: &serde_json::Error, body: &[u8], operation: &str) -> Error {
    Error::new(ErrorKind::UnreadableAnswer, operation).with_detail(Place::of(error, body))
}

/// Reads what a write that was done answered. `None` where it does not tell what is stored
/// now: nothing, or something that is no record.
pub(crate) fn read_stored<T: DeserializeOwned>(body: &[u8], operation: &str) -> Option<T> {
    let read = read_json(body, operation);
    read.inspect_err(|error: &Error| {
        tracing::debug!(?error, "a write answered nothing that is read");
    })
    .ok()
}

/// Reads a list of pages; a single page, as some services send it for a work order, is a list
/// of one. A null among them is none.
pub(crate) fn read_pages(body: &[u8], operation: &str) -> Result<Vec<SectionPage>, Error> {
    if body.trim_ascii_start().starts_with(b"{") {
        return read_json(body, operation).map(|page| vec![page]);
    }
    let pages: Vec<Option<SectionPage>> = read_json(body, operation)?;
    Ok(pages.into_iter().flatten().collect())
}

/// Takes an answer that is a document. A web page or JSON that does not call itself a document
/// is none, whatever its status: kept as the last version, it would be the end of the real one.
/// And bytes that something on the way has packed are not the document's.
pub(crate) fn read_download(response: Response, operation: &str) -> Result<Download, Error> {
    let headers = response.headers();
    let url = response.url().clone();
    let status = response.status().as_u16();
    let failed = |kind| {
        Error::new(kind, operation).with(|e| {
            e.host = host(&url);
            e.status = Some(status);
        })
    };
    let disposition = headers.get(CONTENT_DISPOSITION);
    if disposition.is_none() && says_html(headers) {
        return Err(failed(ErrorKind::ProxyPage));
    }
    if disposition.is_none() && says_json(headers) {
        return Err(failed(ErrorKind::UnreadableAnswer).with_detail("it is no document"));
    }
    if let Some(how) = packing(headers).filter(|how| !how.trim().eq_ignore_ascii_case("identity")) {
        let detail = format!("it came packed ({how}), although it was asked for unpacked");
        return Err(failed(ErrorKind::UnreadableAnswer).with_detail(detail));
    }
    let name = disposition.and_then(|value| file_name(value.as_bytes()));
    let size = response.content_length();
    let broken = failed(ErrorKind::Unreachable).with(|e| e.outcome = Outcome::Unknown);
    let what = operation.to_owned();
    let bytes = response
        .bytes_stream()
        .map_err(move |error| broken::failure(error, &what, &url, None));
    Ok(Download::new(name, size, bytes, broken))
}

/// Returns true for a web page, from the service's name but not from the service. Some services
/// call everything a page, JSON and nothing at all too: there the body counts.
pub(crate) fn is_html(headers: &HeaderMap, body: &[u8]) -> bool {
    let nothing_or_json = matches!(body.trim_ascii_start().first(), None | Some(b'{' | b'['));
    looks_like_html(body) || (says_html(headers) && !nothing_or_json)
}

fn says_html(headers: &HeaderMap) -> bool {
    says(headers, &["text/html", "application/xhtml"])
}

fn says_json(headers: &HeaderMap) -> bool {
    says(headers, &["application/json", "application/problem+json"])
}

fn says(headers: &HeaderMap, kinds: &[&str]) -> bool {
    header(headers, CONTENT_TYPE.as_str()).is_some_and(|said| {
        let said = said.trim_start().to_ascii_lowercase();
        kinds.iter().any(|kind| said.starts_with(kind))
    })
}

fn looks_like_html(body: &[u8]) -> bool {
    let text = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    text.trim_ascii_start().starts_with(b"<")
}

pub(crate) fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn mask_diagnosis(diagnosis: Diagnosis, secrets: &[SecretString]) -> Diagnosis {
    match diagnosis {
        Diagnosis::WrongScope { audience } => Diagnosis::WrongScope {
            audience: mask(audience, secrets),
        },
        Diagnosis::WrongEnvironment { issuer } => Diagnosis::WrongEnvironment {
            issuer: mask(issuer, secrets),
        },
        Diagnosis::Refused { description } => Diagnosis::Refused {
            description: description.map(|text| mask(text, secrets)),
        },
        other => other,
    }
}

pub(crate) fn mask(text: String, secrets: &[SecretString]) -> String {
    secrets
        .iter()
        .map(ExposeSecret::expose_secret)
        .filter(|secret| !secret.is_empty())
        .fold(text, |text, secret| text.replace(secret, "[hidden]"))
}
