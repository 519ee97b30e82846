//! Batches of an upload: small files of one page together, large ones alone.

use std::collections::{BTreeMap, VecDeque};

use fielddesk_rules::name_key::SectionKey;

use crate::caller::Outgoing;
use crate::intent::Source;
use crate::limits::Limits;

/// Files of one request.
pub(super) type Batch<S> = Vec<Outgoing<S>>;

/// Files that may be sent, by page, in the order in which they came.
#[derive(Debug)]
pub(super) struct Waiting<S> {
    small: BTreeMap<SectionKey, VecDeque<Outgoing<S>>>,
    large: VecDeque<Outgoing<S>>,
    most_bytes: u64,
    alone_above_bytes: u64,
    batch_files: usize,
}

impl<S: Source> Waiting<S> {
    /// None yet. Uploads of `too_large` bytes and more were refused before.
    pub(super) fn new(limits: &Limits, too_large: Option<u64>) -> Self {
        let most_bytes =
            too_large.map_or(limits.batch_bytes, |size| limits.batch_bytes.min(size / 2));
        Self {
            small: BTreeMap::new(),
            large: VecDeque::new(),
            most_bytes,
            alone_above_bytes: limits.alone_above_bytes.min(most_bytes),
            batch_files: limits.batch_files,
        }
    }

    pub(super) fn push(&mut self, file: Outgoing<S>) {
        if file.source.size_bytes() > self.alone_above_bytes {
            self.large.push_back(file);
        } else {
            let section = file.key.section.clone();
            self.small.entry(section).or_default().push_back(file);
        }
    }

    /// The next large file, alone.
    pub(super) fn take_large(&mut self) -> Option<Batch<S>> {
        self.large.pop_front().map(|file| vec![file])
    }

    /// The next batch of small files; with `full`, only one that could take no more. `listed`
    /// tells how many documents a page has: the service returns all of them each time, so large
    /// pages get more files a request.
    pub(super) fn take_small(
        &mut self,
        full: bool,
        listed: impl Fn(&SectionKey) -> usize,
    ) -> Option<Batch<S>> {
        let (section, count) = self.small.iter().find_map(|(section, files)| {
            let most = self.batch_files + listed(section) / 20;
            let (count, is_full) = self.fill(files, most);
            (count > 0 && (is_full || !full)).then(|| (section.clone(), count))
        })?;
        let files = self.small.get_mut(&section)?;
        let batch = files.drain(..count).collect();
        if files.is_empty() {
            self.small.remove(&section);
        }
        Some(batch)
    }

    /// Returns the number of files that fit into one batch, and true where no more would.
    fn fill(&self, files: &VecDeque<Outgoing<S>>, most: usize) -> (usize, bool) {
        let mut bytes = 0;
        for (count, file) in files.iter().enumerate() {
            bytes += file.source.size_bytes();
            if count >= most || (count > 0 && bytes > self.most_bytes) {
                return (count, true);
            }
        }
        (files.len(), files.len() >= most)
    }
}

/// Two halves of a refused batch of several files.
pub(super) fn halves<S>(mut batch: Batch<S>) -> (Batch<S>, Batch<S>) {
    let second = batch.split_off(batch.len() / 2);
    (batch, second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fielddesk_rules::name_key::FileKey;

    #[derive(Debug, Clone)]
    struct Size(u64);

    impl Source for Size {
        fn size_bytes(&self) -> u64 {
            self.0
        }
    }

    fn waiting(files: &[(&str, u64)], too_large: Option<u64>) -> Waiting<Size> {
        let limits = Limits {
            batch_bytes: 100,
            batch_files: 2,
            alone_above_bytes: 50,
            ..Limits::default()
        };
        let mut waiting = Waiting::new(&limits, too_large);
        for (path, size) in files {
            let (section, name) = path.split_once('/').unwrap_or(("Documents", path));
            waiting.push(Outgoing {
                key: FileKey::of(section, name),
                section: section.to_owned(),
                name: name.to_owned(),
                supersedes: Vec::new(),
                decided: false,
                source: Size(*size),
            });
        }
        waiting
    }

    fn names(batch: Option<Batch<Size>>) -> Vec<String> {
        batch.into_iter().flatten().map(|file| file.name).collect()
    }

    fn small(waiting: &mut Waiting<Size>, listed: usize) -> Vec<Vec<String>> {
        std::iter::from_fn(|| waiting.take_small(false, |_| listed))
            .map(|batch| names(Some(batch)))
            .collect()
    }

    #[test]
    fn a_batch_holds_one_page_and_no_more_than_its_limits() {
        let files = [
            ("a", 40),
            ("b", 40),
            ("c", 1),
            ("VA/d", 50),
            ("VA/e", 51),
            ("f", 0),
        ];
        let mut waiting = waiting(&files, None);
        assert_eq!(
            small(&mut waiting, 0),
            [vec!["a", "b"], vec!["c", "f"], vec!["d"]]
        );
        assert_eq!(names(waiting.take_large()), ["e"]);
        assert!(waiting.take_large().is_none());
    }

    #[test]
    fn a_learnt_limit_makes_batches_smaller() {
        let mut waiting = waiting(&[("a", 20), ("b", 20), ("c", 31)], Some(60));
        assert_eq!(small(&mut waiting, 1000), [["a"], ["b"]]);
        assert_eq!(names(waiting.take_large()), ["c"]);
    }

    #[test]
    fn a_large_page_gets_more_files_a_request() {
        let mut waiting = waiting(&[("a", 1), ("b", 1), ("c", 1)], None);
        assert_eq!(small(&mut waiting, 20).len(), 1);
    }

    #[test]
    fn a_batch_that_could_take_more_waits_where_only_full_ones_go() {
        let mut waiting = waiting(&[("a", 1), ("b", 1), ("c", 1)], None);
        assert_eq!(names(waiting.take_small(true, |_| 0)), ["a", "b"]);
        assert!(waiting.take_small(true, |_| 0).is_none());
        assert_eq!(names(waiting.take_small(false, |_| 0)), ["c"]);
    }

    #[test]
    fn halving_ends_at_one_file() {
        let mut waiting = waiting(&[("a", 1), ("b", 1), ("c", 1)], None);
        let batch = waiting.take_small(false, |_| 20).unwrap();
        let (first, second) = halves(batch);
        assert_eq!((first.len(), second.len()), (1, 2));
    }
}
