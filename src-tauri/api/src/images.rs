//! Images of a server that is not the service's: the tiles of a map. No token ever goes there.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE};
use reqwest::{Response, Url};

use crate::transport::{HttpPool, Transport};

/// Time that an image may take.
const PATIENCE: Duration = Duration::from_secs(15);
/// The size of the largest image that is taken.
const MOST_BYTES: usize = 2 * 1024 * 1024;
/// Forms of images that hold no script.
const FORMS: [&str; 5] = [
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/gif",
    "image/avif",
];

/// An image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Media type of a short list, without parameters.
    pub content_type: &'static str,
    /// Bytes of the file, as they came.
    pub bytes: Bytes,
}

/// Reasons there is no image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoImage {
    /// No answer in time, or a broken connection.
    Unreachable,
    /// The server answered with this status. A redirect is not followed.
    Status(u16),
    /// The answer is no image, or of a form that may hold a script.
    OtherForm,
    /// Larger than 2 MiB.
    TooLarge,
}

/// Fetches images; keeps its connections.
#[derive(Default)]
pub struct Images(Transport);

impl std::fmt::Debug for Images {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Images").finish_non_exhaustive()
    }
}

impl Images {
    /// Fetches the image of an address, from its own host alone.
    pub async fn fetch(&self, address: &Url) -> Result<Image, NoImage> {
        tokio::time::timeout(PATIENCE, self.whole(address))
            .await
            .unwrap_or(Err(NoImage::Unreachable))
    }

    async fn whole(&self, address: &Url) -> Result<Image, NoImage> {
        let route = self.0.route(address, HttpPool::Calls);
        let route = route.map_err(|_| NoImage::Unreachable)?;
        let request = route.client.get(address.clone());
        let request = request
            .header(ACCEPT, FORMS.join(", "))
            .header(ACCEPT_ENCODING, "identity");
        let answer = request.send().await.map_err(|_| NoImage::Unreachable)?;
        if !answer.status().is_success() {
            return Err(NoImage::Status(answer.status().as_u16()));
        }
        let content_type = form(&answer).ok_or(NoImage::OtherForm)?;
        let bytes = body(answer).await?;
        Ok(Image {
            content_type,
            bytes,
        })
    }
}

fn form(answer: &Response) -> Option<&'static str> {
    let told = answer.headers().get(CONTENT_TYPE)?.to_str().ok()?;
    let told = told.split(';').next()?.trim();
    FORMS
        .into_iter()
        .find(|form| form.eq_ignore_ascii_case(told))
}

async fn body(mut answer: Response) -> Result<Bytes, NoImage> {
    let told = answer.content_length().unwrap_or(0);
    if told > MOST_BYTES as u64 {
        return Err(NoImage::TooLarge);
    }
    let mut all = BytesMut::new();
    while let Some(part) = answer.chunk().await.map_err(|_| NoImage::Unreachable)? {
        if all.len() + part.len() > MOST_BYTES {
            return Err(NoImage::TooLarge);
        }
        all.extend_from_slice(&part);
    }
    Ok(all.freeze())
}
