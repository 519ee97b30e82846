//! Reading of lists: one that is as it was when it was last read is not sent again.

use bytes::Bytes;
use fielddesk_model::{Listed, Record};
use reqwest::header::{ETAG, HeaderValue};
use reqwest::{Method, StatusCode, Url};
use serde::de::DeserializeOwned;

use super::kept::KeptList;
use super::{Call, Client};
use crate::{Error, response};

/// The whole text of a list, and its tag where the service gives one.
struct ListText {
    tag: Option<HeaderValue>,
    body: Bytes,
}

impl Client {
    /// Lets go of the lists that are kept to be compared with the service's. The next reading of
    /// each takes longer, and nothing else changes.
    pub fn forget_lists(&self) {
        self.shared.lists.clear();
    }

    /// Gets a list; what cannot be listed of it is named in it.
    pub(crate) async fn list<T: Record + DeserializeOwned>(
        &self,
        url: Url,
        operation: &str,
    ) -> Result<Listed<T>, Error> {
        self.list_as(url, operation, response::read_json).await
    }

    /// Gets a list as [`Client::list`] does, from an address that is not asked a second time.
    pub(crate) async fn list_anew<T: Record + DeserializeOwned>(
        &self,
        url: Url,
        operation: &str,
    ) -> Result<Listed<T>, Error> {
        let listed = self.get(url, operation).await;
        listed.map_err(|error| error.with(|e| e.of_list = true))
    }

    /// Gets a list that `read` makes of its text, and keeps the text.
    pub(crate) async fn list_as<T>(
        &self,
        url: Url,
        operation: &str,
        read: fn(&[u8], &str) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let kept = self.shared.lists.get(&url);
        let mut call = Call {
            takes_unchanged: true,
            tag: kept.as_ref().map(|kept| kept.tag.clone()),
            expected_bytes: kept.as_ref().map_or(0, |kept| kept.body.len()),
            ..Call::new(Method::GET, url, operation)
        };
        let listed = async {
            let text = self.list_text(&mut call, kept.as_ref()).await?;
            let list = read(&text.body, operation);
            let list = list.map_err(|error| self.of_answer(error, &call.url))?;
            let keep = |tag| KeptList {
                tag,
                body: text.body,
            };
            self.shared.lists.put(&call.url, text.tag.map(keep));
            Ok(list)
        };
        let listed: Result<T, Error> = listed.await;
        listed.map_err(|error| error.with(|e| e.of_list = true))
    }

    async fn list_text(
        &self,
        call: &mut Call<'_>,
        kept: Option<&KeptList>,
    ) -> Result<ListText, Error> {
        let mut retries = self.retries();
        loop {
            match self.list_text_once(call, kept).await {
                Ok(Some(text)) => return Ok(text),
                // Unchanged, but from a list that is not here: asked for as for the first time.
                Ok(None) => {
                    call.takes_unchanged = false;
                    call.tag = None;
                }
                Err(error) => retries.after(error).await?,
            }
        }
    }

    /// Makes a single attempt; `None` for a 304 that does not mean the kept list.
    async fn list_text_once(
        &self,
        call: &Call<'_>,
        kept: Option<&KeptList>,
    ) -> Result<Option<ListText>, Error> {
        let response = self.attempt(call).await?;
        let tag = response.headers().get(ETAG).cloned();
        if response.status() == StatusCode::NOT_MODIFIED {
            let meant = kept.filter(|kept| kept.is_meant_by(tag.as_ref()));
            return Ok(meant.map(|kept| ListText {
                tag: Some(kept.tag.clone()),
                body: kept.body.clone(),
            }));
        }
        let body = Self::body_of(response, call).await?;
        Ok(Some(ListText { tag, body }))
    }
}
