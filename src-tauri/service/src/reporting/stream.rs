//! A page of trips, sent while it is read: a few hundred rows are in memory, and no
//! connection to the database waits for a slow reader.
//!
//! Each stretch is a read of its own behind the one before. A trip that changes while its
//! page is sent moves behind everything in the order of changes, so an incremental reader
//! meets it again; one that is deleted meanwhile is left out of a full page.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures::stream::{self, StreamExt as _};

use super::names::Names;
use super::render::Renderer;
use super::{Request, text};
use crate::environment::Site;
use crate::error::ApiError;
use crate::store::Position;

/// Rows a read: about 700 KB of JSON.
const ROWS_A_STRETCH: usize = 500;

/// The page under way.
struct Pages {
    site: Arc<Site>,
    request: Request,
    names: Names,
    after: Option<Position>,
    /// Records that the page may still hold.
    left: usize,
    records: i64,
    deleted: i64,
    ended: bool,
}

/// Answers with a page. Its first stretch is read before the answer begins, so that an
/// error is an answer of its own; later ones can only break the connection.
pub(super) async fn answer(site: Arc<Site>, request: Request) -> Result<Response, ApiError> {
    let mut pages = Pages {
        after: request.continuation.after,
        left: request.extraction.limit,
        site,
        request,
        names: Names::default(),
        records: 0,
        deleted: 0,
        ended: false,
    };
    let mut first = b"{\"data\":[".to_vec();
    pages.stretch(&mut first).await?;
    let first = Bytes::from(first);
    let body = if pages.ended {
        Body::from(first)
    } else {
        let rest = stream::try_unfold(pages, async |mut pages: Pages| {
            if pages.ended {
                return Ok::<_, BrokenOff>(None);
            }
            let mut out = Vec::new();
            pages.stretch(&mut out).await.map_err(|_| BrokenOff)?;
            Ok(Some((Bytes::from(out), pages)))
        });
        Body::from_stream(stream::once(async { Ok(first) }).chain(rest))
    };
    let mut response = Response::new(body);
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    Ok(response)
}

/// A later stretch could not be read; what went wrong is in the log.
#[derive(Debug, thiserror::Error)]
#[error("the page broke off")]
struct BrokenOff;

impl Pages {
    /// Appends the next stretch and, after the last one, the end of the envelope.
    async fn stretch(&mut self, out: &mut Vec<u8>) -> Result<(), ApiError> {
        let wanted = self.left.min(ROWS_A_STRETCH);
        // One more than the page holds tells whether another page follows.
        let fetched = wanted + usize::from(wanted == self.left);
        let store = &*self.site.store;
        let mut rows = store
            .trips(&self.request.filter, self.after, fetched)
            .await?;
        let more = rows.len() > wanted;
        rows.truncate(wanted);
        self.left -= rows.len();
        self.names
            .complete(store, &rows, &self.request.reach)
            .await?;
        out.reserve(rows.len() * 1500 + 200);
        let renderer = Renderer::new(&self.names, &self.request.reach);
        for row in &rows {
            if self.records > 0 {
                out.push(b',');
            }
            self.records += 1;
            self.deleted += i64::from(row.record.deleted_at.is_some());
            renderer.trip(out, &row.record)?;
        }
        self.after = rows.last().map(|row| row.position).or(self.after);
        self.ended = rows.len() < wanted || self.left == 0;
        if self.ended {
            self.close(out, more)?;
        }
        Ok(())
    }

    fn close(&self, out: &mut Vec<u8>, more: bool) -> Result<(), ApiError> {
        out.extend_from_slice(b"],\"continuationToken\":\"");
        if let Some(end) = self.after.filter(|_| more) {
            out.extend_from_slice(self.request.continuation.token(end)?.as_bytes());
        }
        out.extend_from_slice(b"\",\"syncTypeName\":\"");
        out.extend_from_slice(self.request.extraction.sync_type_name().as_bytes());
        out.extend_from_slice(b"\",\"recordCount\":");
        text::whole(out, self.records);
        out.extend_from_slice(b",\"deletedRecordCount\":");
        text::whole(out, self.deleted);
        out.push(b'}');
        Ok(())
    }
}
