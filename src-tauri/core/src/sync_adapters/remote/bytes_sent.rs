//! How far the uploads under way are, file by file, for whoever shows them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use fielddesk_api::Progress;

use crate::content::lock;

/// Section and name of a document.
type Place = (String, String);

/// Bytes sent of each file whose upload is under way. Clones are one.
#[derive(Debug, Clone, Default)]
pub(super) struct BytesSent(Arc<Mutex<BTreeMap<Place, Progress>>>);

impl BytesSent {
    /// Counts an upload until what is returned is dropped. The counts are those of the names, in
    /// their order.
    pub(super) fn begin(&self, section: &str, names: &[(String, u64)]) -> (Counted, Vec<Progress>) {
        let places = names
            .iter()
            .map(|(name, _)| (section.to_owned(), name.clone()));
        let counts: Vec<_> = places.map(|place| (place, Progress::new())).collect();
        lock(&self.0).extend(counts.iter().cloned());
        let (places, counts) = counts.into_iter().unzip();
        let counted = Counted {
            of: self.clone(),
            places,
        };
        (counted, counts)
    }

    /// Bytes sent of one file; `None` when it is not being uploaded.
    pub(super) fn of(&self, section: &str, name: &str) -> Option<u64> {
        let place = (section.to_owned(), name.to_owned());
        lock(&self.0).get(&place).map(Progress::bytes)
    }

    /// Bytes sent of all files that are being uploaded.
    pub(super) fn all(&self) -> u64 {
        lock(&self.0).values().map(Progress::bytes).sum()
    }
}

/// An upload that is counted.
pub(super) struct Counted {
    of: BytesSent,
    places: Vec<Place>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = lock(&self.of.0);
        for place in &self.places {
            counts.remove(place);
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
        assert_eq!(sent.of("VA", "b.pdf"), Some(7));
        assert_eq!(sent.of("EL", "b.pdf"), None);
        assert_eq!(sent.all(), 7);
        drop(counted);
        assert_eq!((sent.of("VA", "b.pdf"), sent.all()), (None, 0));
    }
}
