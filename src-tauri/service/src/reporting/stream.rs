//! A page of trips, sent while it is read: some thousand rows are in memory, and no connection to
//! the database waits for a slow reader.
//!
//! Each stretch is a separate read behind the one before, written row by row as it is read and
//! while the one before is sent. A trip that changes while its page is sent moves behind everything
//! in the order of changes, so an incremental reader meets it again; one that is deleted meanwhile
//! is left out of a full page.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures::stream::{self, StreamExt as _};
use tokio::sync::mpsc;

use super::names::Names;
use super::render::Renderer;
use super::{Request, text};
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::store::{Placed, Position, TripRow};

/// Rows a read: about 1.4 MB of JSON.
const ROWS_A_STRETCH: usize = 1000;

/// The page under way.
struct Pages {
    site: Arc<EnvironmentContext>,
    request: Request,
    names: Names,
    after: Option<Position>,
    /// Records that the page may still hold.
    left: usize,
    records: i64,
    deleted: i64,
    ended: bool,
}

/// Answers with a page. The first stretch is read before the answer begins, so that an error has
/// its own answer; later ones can only break the connection.
pub(super) async fn answer(
    site: Arc<EnvironmentContext>,
    request: Request,
) -> Result<Response, ApiError> {
    let mut pages = Pages {
        after: request.continuation.after,
        left: request.extraction.limit,
        site,
        request,
        names: Names::new(),
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
        let (sender, rest) = mpsc::channel(1);
        tokio::spawn(pages.write(sender));
        let rest = stream::unfold(rest, async |mut rest| Some((rest.recv().await?, rest)));
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
    /// Writes all stretches that are left, as long as the client takes them.
    async fn write(mut self, to: mpsc::Sender<Result<Bytes, BrokenOff>>) {
        while !self.ended {
            let mut out = Vec::new();
            let written = self.stretch(&mut out).await;
            let broken = written.is_err();
            let sent = to.send(written.map(|()| out.into()).map_err(|_| BrokenOff));
            if sent.await.is_err() || broken {
                return;
            }
        }
    }

    /// Appends the next stretch and, after the last one, the end of the envelope.
    async fn stretch(&mut self, out: &mut Vec<u8>) -> Result<(), ApiError> {
        let (site, filter) = (self.site.clone(), self.request.filter.clone());
        let wanted = self.left.min(ROWS_A_STRETCH);
        // One more than the page holds tells whether another page follows.
        let fetched = wanted + usize::from(wanted == self.left);
        out.reserve(wanted * 1500 + 200);
        let after = self.after;
        let mut rows = 0;
        let mut failed = None;
        // From the first row that names something new on, rows wait for their names.
        let mut waiting: Vec<Placed<TripRow>> = Vec::new();
        let mut each = |placed: Placed<TripRow>| {
            rows += 1;
            if rows > wanted || failed.is_some() {
                return;
            }
            self.after = Some(placed.position);
            if waiting.is_empty() && self.names.know(&placed.record) {
                failed = self.append(out, &placed.record).err();
            } else {
                waiting.push(placed);
            }
        };
        site.store.trips(&filter, after, fetched, &mut each).await?;
        if let Some(failed) = failed {
            return Err(failed);
        }
        self.names
            .complete(&*site.store, &waiting, &self.request.visibility)
            .await?;
        for placed in &waiting {
            self.append(out, &placed.record)?;
        }
        self.left -= rows.min(wanted);
        self.ended = rows < wanted || self.left == 0;
        if self.ended {
            self.close(out, rows > wanted)?;
        }
        Ok(())
    }

    fn append(&mut self, out: &mut Vec<u8>, row: &TripRow) -> Result<(), ApiError> {
        if self.records > 0 {
            out.push(b',');
        }
        self.records += 1;
        self.deleted += i64::from(row.deleted_at.is_some());
        let renderer = Renderer {
            names: &self.names,
            visibility: &self.request.visibility,
        };
        renderer.trip(out, row)
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
