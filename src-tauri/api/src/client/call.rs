//! One request before it is sent.

use reqwest::{Method, Url};

use crate::transfer::Multipart;
use crate::transport::{Lane, Redirects};

/// One request as the resources describe it.
pub(crate) struct Call<'a> {
    pub(crate) operation: &'a str,
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) accept: &'static str,
    pub(crate) body: Option<&'a Multipart>,
    pub(crate) lane: Lane,
    pub(crate) redirects: Redirects,
}

impl<'a> Call<'a> {
    /// A call without a body that wants JSON.
    pub(crate) fn new(method: Method, url: Url, operation: &'a str) -> Self {
        Self {
            operation,
            method,
            url,
            accept: "application/json",
            body: None,
            lane: Lane::Calls,
            redirects: Redirects::SameOrigin,
        }
    }
}
