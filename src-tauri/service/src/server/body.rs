//! Request and response bodies that are counted, timed and, where asked for, cut short.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::BoxError;
use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep, timeout};

use super::pace::Pace;
use super::socket::Line;
use crate::Timeouts;
use crate::error::Stalled;
use crate::exchange::Exchange;
use crate::large::Place;
use crate::metrics::UnderWay;

/// Time that the rest of a client's body is read after the answer is known, so that it can read
/// that answer instead of meeting a broken connection.
const DRAIN: Duration = Duration::from_secs(5);
/// Time for the bytes before a cut to leave the process.
const CUT_DELAY: Duration = Duration::from_millis(100);

/// A request body.
pub(crate) struct Upload {
    /// None once it is at its end or broken.
    inner: Option<Incoming>,
    exchange: Arc<Exchange>,
    pace: Pace,
    /// The client waits for leave to send; reading would give it.
    waits_for_leave: bool,
}

impl Upload {
    pub(super) fn new(
        inner: Incoming,
        exchange: Arc<Exchange>,
        timeouts: Timeouts,
        waits_for_leave: bool,
    ) -> Self {
        Self {
            inner: Some(inner),
            exchange,
            pace: Pace::new(timeouts),
            waits_for_leave,
        }
    }
}

impl Body for Upload {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = &mut *self;
        let Some(inner) = this.inner.as_mut() else {
            return Poll::Ready(None);
        };
        this.waits_for_leave = false;
        match Pin::new(inner).poll_frame(cx) {
            Poll::Ready(Some(Ok(frame))) => {
                let bytes = frame.data_ref().map_or(0, Bytes::len);
                this.exchange.add_request_bytes(bytes);
                this.pace.came(bytes);
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(Some(Err(error))) => {
                this.inner = None;
                Poll::Ready(Some(Err(error.into())))
            }
            Poll::Ready(None) => {
                this.inner = None;
                Poll::Ready(None)
            }
            Poll::Pending => {
                ready!(this.pace.poll_given_up(cx));
                this.inner = None;
                Poll::Ready(Some(Err(Stalled.into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.inner
            .as_ref()
            .map_or_else(SizeHint::new, Body::size_hint)
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        let Some(mut inner) = self.inner.take() else {
            return;
        };
        if self.waits_for_leave || inner.is_end_stream() {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let exchange = Arc::clone(&self.exchange);
        runtime.spawn(async move {
            let read_on = async {
                while let Some(Ok(frame)) = next_frame(&mut inner).await {
                    exchange.add_request_bytes(frame.data_ref().map_or(0, Bytes::len));
                }
            };
            if timeout(DRAIN, read_on).await.is_err() {
                tracing::debug!("gave up reading a refused body");
            }
        });
    }
}

async fn next_frame(body: &mut Incoming) -> Option<Result<Frame<Bytes>, hyper::Error>> {
    std::future::poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await
}

/// The client was cut off on purpose.
#[derive(Debug, thiserror::Error)]
#[error("answer cut short on purpose")]
struct CutShort;

/// A response body; logs the exchange when it is over.
pub(super) struct Answer {
    inner: axum::body::Body,
    exchange: Arc<Exchange>,
    /// Bytes still to be sent before the cut.
    cut_after: Option<u64>,
    cut: Option<Pin<Box<Sleep>>>,
    line: Option<Line>,
    /// Given back with the answer.
    _place: Option<Place>,
    under_way: Option<UnderWay>,
}

impl Answer {
    pub(super) fn new(
        inner: axum::body::Body,
        exchange: Arc<Exchange>,
        cut_after: Option<u64>,
        place: Option<Place>,
    ) -> Self {
        Self {
            inner,
            exchange,
            cut_after,
            cut: None,
            line: None,
            _place: place,
            under_way: None,
        }
    }

    /// The request counts as under way until the answer is over.
    pub(super) fn counts_until_its_end(&mut self, under_way: UnderWay) {
        self.under_way = Some(under_way);
    }

    /// The request on this line is over when the answer is.
    pub(super) fn ends_request_of(&mut self, line: Line) {
        self.line = Some(line);
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = &mut *self;
        if let Some(cut) = this.cut.as_mut() {
            ready!(cut.as_mut().poll(cx));
            return Poll::Ready(Some(Err(CutShort.into())));
        }
        if this.cut_after == Some(0) {
            this.cut
                .insert(Box::pin(sleep(CUT_DELAY)))
                .as_mut()
                .poll(cx)
                .is_ready();
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let frame = match ready!(Pin::new(&mut this.inner).poll_frame(cx)) {
            Some(Ok(frame)) => frame,
            Some(Err(error)) => return Poll::Ready(Some(Err(error.into()))),
            None => return Poll::Ready(None),
        };
        let Ok(mut data) = frame.into_data() else {
            return Poll::Ready(None);
        };
        if let Some(left) = this.cut_after.as_mut() {
            let take = usize::try_from(*left).unwrap_or(usize::MAX).min(data.len());
            data.truncate(take);
            *left -= take as u64;
        }
        this.exchange.add_response_bytes(data.len());
        Poll::Ready(Some(Ok(Frame::data(data))))
    }

    fn is_end_stream(&self) -> bool {
        self.cut_after.is_none() && self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.exchange.log();
        if let Some(line) = &self.line {
            line.end_request();
        }
    }
}
