//! How files are put together into requests. Pure.
//!
//! Small files travel together because a request costs as much as 50 of them; large ones
//! alone, so that they hold up nobody.

/// The most bytes of a request with several files.
pub(crate) const BATCH_BYTES: u64 = 25_000_000;

/// The most files of a request.
pub(crate) const BATCH_FILES: usize = 200;

/// Cuts files, in their order, into requests; gives the indexes of each.
pub(crate) fn pack(sizes: &[u64]) -> Vec<Vec<usize>> {
    let mut batches = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut open_bytes = 0;
    for (index, &size) in sizes.iter().enumerate() {
        if size > BATCH_BYTES {
            batches.push(vec![index]);
            continue;
        }
        if open.len() == BATCH_FILES || open_bytes + size > BATCH_BYTES {
            batches.push(std::mem::take(&mut open));
            open_bytes = 0;
        }
        open.push(index);
        open_bytes += size;
    }
    if !open.is_empty() {
        batches.push(open);
    }
    batches
}

/// The two halves of a refused request, each in order; a single file cannot be split.
pub(crate) fn halves<T: Clone>(batch: &[T]) -> Option<(Vec<T>, Vec<T>)> {
    (batch.len() > 1).then(|| {
        let (first, second) = batch.split_at(batch.len() / 2);
        (first.to_vec(), second.to_vec())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_large_file_travels_alone() {
        assert_eq!(pack(&[10, BATCH_BYTES + 1, 20]), [vec![1], vec![0, 2]]);
        assert_eq!(pack(&[BATCH_BYTES, 1]), [vec![0], vec![1]]);
        assert_eq!(pack(&[0, 0]), [vec![0, 1]]);
        assert!(pack(&[]).is_empty());
    }

    proptest! {
        #[test]
        fn every_file_is_in_one_request_within_the_limits(sizes in prop::collection::vec(0u64..40_000_000, 0..700)) {
            let batches = pack(&sizes);
            let mut seen: Vec<usize> = batches.concat();
            seen.sort_unstable();
            prop_assert_eq!(seen, (0..sizes.len()).collect::<Vec<_>>());
            for batch in batches {
                let bytes: u64 = batch.iter().map(|&index| sizes[index]).sum();
                prop_assert!(!batch.is_empty() && batch.len() <= BATCH_FILES);
                prop_assert!(batch.len() == 1 || bytes <= BATCH_BYTES);
                prop_assert!(batch.is_sorted());
            }
        }

        #[test]
        fn halves_keep_everything_in_order(batch in prop::collection::vec(any::<u8>(), 2..300)) {
            let (mut first, second) = halves(&batch).unwrap();
            prop_assert!(!first.is_empty() && !second.is_empty());
            first.extend(second);
            prop_assert_eq!(first, batch);
        }
    }
}
