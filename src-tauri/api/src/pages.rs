//! Pages that follow each other by a token: fetched one ahead, so that the network, the
//! reading and the storing of three pages overlap.

use bytes::Bytes;
use fielddesk_model::{Page, Record};
use futures::stream::{self, BoxStream};
use futures::{FutureExt, StreamExt};
use reqwest::{Method, Url};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;

use crate::client::Call;
use crate::resources::TripQuery;
use crate::{Client, Error, ErrorKind, response};

/// A page as it came, with its token.
#[derive(Debug, Clone)]
pub struct RawPage {
    /// The envelope, whole: JSON with `data` and more.
    pub body: Bytes,
    /// Opaque; empty when there are no more pages.
    pub continuation_token: String,
}

impl RawPage {
    /// Reads the records.
    pub(crate) fn read<T: Record + DeserializeOwned>(
        &self,
        operation: &str,
    ) -> Result<Page<T>, Error> {
        response::read_json(&self.body, operation)
    }
}

/// The source of pages.
pub(crate) struct Source {
    pub(crate) client: Client,
    pub(crate) url: Url,
    pub(crate) query: TripQuery,
    pub(crate) operation: &'static str,
}

impl Source {
    /// Fetches one page, with the retries of any call that may be repeated.
    ///
    /// `expected_bytes` is about how long it will be, 0 where nothing is known.
    pub(crate) async fn fetch(
        &self,
        token: Option<&str>,
        expected_bytes: usize,
    ) -> Result<RawPage, Error> {
        let mut url = self.url.clone();
        let token = token.filter(|token| !token.is_empty());
        self.query.append_to(&mut url, token);
        let call = Call {
            expected_bytes,
            ..Call::new(Method::GET, url, self.operation)
        };
        let body = self.client.whole(&call).await?;
        let continuation_token = token_of(&body).map_err(|error| {
            let error = response::unreadable(&error, &body, self.operation);
            self.client.of_answer(error, &call.url)
        })?;
        Ok(RawPage {
            body,
            continuation_token,
        })
    }

    /// Fetches page after page, each as soon as the one before was taken.
    async fn fetch_all(self, mut token: Option<String>, out: mpsc::Sender<Result<RawPage, Error>>) {
        let mut circle = Circle::default();
        let mut expected_bytes = 0;
        while let Ok(room) = out.reserve().await {
            let page = match self.fetch(token.as_deref(), expected_bytes).await {
                Ok(page) => page,
                Err(error) => return room.send(Err(error)),
            };
            // The next one is about as long.
            expected_bytes = page.body.len() + page.body.len() / 16;
            let next = page.continuation_token.clone();
            if !next.is_empty() && circle.closes(token.as_deref(), &next) {
                let error = Error::new(ErrorKind::UnreadableAnswer, self.operation)
                    .with_detail("its continuation token leads back to itself");
                return room.send(Err(error));
            }
            room.send(Ok(page));
            if next.is_empty() {
                return;
            }
            token = Some(next);
        }
    }
}

/// Notices tokens that go round for ever, without keeping them all: one of them is kept and
/// replaced after twice as many pages each time.
#[derive(Default)]
struct Circle {
    kept: Option<String>,
    pages: u64,
}

impl Circle {
    fn closes(&mut self, sent: Option<&str>, next: &str) -> bool {
        if sent == Some(next) || self.kept.as_deref() == Some(next) {
            return true;
        }
        self.pages += 1;
        if self.pages.is_power_of_two() {
            self.kept = Some(next.to_owned());
        }
        false
    }
}

/// The pages as they came.
pub(crate) fn raw(
    source: Result<Source, Error>,
    token: Option<String>,
) -> BoxStream<'static, Result<RawPage, Error>> {
    // The task begins with the first look at the stream, ends with the stream, and is at most
    // one page ahead.
    let begin = async move {
        let source = match source {
            Ok(source) => source,
            Err(error) => return stream::iter([Err(error)]).boxed(),
        };
        let operation = source.operation;
        let (out, pages) = mpsc::channel(1);
        let task = AbortOnDropHandle::new(tokio::spawn(source.fetch_all(token, out)));
        following(pages, task, operation).boxed()
    };
    begin.flatten_stream().boxed()
}

/// Streams the pages that the task sends. The task must not end before the last page or an error.
fn following(
    pages: mpsc::Receiver<Result<RawPage, Error>>,
    task: AbortOnDropHandle<()>,
    operation: &'static str,
) -> impl futures::Stream<Item = Result<RawPage, Error>> + Send {
    stream::try_unfold(Some((pages, task)), async move |state| {
        let Some((mut pages, task)) = state else {
            return Ok(None);
        };
        let page = pages
            .recv()
            .await
            .unwrap_or_else(|| Err(stopped(operation)))?;
        let more = !page.continuation_token.is_empty();
        Ok(Some((page, more.then_some((pages, task)))))
    })
}

