//! A request before it is sent.

use bytes::Bytes;
use reqwest::header::HeaderValue;
use reqwest::{Method, Url};
use serde::Serialize;

use crate::transfer::Multipart;
use crate::transport::{HttpPool, Redirects};
use crate::{Error, ErrorKind};

/// The body of a request. Each form can be sent again from its beginning.
pub(crate) enum Body<'a> {
    /// No body.
    None,
    /// A JSON text, the same bytes at every attempt.
    Json(Bytes),
    /// Files, read anew at every attempt.
    Upload(&'a Multipart),
}

/// A request as the resources describe it.
pub(crate) struct Call<'a> {
    pub(crate) operation: &'a str,
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) accept: &'static str,
    /// True where the answer shall come unpacked, as a document's bytes must.
    pub(crate) as_it_is: bool,
    pub(crate) body: Body<'a>,
    pub(crate) pool: HttpPool,
    pub(crate) redirects: Redirects,
    /// True where 304 is an answer and no refusal.
    pub(crate) takes_unchanged: bool,
    /// Entity tag of the answer that is here already, for `If-None-Match`.
    pub(crate) tag: Option<HeaderValue>,
    /// About how long the answer will be, so that its buffer need not grow; 0 where unknown.
    pub(crate) expected_bytes: usize,
}

impl<'a> Call<'a> {
    /// A call without a body that wants JSON.
    pub(crate) fn new(method: Method, url: Url, operation: &'a str) -> Self {
        Self {
            operation,
            method,
            url,
            accept: "application/json",
            as_it_is: false,
            body: Body::None,
            pool: HttpPool::Calls,
            redirects: Redirects::SameOrigin,
            takes_unchanged: false,
            tag: None,
            expected_bytes: 0,
        }
    }

    /// A call that sends JSON and wants JSON.
    ///
    /// # Errors
    /// `Refused` for a value that JSON cannot write; nothing of this crate's records is one.
    pub(crate) fn json(
        method: Method,
        url: Url,
        operation: &'a str,
        body: &impl Serialize,
    ) -> Result<Self, Error> {
        let text = serde_json::to_vec(body).map_err(|error| {
            Error::new(ErrorKind::Refused, operation).with_detail(format!("as JSON: {error}"))
        })?;
        Ok(Self {
            body: Body::Json(text.into()),
            ..Self::new(method, url, operation)
        })
    }
}
