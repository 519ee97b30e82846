//! How files are put together into requests. Pure.
//!
//! Small files travel together because a request costs as much as 50 of them; large ones
//! alone, so that they hold up nobody.

/// The most bytes of a request with several files.
pub(crate) const BATCH_BYTES: u64 = 25_000_000;

/// The most files of a request.
pub(crate) const BATCH_FILES: usize = 200;

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

    proptest! {
        #[test]
        fn halves_keep_everything_in_order(batch in prop::collection::vec(any::<u8>(), 2..300)) {
            let (mut first, second) = halves(&batch).unwrap();
            prop_assert!(!first.is_empty() && !second.is_empty());
            first.extend(second);
            prop_assert_eq!(first, batch);
        }
    }
}
