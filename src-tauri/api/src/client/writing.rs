//! Writes: those that may be repeated, and creates, which may not.

use std::future::Future;

use bytes::Bytes;
use reqwest::{Method, Url};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Call, Client};
use crate::error::Outcome;
use crate::{Error, ErrorKind, answer};

impl Client {
    /// Sends a change that gives the same when it is repeated (PUT, PATCH) and reads what is
    /// stored after it.
    pub(crate) async fn write<T: DeserializeOwned>(
        &self,
        method: Method,
        url: Url,
        operation: &str,
        body: &impl Serialize,
    ) -> Result<T, Error> {
        let call = Call::json(method, url, operation, body)?;
        let answer = self.whole(&call).await?;
        answer::read_json(&answer, operation)
            .map_err(|error| error.with(|e| e.host = answer::host(&call.url)))
    }

    /// Gets a JSON answer in one attempt, for a look within the retries of another call.
    pub(crate) async fn get_once<T: DeserializeOwned>(
        &self,
        url: Url,
        operation: &str,
    ) -> Result<T, Error> {
        let body = self
            .whole_once(&Call::new(Method::GET, url, operation))
            .await?;
        answer::read_json(&body, operation)
    }

    /// Creates one record, exactly once. After an attempt whose outcome is unknown, `look`
    /// gives the stored record if it is the one that was sent, before another attempt is made
    /// and after the last; a 409 is then looked into as well. On a first attempt it is the
    /// refusal it is.
    ///
    /// # Errors
    /// `OutcomeUnknown` where the answer was lost and `look` fails too; otherwise see [`Error`].
    pub(crate) async fn create<T, F>(
        &self,
        call: &Call<'_>,
        look: impl Fn() -> F,
    ) -> Result<T, Error>
    where
        T: DeserializeOwned,
        F: Future<Output = Result<Option<T>, Error>>,
    {
        let mut retries = self.retries();
        let mut doubtful = false;
        loop {
            let error = match self.create_or_find(call, doubtful, &look).await {
                Ok(record) => return Ok(record),
                Err(error) => error,
            };
            doubtful |= error.outcome() == Outcome::Unknown;
            let Err(last) = retries.after(error).await else {
                continue;
            };
            if !doubtful {
                return Err(last);
            }
            // The attempts are over and one of them was doubtful: what is stored decides.
            return match look().await {
                Ok(Some(record)) => Ok(record),
                Ok(None) => Err(last),
                Err(_) => Err(last.with_kind(ErrorKind::OutcomeUnknown)),
            };
        }
    }

    async fn create_or_find<T, F>(
        &self,
        call: &Call<'_>,
        doubtful: bool,
        look: &impl Fn() -> F,
    ) -> Result<T, Error>
    where
        T: DeserializeOwned,
        F: Future<Output = Result<Option<T>, Error>>,
    {
        if doubtful && let Some(record) = look().await? {
            return Ok(record);
        }
        let error = match self.create_once(call).await {
            Err(error) if doubtful && error.is_conflict() => error,
            other => return other,
        };
        // The doubtful attempt may have been carried out late.
        look().await?.ok_or(error)
    }

    /// One attempt. A success that cannot be read was a success: only its answer is lost.
    pub(crate) async fn create_once<T: DeserializeOwned>(
        &self,
        call: &Call<'_>,
    ) -> Result<T, Error> {
        let answer: Bytes = self.whole_once(call).await?;
        answer::read_json(&answer, call.operation).map_err(|error| {
            error.with(|e| {
                e.host = answer::host(&call.url);
                e.outcome = Outcome::Unknown;
            })
        })
    }
}
