//! Progress of the uploads under way, file by file, for display.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use fielddesk_api::Progress;
use fielddesk_rules::name_key::FileKey;

use fielddesk_documents::lock::lock;

/// Bytes sent of each file whose upload is under way. Clones are one.
#[derive(Debug, Clone, Default)]
pub(crate) struct BytesSent(Arc<Mutex<BTreeMap<FileKey, Progress>>>);

impl BytesSent {
    /// Counts an upload until what is returned is dropped. The counts are those of the names, in
    /// their order.
    pub(crate) fn begin(&self, section: &str, names: &[(String, u64)]) -> (Counted, Vec<Progress>) {
        let keys = names.iter().map(|(name, _)| FileKey::of(section, name));
        let counts: Vec<_> = keys.map(|key| (key, Progress::new())).collect();
        lock(&self.0).extend(counts.iter().cloned());
        let (keys, counts) = counts.into_iter().unzip();
        let counted = Counted {
            of: self.clone(),
            keys,
        };
        (counted, counts)
    }

    /// Bytes sent of one file; `None` when it is not being uploaded.
    pub(crate) fn of(&self, section: &str, name: &str) -> Option<u64> {
        lock(&self.0)
            .get(&FileKey::of(section, name))
            .map(Progress::bytes)
    }

    /// Bytes sent of all files that are being uploaded.
    pub(crate) fn all(&self) -> u64 {
        lock(&self.0).values().map(Progress::bytes).sum()
    }
}

/// An upload that is counted.
pub(crate) struct Counted {
    of: BytesSent,
    keys: Vec<FileKey>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = lock(&self.of.0);
        for key in &self.keys {
            counts.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_counted_while_its_upload_is_under_way() {
        let sent = BytesSent::default();
        let names = [("a.pdf".to_owned(), 10), ("b.pdf".to_owned(), 20)];
        let (counted, counts) = sent.begin("VA", &names);
        counts[1].add(7);
        assert_eq!(sent.of("VA", "a.pdf"), Some(0));
        assert_eq!(sent.of("VA", "B.pdf"), Some(7), "one name for the service");
        assert_eq!(sent.of("EL", "b.pdf"), None);
        assert_eq!(sent.all(), 7);
        drop(counted);
        assert_eq!((sent.of("VA", "b.pdf"), sent.all()), (None, 0));
    }
}