/// Reads pages beside the caller, one ahead of it.
pub(crate) fn read<T: Record + DeserializeOwned + Send + 'static>(
    pages: BoxStream<'static, Result<RawPage, Error>>,
    operation: &'static str,
) -> BoxStream<'static, Result<Page<T>, Error>> {
    pages
        .map(move |page| {
            let reading = page.map(|page| {
                AbortOnDropHandle::new(tokio::task::spawn_blocking(move || page.read(operation)))
            });
            async move { reading?.await.map_err(|_| stopped(operation))? }
        })
        .buffered(2)
        .boxed()
}

/// The envelope's token, without reading the records where that can be spared.
fn token_of(body: &[u8]) -> Result<String, serde_json::Error> {
    if let Some(envelope) = envelope_at_the_end(body) {
        return Ok(envelope.token.unwrap_or_default());
    }
    fielddesk_model::from_slice::<Envelope>(body).map(|envelope| envelope.token.unwrap_or_default())
}

#[derive(Deserialize)]
struct Envelope {
    #[serde(rename = "continuationToken", default)]
    token: Option<String>,
}

/// Most services write the token behind the records. What follows the last `"continuationToken"`
/// is then the rest of the envelope: with a brace before it, it is an object, whole and with
/// nothing after it. Were the name inside a record, more would follow the object's end; inside a
/// text its quotes have backslashes, so it is not found there.
fn envelope_at_the_end(body: &[u8]) -> Option<Envelope> {
    const NAME: &[u8] = b"\"continuationToken\"";
    const MOST_BEHIND: usize = 64 * 1024;
    let at = memchr::memmem::rfind(body, NAME)?;
    let (before, rest) = (body.get(..at)?, body.get(at..)?);
    if rest.len() > MOST_BEHIND || before.last() == Some(&b'\\') {
        return None;
    }
    serde_json::from_slice(&[b"{", rest].concat()).ok()
}

fn stopped(operation: &str) -> Error {
    Error::new(ErrorKind::UnreadableAnswer, operation).with_detail("reading stopped half-way")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_the_envelopes_wherever_it_stands() {
        let far = "x".repeat(70_000);
        for (body, at_the_end) in [
            (
                r#"{"data":[],"continuationToken":"a","recordCount":0}"#.to_owned(),
                true,
            ),
            (
                r#"{"data":[], "continuationToken" : "a" }"#.to_owned(),
                true,
            ),
            (
                r#"{"continuationToken":"a","data":[{"id":"1"}]}"#.to_owned(),
                true,
            ),
            (
                format!(r#"{{"continuationToken":"a","data":["{far}"]}}"#),
                false,
            ),
            (
                r#"{"ContinuationToken":"a","data":[{"continuationToken":"b"}]}"#.to_owned(),
                false,
            ),
            (
                r#"{"continuationToken":"a","links":{"continuationToken":"b"}}"#.to_owned(),
                false,
            ),
            (
                r#"{"continuationToken":"a","data":["\"continuationToken\":\"b\"}"]}"#.to_owned(),
                true,
            ),
        ] {
            let found = envelope_at_the_end(body.as_bytes());
            assert_eq!(found.is_some(), at_the_end, "{body:.80}");
            assert_eq!(token_of(body.as_bytes()).unwrap(), "a", "{body:.80}");
        }
        for body in [r#"{"data":[]}"#, r#"{"continuationToken":null}"#] {
            assert_eq!(token_of(body.as_bytes()).unwrap(), "");
        }
        for body in ["", "[]", r#"{"data":["#, r#"{"continuationToken":7}"#] {
            assert!(token_of(body.as_bytes()).is_err(), "{body}");
        }
    }

    #[test]
    fn circles_of_any_length_are_noticed_and_long_streams_are_none() {
        for length in [1, 2, 3, 7, 100] {
            let mut circle = Circle::default();
            let token = |page: usize| (page % length).to_string();
            let noticed = (0..4 * length + 4)
                .position(|page| circle.closes(Some(&token(page)), &token(page + 1)));
            assert!(noticed.is_some(), "{length}");
        }
        let mut circle = Circle::default();
        let closes = |page: usize| circle.closes(Some(&page.to_string()), &(page + 1).to_string());
        assert!(!(0..10_000).any(closes));
    }
}
