//! Lists as they were last read, with the entity tags that the service gave them: it answers
//! 304 in place of a list that is still the same.
//!
//! They belong to one connection, are in memory alone, and go with the last clone of its client.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use reqwest::Url;
use reqwest::header::HeaderValue;

/// Bytes that all kept lists of a connection have together at most.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// A list as the service sent it, unpacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptList {
    pub(crate) tag: HeaderValue,
    pub(crate) body: Bytes,
}

impl KeptList {
    /// Returns true where an answer of 304 with this tag means the list. Strong and weak tags
    /// count as equal, as in `If-None-Match`.
    pub(crate) fn is_meant_by(&self, tag: Option<&HeaderValue>) -> bool {
        let opaque = |tag: &HeaderValue| {
            let tag = tag.as_bytes();
            tag.strip_prefix(b"W/").unwrap_or(tag).to_vec()
        };
        tag.is_none_or(|tag| opaque(tag) == opaque(&self.tag))
    }
}

/// The kept lists of a connection, the least recently used one first.
#[derive(Debug, Default)]
pub(super) struct KeptLists(Mutex<VecDeque<(Url, KeptList)>>);

impl KeptLists {
    /// Returns the list of an address.
    pub(super) fn get(&self, url: &Url) -> Option<KeptList> {
        let mut lists = self.lock();
        let place = lists.iter().position(|(of, _)| of == url)?;
        let used = lists.remove(place)?;
        let list = used.1.clone();
        lists.push_back(used);
        Some(list)
    }

    /// Keeps the list of an address in place of the one before; none where it has no tag.
    pub(super) fn put(&self, url: &Url, list: Option<KeptList>) {
        let mut lists = self.lock();
        lists.retain(|(of, _)| of != url);
        let list = list.filter(|list| list.body.len() <= MOST_BYTES);
        lists.extend(list.map(|list| (url.clone(), list)));
        let mut bytes: usize = lists.iter().map(|(_, list)| list.body.len()).sum();
        while bytes > MOST_BYTES
            && let Some((_, oldest)) = lists.pop_front()
        {
            bytes -= oldest.body.len();
        }
    }

    pub(super) fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(Url, KeptList)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(name: &str) -> Url {
        Url::parse("https://a.example/")
            .unwrap()
            .join(name)
            .unwrap()
    }

    fn list(tag: &'static str, bytes: usize) -> KeptList {
        KeptList {
            tag: HeaderValue::from_static(tag),
            body: vec![0; bytes].into(),
        }
    }

    #[test]
    fn the_least_recently_used_list_goes_where_all_would_be_too_large() {
        let lists = KeptLists::default();
        let third = MOST_BYTES / 3;
        for name in ["a", "b", "c"] {
            lists.put(&url(name), Some(list("\"1\"", third)));
        }
        assert!(lists.get(&url("a")).is_some());
        lists.put(&url("d"), Some(list("\"1\"", third)));
        let held = |name| lists.get(&url(name)).is_some();
        assert_eq!(["a", "b", "c", "d"].map(held), [true, false, true, true]);
        lists.put(&url("e"), Some(list("\"1\"", MOST_BYTES + 1)));
        assert_eq!(
            ["a", "d", "e"].map(held),
            [true, true, false],
            "too large alone"
        );
    }

    #[test]
    fn the_last_answer_of_an_address_counts_and_one_without_a_tag_leaves_none() {
        let lists = KeptLists::default();
        lists.put(&url("a"), Some(list("\"1\"", 1)));
        lists.put(&url("a"), Some(list("\"2\"", 2)));
        assert_eq!(lists.get(&url("a")), Some(list("\"2\"", 2)));
        assert_eq!(lists.get(&url("a?x=1")), None);
        lists.put(&url("a"), None);
        assert_eq!(lists.get(&url("a")), None);
        lists.put(&url("a"), Some(list("\"3\"", 3)));
        lists.clear();
        assert_eq!(lists.get(&url("a")), None);
    }

    #[test]
    fn a_304_means_the_list_of_its_tag() {
        let strong = list("\"1\"", 1);
        for (tag, expected) in [
            (None, true),
            (Some("\"1\""), true),
            (Some("W/\"1\""), true),
            (Some("\"2\""), false),
        ] {
            let tag = tag.map(HeaderValue::from_static);
            assert_eq!(strong.is_meant_by(tag.as_ref()), expected, "{tag:?}");
        }
    }
}
