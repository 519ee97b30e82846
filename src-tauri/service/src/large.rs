//! Places for large answers: whole lists are put together in memory, and slow clients take long
//! to read them.
//!
//! A place is taken before a list is read and given back with its last byte, or at once where
//! the list turns out small. A list that was small the last time goes without, so that the
//! pages that all clients look at do not wait behind a few large downloads.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use hyper::body::Body as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ApiError;

/// Large answers of a process at a time.
const PLACES: usize = 16;
/// Answers of this size and more are large.
const LARGE_BYTES: u64 = 1024 * 1024;
/// Lists that are remembered as small.
const MOST_SMALL: usize = 16_384;

/// The large answers of a process.
pub(crate) struct LargeAnswers {
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
    patience: Duration,
    small: Mutex<HashSet<u64>>,
    hasher: RandomState,
}

/// A place of a large answer; held by the answer until its last byte is on its way.
#[derive(Clone)]
pub(crate) struct Place {
    _permit: Arc<OwnedSemaphorePermit>,
}

impl LargeAnswers {
    /// Makes the places; requests wait this long for one.
    pub(crate) fn new(patience: Duration) -> Self {
        Self {
            places: Arc::new(Semaphore::new(PLACES)),
            waiting: AtomicUsize::new(0),
            patience,
            small: Mutex::default(),
            hasher: RandomState::new(),
        }
    }

    /// Returns the number of places that are taken.
    pub(crate) fn under_way(&self) -> usize {
        PLACES - self.places.available_permits()
    }

    /// Returns the number of requests that wait for a place.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    async fn place(&self) -> Result<Place, ApiError> {
        let _waiting = Waiting::new(&self.waiting);
        let places = Arc::clone(&self.places);
        let permit = tokio::time::timeout(self.patience, places.acquire_owned()).await;
        match permit {
            Ok(Ok(permit)) => Ok(Place {
                _permit: Arc::new(permit),
            }),
            Ok(Err(closed)) => Err(ApiError::internal(closed)),
            Err(_) => Err(ApiError::unavailable(format!(
                "{PLACES} large answers are under way"
            ))),
        }
    }

    /// A list as its caller sees it.
    fn key(&self, request: &Request) -> u64 {
        let caller = request.headers().get(header::AUTHORIZATION);
        self.hasher.hash_one((caller, request.uri()))
    }

    fn is_small(&self, key: u64) -> bool {
        self.lock().contains(&key)
    }

    fn note(&self, key: u64, is_small: bool) {
        let mut small = self.lock();
        if !is_small {
            small.remove(&key);
            return;
        }
        if small.len() >= MOST_SMALL {
            small.clear();
        }
        small.insert(key);
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<u64>> {
        self.small.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a request that waits for as long as it does.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Lets a read of a whole list wait for a place where it needs one.
pub(crate) async fn admit(
    State(large): State<Arc<LargeAnswers>>,
    request: Request,
    next: Next,
) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    let key = large.key(&request);
    let place = match large.is_small(key) {
        true => None,
        false => match large.place().await {
            Ok(place) => Some(place),
            Err(refusal) => return refusal.into_response(),
        },
    };
    let mut response = next.run(request).await;
    if response.status() != StatusCode::OK {
        return response;
    }
    let size = size_of(&response);
    let is_small = size.is_some_and(|size| size < LARGE_BYTES);
    large.note(key, is_small);
    if let Some(place) = place.filter(|_| !is_small) {
        response.extensions_mut().insert(place);
    }
    response
}

fn size_of(response: &Response) -> Option<u64> {
    let length = response.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    length.or_else(|| response.body().size_hint().exact())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::routing::get;
    use axum::{Router, middleware};
    use tower::ServiceExt as _;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_seventeenth_waits_for_a_place_and_is_refused_after_its_time() {
        let large = LargeAnswers::new(Duration::from_secs(10));
        let mut held = Vec::new();
        for _ in 0..PLACES {
            held.push(large.place().await.unwrap());
        }
        assert_eq!((large.under_way(), large.waiting()), (PLACES, 0));
        let begun = tokio::time::Instant::now();
        let refusal = large.place().await.map(drop).unwrap_err().into_response();
        assert_eq!(begun.elapsed(), Duration::from_secs(10));
        assert_eq!(refusal.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(refusal.headers().contains_key(header::RETRY_AFTER));
        let (next, ()) = tokio::join!(large.place(), async {
            assert_eq!(large.waiting(), 1);
            held.pop();
        });
        assert!(next.is_ok(), "it took the place that was given back");
        drop((held, next));
        assert_eq!((large.under_way(), large.waiting()), (0, 0));
    }

    fn served(bytes: u64) -> (Arc<LargeAnswers>, Router) {
        let large = Arc::new(LargeAnswers::new(Duration::from_secs(10)));
        let list = async move || vec![b' '; usize::try_from(bytes).unwrap()];
        let admit = middleware::from_fn_with_state(Arc::clone(&large), admit);
        let router = Router::new().route("/list", get(list)).route_layer(admit);
        (large, router)
    }

    async fn read(router: &Router) -> Response {
        let request = Request::get("/list").body(Body::empty()).unwrap();
        router.clone().oneshot(request).await.unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn large_answers_keep_their_places_until_they_are_sent() {
        let (large, router) = served(LARGE_BYTES);
        let mut sending = Vec::new();
        for _ in 0..PLACES {
            sending.push(read(&router).await);
        }
        assert!(sending.iter().all(|answer| answer.status() == 200));
        assert_eq!(large.under_way(), PLACES);
        assert_eq!(read(&router).await.status(), 503);
        sending.pop();
        assert_eq!(read(&router).await.status(), 200);
    }

    #[tokio::test(start_paused = true)]
    async fn a_list_that_was_small_needs_no_place() {
        let (large, router) = served(LARGE_BYTES - 1);
        let first = read(&router).await;
        assert_eq!((first.status().as_u16(), large.under_way()), (200, 0));
        let mut held = Vec::new();
        for _ in 0..PLACES {
            held.push(large.place().await.unwrap());
        }
        assert_eq!(read(&router).await.status(), 200);
    }

    #[test]
    fn lists_are_small_as_long_as_their_last_answer_was_and_never_too_many() {
        let large = LargeAnswers::new(Duration::ZERO);
        large.note(1, true);
        assert!(large.is_small(1) && !large.is_small(2));
        large.note(1, false);
        assert!(!large.is_small(1));
        for key in 0..100_000 {
            large.note(key, true);
        }
        assert!(large.lock().len() <= MOST_SMALL);
    }
}
