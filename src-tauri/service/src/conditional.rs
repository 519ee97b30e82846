//! Entity tags of reads: a client that already has the answer is sent 304 without a body.
//!
//! A tag is a hash of the bytes that would be sent, so it differs wherever the answers of two
//! callers, or of two moments, do. The read itself is done as ever, its refusals included.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use futures::{TryStreamExt as _, stream};
use headers::{ETag, HeaderMapExt as _, IfNoneMatch};
use sha2::{Digest as _, Sha256};

use crate::error::ApiError;

/// Bytes of the hash in a tag.
const TAG_BYTES: usize = 16;
/// Longest part of an answer that is sent in one go.
const SLICE_BYTES: usize = 64 * 1024;

/// Gives the JSON answers of reads their tag, and answers 304 where the request names it.
pub(crate) async fn answer(request: Request, next: Next) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    let known: Option<IfNoneMatch> = request.headers().typed_get();
    let response = next.run(request).await;
    if response.status() != StatusCode::OK || !is_json(response.headers()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let pieces: Vec<Bytes> = match body.into_data_stream().try_collect().await {
        Ok(pieces) => pieces,
        Err(error) => return ApiError::internal(error).into_response(),
    };
    let Some(tag) = tag_of(&pieces).await else {
        return (parts, body_of(pieces)).into_response();
    };
    let bytes = pieces.iter().map(Bytes::len).sum::<usize>();
    let is_known = known.is_some_and(|known| !known.precondition_passes(&tag));
    parts.headers.typed_insert(tag);
    if is_known {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(header::CONTENT_TYPE);
        parts.headers.remove(header::CONTENT_LENGTH);
        return Response::from_parts(parts, Body::empty());
    }
    parts.headers.insert(header::CONTENT_LENGTH, bytes.into());
    Response::from_parts(parts, body_of(pieces))
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}

/// Hashes the pieces as one text; other requests get their turn between two pieces.
async fn tag_of(pieces: &[Bytes]) -> Option<ETag> {
    let mut hash = Sha256::new();
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            tokio::task::yield_now().await;
        }
        hash.update(piece);
    }
    let hash = hex::encode(hash.finalize().get(..TAG_BYTES)?);
    format!("\"{hash}\"").parse().ok()
}

/// The pieces as a body, none of them copied. Long ones go in slices: the answer then lasts until
/// the client has taken nearly all of it.
fn body_of(mut pieces: Vec<Bytes>) -> Body {
    if let [only] = pieces.as_mut_slice()
        && only.len() <= SLICE_BYTES
    {
        return Body::from(std::mem::take(only));
    }
    let slices = pieces.into_iter().flat_map(|mut piece| {
        std::iter::from_fn(move || {
            let next = piece.split_to(piece.len().min(SLICE_BYTES));
            (!next.is_empty()).then_some(Ok::<_, std::convert::Infallible>(next))
        })
    });
    Body::from_stream(stream::iter(slices))
}
