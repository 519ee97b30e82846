//! A page of trips, sent while it is read: some thousand rows are in memory, and no
//! connection to the database waits for a slow reader.
//!
//! Each stretch is a read of its own behind the one before, and is read while that one is
//! written. A trip that changes while its
//! page is sent moves behind everything in the order of changes, so an incremental reader
//! meets it again; one that is deleted meanwhile is left out of a full page.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures::stream::{self, StreamExt as _};
use tokio_util::task::AbortOnDropHandle;

use super::names::Names;
use super::render::Renderer;
use super::{Request, text};
use crate::environment::Site;
use crate::error::ApiError;
use crate::store::{self, Placed, Position, TripFilter, TripRow};

/// Rows a read: about 1.4 MB of JSON.
const ROWS_A_STRETCH: usize = 1000;

type Rows = Vec<Placed<TripRow>>;

/// The page under way.
struct Pages {
    site: Arc<Site>,
    request: Request,
    filter: Arc<TripFilter>,
    names: Names,
    /// The next stretch, on its way.
    ahead: Option<AbortOnDropHandle<store::Result<Rows>>>,
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
        filter: Arc::new(request.filter.clone()),
        site,
        request,
        names: Names::default(),
        ahead: None,
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
        let (wanted, _) = self.asked();
        let ahead = self.ahead.take().unwrap_or_else(|| self.read());
        let mut rows = ahead.await.map_err(ApiError::internal)??;
        let more = rows.len() > wanted;
        rows.truncate(wanted);
        self.left -= rows.len();
        self.after = rows.last().map(|row| row.position).or(self.after);
        self.ended = rows.len() < wanted || self.left == 0;
        if !self.ended {
            self.ahead = Some(self.read());
        }
        self.names
            .complete(&*self.site.store, &rows, &self.request.reach)
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
        if self.ended {
            self.close(out, more)?;
        }
        Ok(())
    }

    /// How many rows the next stretch may hold, and how many to read for it: one more than the
    /// page holds tells whether another page follows.
    fn asked(&self) -> (usize, usize) {
        let wanted = self.left.min(ROWS_A_STRETCH);
        (wanted, wanted + usize::from(wanted == self.left))
    }

    /// Begins to read the next stretch.
    fn read(&self) -> AbortOnDropHandle<store::Result<Rows>> {
        let (site, filter, after) = (self.site.clone(), self.filter.clone(), self.after);
        let (_, fetched) = self.asked();
        let read = async move { site.store.trips(&filter, after, fetched).await };
        AbortOnDropHandle::new(tokio::spawn(read))
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
