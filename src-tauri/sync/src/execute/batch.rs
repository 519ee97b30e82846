//! Which files travel together: small ones in batches of one page, large ones alone.

use std::collections::BTreeMap;

use crate::limits::Limits;
use crate::name::SectionKey;
use crate::plan::{Action, Do};

/// Files of one request.
pub(super) type Batch<'a> = Vec<&'a Action>;

/// The uploads of a plan as requests: small batches and large files apart.
#[derive(Debug, Default)]
pub(super) struct Batches<'a> {
    pub(super) small: Vec<Batch<'a>>,
    pub(super) large: Vec<Batch<'a>>,
}

/// Groups the uploads of a plan. `listed` tells how many documents a page has: the service
/// returns all of them each time, so large pages get more files a request.
pub(super) fn batches<'a>(
    actions: &'a [Action],
    limits: &Limits,
    too_large: Option<u64>,
    listed: impl Fn(&SectionKey) -> usize,
) -> Batches<'a> {
    let mut out = Batches::default();
    let most = too_large.map_or(limits.batch_bytes, |size| limits.batch_bytes.min(size / 2));
    let mut open: BTreeMap<&SectionKey, (Batch<'a>, u64)> = BTreeMap::new();
    for action in actions {
        let Do::Send { file, .. } = &action.act else {
            continue;
        };
        let size = file.stat.size;
        if size > limits.alone_above_bytes || size > most {
            out.large.push(vec![action]);
            continue;
        }
        let section = &action.key.section;
        let files = limits.batch_files + listed(section) / 20;
        let (batch, bytes) = open.entry(section).or_default();
        if batch.len() >= files || *bytes + size > most {
            out.small.push(std::mem::take(batch));
            *bytes = 0;
        }
        *bytes += size;
        batch.push(action);
    }
    let rest = open.into_values().map(|(batch, _)| batch);
    out.small.extend(rest.filter(|batch| !batch.is_empty()));
    out
}

/// Two halves of a refused batch; none of a single file.
pub(super) fn halves<'a>(batch: &Batch<'a>) -> Option<(Batch<'a>, Batch<'a>)> {
    if batch.len() < 2 {
        return None;
    }
    let (first, second) = batch.split_at(batch.len() / 2);
    Some((first.to_vec(), second.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::FileKey;
    use crate::path::RelPath;
    use crate::plan::{PlannedFile, SendReason};
    use crate::tree::Stat;

    fn sends(files: &[(&str, u64)]) -> Vec<Action> {
        let send = |(name, size): &(&str, u64)| {
            let path = RelPath::new(name).unwrap();
            Action {
                key: FileKey::of(path.folder().unwrap_or("Documents"), path.name()),
                section: path.folder().unwrap_or("Documents").to_owned(),
                name: path.name().to_owned(),
                path: Some(path.clone()),
                bytes: *size,
                act: Do::Send {
                    file: PlannedFile {
                        path,
                        stat: Stat {
                            size: *size,
                            mtime_ns: 0,
                            identity: None,
                        },
                        sha256: None,
                    },
                    supersedes: Vec::new(),
                    why: SendReason::New,
                },
            }
        };
        files.iter().map(send).collect()
    }

    fn names(batches: &[Batch<'_>]) -> Vec<Vec<String>> {
        let names = |batch: &Batch<'_>| batch.iter().map(|a| a.name.clone()).collect();
        batches.iter().map(names).collect()
    }

    fn limits() -> Limits {
        Limits {
            batch_bytes: 100,
            batch_files: 2,
            alone_above_bytes: 50,
            ..Limits::default()
        }
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
        let actions = sends(&files);
        let batches = batches(&actions, &limits(), None, |_| 0);
        assert_eq!(
            names(&batches.small),
            [vec!["a", "b"], vec!["c", "f"], vec!["d"]]
        );
        assert_eq!(names(&batches.large), [["e"]]);
    }

    #[test]
    fn a_learnt_limit_makes_batches_smaller() {
        let actions = sends(&[("a", 20), ("b", 20), ("c", 31)]);
        let batches = batches(&actions, &limits(), Some(60), |_| 1000);
        assert_eq!(names(&batches.small), [["a"], ["b"]]);
        assert_eq!(names(&batches.large), [["c"]]);
    }

    #[test]
    fn a_large_page_gets_more_files_a_request() {
        let actions = sends(&[("a", 1), ("b", 1), ("c", 1)]);
        assert_eq!(batches(&actions, &limits(), None, |_| 20).small.len(), 1);
    }

    #[test]
    fn halving_ends_at_one_file() {
        let actions = sends(&[("a", 1), ("b", 1), ("c", 1)]);
        let batch: Batch<'_> = actions.iter().collect();
        let (first, second) = halves(&batch).unwrap();
        assert_eq!((first.len(), second.len()), (1, 2));
        assert!(halves(&first).is_none());
    }
}
