//! Writes: those that may be repeated, and creates, which may not.

use std::future::Future;

use fielddesk_model::Record;
use reqwest::{Method, Url};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Body, Call, Client};
use crate::error::Outcome;
use crate::{Error, ErrorKind, response};

impl Client {
    /// Sends a change that gives the same when it is repeated (PUT, PATCH) and gives what is
    /// stored after it; `None` where the service did it and does not say.
    pub(crate) async fn write<T: DeserializeOwned>(
        &self,
        method: Method,
        url: Url,
        operation: &str,
        body: &impl Serialize,
    ) -> Result<Option<T>, Error> {
        let call = Call::json(method, url, operation, body)?;
        let answer = self.whole(&call).await?;
        Ok(response::read_stored(&answer, operation))
    }

    /// Gets a JSON answer in one attempt, for a look within the retries of another call.
    pub(crate) async fn get_once<T: DeserializeOwned>(
        &self,
        url: Url,
        operation: &str,
    ) -> Result<T, Error> {
        let call = Call::new(Method::GET, url, operation);
        self.read(&self.whole_once(&call).await?, &call)
    }

    /// Creates one record, exactly once. After an attempt whose outcome is unknown, `look`
    /// gives the stored record if it is the one that was sent, before another attempt is made
    /// and after the last; a 409 is then looked into as well. On a first attempt it is the
    /// refusal it is. A success that does not tell the record is never sent again: where
    /// `look` does not find it either, it is as it was sent, without what the service adds.
    ///
    /// # Errors
    /// `OutcomeUnknown` where the answer was lost and `look` fails too; otherwise see [`Error`].
    pub(crate) async fn create<T, F>(
        &self,
        call: &Call<'_>,
        look: impl Fn() -> F,
    ) -> Result<T, Error>
    where
        T: Record + DeserializeOwned,
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
        T: Record + DeserializeOwned,
        F: Future<Output = Result<Option<T>, Error>>,
    {
        if doubtful && let Some(record) = look().await? {
            return Ok(record);
        }
        let error = match self.done_once(call).await {
            Ok(answer) => {
                let answer = answer.unwrap_or_default();
                return self.created(&answer, call, look).await;
            }
            Err(error) if doubtful && error.is_conflict() => error,
            Err(error) => return Err(error),
        };
        // The doubtful attempt may have been carried out late.
        look().await?.ok_or(error)
    }

    /// The record that a success is about.
    async fn created<T, F>(
        &self,
        answer: &[u8],
        call: &Call<'_>,
        look: &impl Fn() -> F,
    ) -> Result<T, Error>
    where
        T: Record + DeserializeOwned,
        F: Future<Output = Result<Option<T>, Error>>,
    {
        let told: Option<T> = response::read_stored(answer, call.operation);
        if let Some(record) = told.filter(|record| !record.key().is_empty()) {
            return Ok(record);
        }
        match look().await {
            Ok(Some(record)) => Ok(record),
            Ok(None) | Err(_) => match &call.body {
                Body::Json(sent) => self.read(sent, call),
                Body::None | Body::Upload(_) => {
                    Err(Error::new(ErrorKind::OutcomeUnknown, call.operation))
                }
            },
        }
    }
}
