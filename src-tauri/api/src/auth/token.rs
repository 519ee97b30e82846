//! The token and its cache: one for all tasks, renewed once, before it expires.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use secrecy::SecretString;

use crate::{Clock, Error};

/// Time before its end at which a token is renewed.
const EARLY: TimeDelta = TimeDelta::seconds(60);
/// A token that lives shorter than this is renewed at half its life.
const SHORT: TimeDelta = TimeDelta::seconds(120);
/// Pause after a failed renewal while the token is still good.
const PAUSE: TimeDelta = TimeDelta::seconds(5);
/// No token lives longer than a year; what claims to is renewed after one.
const LONGEST_S: u64 = 365 * 86_400;

/// The scopes that a sign-in brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Granted {
    /// The scopes that the token carries.
    pub granted: Vec<String>,
    /// The scopes that the client asked for and is not granted.
    pub refused: Vec<String>,
}

/// A token with its times.
pub(crate) struct Token {
    pub(crate) secret: SecretString,
    pub(crate) scopes: Granted,
    renew_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

impl Token {
    /// A token of the token endpoint; `asked_at` is before the request, so that no clock
    /// thinks it younger than the service does.
    pub(crate) fn issued(
        secret: SecretString,
        scopes: Granted,
        asked_at: DateTime<Utc>,
        lifetime_s: u64,
    ) -> Self {
        let seconds = i64::try_from(lifetime_s.min(LONGEST_S)).unwrap_or(i64::MAX);
        let lifetime = TimeDelta::seconds(seconds);
        let good_for = if lifetime < SHORT {
            lifetime / 2
        } else {
            lifetime - EARLY
        };
        Self {
            secret,
            scopes,
            renew_at: asked_at + good_for,
            expires_at: asked_at + lifetime,
        }
    }

    /// A token that an administrator made: never renewed.
    pub(crate) fn fixed(secret: SecretString, scopes: Granted) -> Self {
        Self {
            secret,
            scopes,
            renew_at: DateTime::<Utc>::MAX_UTC,
            expires_at: DateTime::<Utc>::MAX_UTC,
        }
    }
}

/// The token that all clones of a client share.
#[derive(Default)]
pub(crate) struct TokenCache {
    state: Mutex<State>,
    /// Held by the one caller that signs in.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    current: Option<Arc<Token>>,
    not_before: Option<DateTime<Utc>>,
    /// Number of sign-ins that ended; `failure` is the last one's.
    ended: u64,
    failure: Option<Error>,
}

impl TokenCache {
    /// Gives the token, signing in where there is none.
    ///
    /// While a good token is there, one caller renews it and the others go on with it; a
    /// renewal that fails leaves it in place. Without one, all wait for the one sign-in under
    /// way and share its failure.
    pub(crate) async fn get(
        &self,
        clock: &dyn Clock,
        sign_in: impl Future<Output = Result<Token, Error>>,
    ) -> Result<Arc<Token>, Error> {
        let seen = self.with(|state| state.ended);
        if let Some(token) = self.good(clock.now()) {
            if !self.wants_renewal(&token, clock.now()) {
                return Ok(token);
            }
            let Ok(_turn) = self.turn.try_lock() else {
                return Ok(token);
            };
            return Ok(self.renew(token, clock, sign_in).await);
        }
        let _turn = self.turn.lock().await;
        if let Some(token) = self.good(clock.now()) {
            return Ok(token);
        }
        if let Some(error) = self.with(|state| {
            let ended_meanwhile = state.ended > seen;
            ended_meanwhile.then(|| state.failure.clone()).flatten()
        }) {
            return Err(error);
        }
        let result = sign_in.await;
        self.keep(result)
    }

    async fn renew(
        &self,
        token: Arc<Token>,
        clock: &dyn Clock,
        sign_in: impl Future<Output = Result<Token, Error>>,
    ) -> Arc<Token> {
        // Another caller may have finished between the look and the turn.
        if let Some(newer) = self.good(clock.now())
            && !self.wants_renewal(&newer, clock.now())
        {
            return newer;
        }
        match sign_in.await {
            Ok(new) => self.keep(Ok(new)).unwrap_or(token),
            Err(error) => {
                tracing::warn!(%error, "kept the token, which is still good");
                self.with(|state| state.not_before = clock.now().checked_add_signed(PAUSE));
                token
            }
        }
    }

    /// Drops a token that the service refused, unless it was replaced already.
    pub(crate) fn discard(&self, refused: &Arc<Token>) {
        self.with(|state| {
            if state
                .current
                .as_ref()
                .is_some_and(|token| Arc::ptr_eq(token, refused))
            {
                state.current = None;
            }
        });
    }

    /// The token as it is now.
    pub(crate) fn secret(&self) -> Option<SecretString> {
        self.with(|state| Some(state.current.as_ref()?.secret.clone()))
    }

    fn keep(&self, result: Result<Token, Error>) -> Result<Arc<Token>, Error> {
        let result = result.map(Arc::new);
        self.with(|state| {
            state.ended += 1;
            state.failure = result.as_ref().err().cloned();
            if let Ok(token) = &result {
                state.current = Some(Arc::clone(token));
                state.not_before = None;
            }
        });
        result
    }

    fn good(&self, now: DateTime<Utc>) -> Option<Arc<Token>> {
        self.with(|state| state.current.clone())
            .filter(|token| now < token.expires_at)
    }

    fn wants_renewal(&self, token: &Token, now: DateTime<Utc>) -> bool {
        now >= token.renew_at && self.with(|state| state.not_before.is_none_or(|at| now >= at))
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::ErrorKind;
    use crate::testing::ManualClock;

    struct Fixture {
        cache: TokenCache,
        clock: ManualClock,
        asked: AtomicU32,
        lifetime_s: u64,
    }

    fn fixture(lifetime_s: u64) -> Fixture {
        Fixture {
            cache: TokenCache::default(),
            clock: ManualClock::new("2026-11-20T12:00:00Z".parse().unwrap()),
            asked: AtomicU32::new(0),
            lifetime_s,
        }
    }

    impl Fixture {
        fn token(&self) -> Token {
            let scopes = Granted {
                granted: vec![],
                refused: vec![],
            };
            Token::issued("t".into(), scopes, self.clock.now(), self.lifetime_s)
        }

        async fn get(&self) -> Result<Arc<Token>, Error> {
            self.cache
                .get(&self.clock, async {
                    self.asked.fetch_add(1, Ordering::SeqCst);
                    tokio::task::yield_now().await;
                    Ok(self.token())
                })
                .await
        }

        async fn get_failing(&self) -> Result<Arc<Token>, Error> {
            self.cache
                .get(&self.clock, async {
                    self.asked.fetch_add(1, Ordering::SeqCst);
                    tokio::task::yield_now().await;
                    Err(Error::new(ErrorKind::ServerFailed, "sign in"))
                })
                .await
        }

        fn asked(&self) -> u32 {
            self.asked.load(Ordering::SeqCst)
        }

        fn pass(&self, seconds: u64) {
            self.clock.advance(Duration::from_secs(seconds));
        }
    }

    #[tokio::test]
    async fn fifty_callers_share_one_sign_in() {
        let f = fixture(1800);
        let all = futures::future::join_all((0..50).map(|_| f.get())).await;
        assert!(all.iter().all(Result::is_ok));
        assert_eq!(f.asked(), 1);
    }

    #[tokio::test]
    async fn fifty_callers_share_one_failure_and_the_next_one_tries_again() {
        let f = fixture(1800);
        let all = futures::future::join_all((0..50).map(|_| f.get_failing())).await;
        assert!(all.iter().all(Result::is_err));
        assert_eq!(
            f.asked(),
            1,
            "a failed sign-in is not repeated by each that waited"
        );
        f.get().await.unwrap();
        assert_eq!(f.asked(), 2);
    }

    #[tokio::test]
    async fn a_token_is_renewed_a_minute_before_its_end_and_a_short_one_at_half_its_life() {
        for (lifetime, still_good, renewed) in [
            (1800, 1739, 1740),
            (120, 59, 60),
            (119, 59, 60),
            (10, 4, 5),
            (1, 0, 1),
        ] {
            let f = fixture(lifetime);
            f.get().await.unwrap();
            f.pass(still_good);
            f.get().await.unwrap();
            assert_eq!(f.asked(), 1, "lifetime {lifetime}");
            f.pass(renewed - still_good);
            f.get().await.unwrap();
            assert_eq!(f.asked(), 2, "lifetime {lifetime}");
        }
    }

    #[tokio::test]
    async fn while_one_renews_the_others_go_on_with_the_good_token() {
        let f = fixture(1800);
        let first = f.get().await.unwrap();
        f.pass(1750);
        let (renewed, other) = tokio::join!(f.get(), f.get());
        assert_eq!(f.asked(), 2);
        assert!(!Arc::ptr_eq(&renewed.unwrap(), &first));
        assert!(Arc::ptr_eq(&other.unwrap(), &first));
    }

    #[tokio::test]
    async fn a_failed_renewal_keeps_the_good_token_and_is_not_repeated_at_once() {
        let f = fixture(1800);
        let first = f.get().await.unwrap();
        f.pass(1750);
        for _ in 0..10 {
            assert!(Arc::ptr_eq(&f.get_failing().await.unwrap(), &first));
        }
        assert_eq!(f.asked(), 2);
        f.pass(5);
        f.get().await.unwrap();
        assert_eq!(f.asked(), 3);
    }

    #[tokio::test]
    async fn an_expired_token_is_not_kept_when_its_renewal_fails() {
        let f = fixture(1800);
        f.get().await.unwrap();
        f.pass(1800);
        assert!(f.get_failing().await.is_err());
    }

    #[tokio::test]
    async fn discarding_an_old_token_leaves_the_new_one() {
        let f = fixture(1800);
        let old = f.get().await.unwrap();
        f.cache.discard(&old);
        let new = f.get().await.unwrap();
        f.cache.discard(&old);
        assert!(Arc::ptr_eq(&f.get().await.unwrap(), &new));
        assert_eq!(f.asked(), 2);
    }

    #[tokio::test]
    async fn a_caller_that_gives_up_its_sign_in_leaves_the_turn_to_the_next() {
        let f = fixture(1800);
        let stuck = f.cache.get(&f.clock, futures::future::pending());
        let gone = tokio::time::timeout(Duration::from_millis(1), stuck).await;
        assert!(gone.is_err());
        f.get().await.unwrap();
        assert_eq!(f.asked(), 1);
    }

    #[tokio::test]
    async fn an_endless_lifetime_does_not_overflow() {
        let f = fixture(u64::MAX);
        f.get().await.unwrap();
        f.pass(364 * 86_400);
        f.get().await.unwrap();
        assert_eq!(f.asked(), 1);
    }
}
