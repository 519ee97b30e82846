//! Blocks of up to 4096 trips: their place numbers, keys, bits of dead rows and records.

use serde::{Deserialize, Serialize};

/// Most rows of a block.
pub(crate) const ROWS: usize = 4096;
const ROW_BITS: u32 = 12;

/// Where a trip is: its block and row in one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place(pub(crate) u32);

impl Place {
    /// None beyond what a number can say: a million blocks.
    pub(crate) fn new(block: i64, row: usize) -> Option<Self> {
        let block = u32::try_from(block).ok().filter(|block| *block < 1 << 20)?;
        let row = u32::try_from(row).ok().filter(|row| *row < 1 << ROW_BITS)?;
        Some(Self(block << ROW_BITS | row))
    }

    pub(crate) fn block(self) -> i64 {
        i64::from(self.0 >> ROW_BITS)
    }

    pub(crate) const fn row(self) -> usize {
        (self.0 & ((1 << ROW_BITS) - 1)) as usize
    }
}

/// The key of a trip's id: the id itself where it is 24 hex digits, as ids of the service are,
/// else the beginning of its SHA-256. Bytes, so that a million of them lie without gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct IdKey(pub(crate) [u8; 12]);

impl IdKey {
    pub(crate) fn of(id: &str) -> Self {
        let mut bytes = [0u8; 12];
        let plain = id
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !(id.len() == 24 && plain && hex::decode_to_slice(id, &mut bytes).is_ok()) {
            use sha2::Digest as _;
            let hash = sha2::Sha256::digest(id.as_bytes());
            for (to, from) in bytes.iter_mut().zip(hash.iter()) {
                *to = *from;
            }
        }
        Self(bytes)
    }

    pub(crate) fn put(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0);
    }
}

/// The keys of a block, by row.
pub(crate) fn keys(bytes: &[u8]) -> impl Iterator<Item = IdKey> {
    bytes.as_chunks().0.iter().copied().map(IdKey)
}

/// A bit for each row that is gone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Dead(pub(crate) Vec<u8>);

impl Dead {
    pub(crate) fn has(&self, row: usize) -> bool {
        self.0
            .get(row / 8)
            .is_some_and(|byte| byte & (1 << (row % 8)) != 0)
    }

    /// Marks a row; false where it was marked already.
    pub(crate) fn mark(&mut self, row: usize) -> bool {
        if self.0.len() <= row / 8 {
            self.0.resize(row / 8 + 1, 0);
        }
        let Some(byte) = self.0.get_mut(row / 8) else {
            return false;
        };
        let bit = 1 << (row % 8);
        let new = *byte & bit == 0;
        *byte |= bit;
        new
    }
}

/// Writes records: where each ends, then all of them.
pub(crate) fn write_records<'a>(
    records: impl ExactSizeIterator<Item = &'a [u8]> + Clone,
) -> Vec<u8> {
    let total: usize = records.clone().map(<[u8]>::len).sum();
    let mut bytes = Vec::with_capacity(records.len() * 4 + total);
    let mut end = 0usize;
    for record in records.clone() {
        end += record.len();
        // A page is read whole into memory: its records are far below 4 GB.
        bytes.extend_from_slice(&u32::try_from(end).unwrap_or(u32::MAX).to_le_bytes());
    }
    for record in records {
        bytes.extend_from_slice(record);
    }
    bytes
}

/// One record of those that [`write_records`] wrote.
pub(crate) fn record(bytes: &[u8], rows: usize, row: usize) -> Option<&[u8]> {
    let (ends, records) = bytes.split_at_checked(rows * 4)?;
    let ends: &[[u8; 4]] = ends.as_chunks().0;
    let end = |row: usize| ends.get(row).map(|end| u32::from_le_bytes(*end) as usize);
    let start = if row == 0 { 0 } else { end(row - 1)? };
    records.get(start..end(row)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_its_block_and_row() {
        let place = Place::new(77, 4095).unwrap();
        assert_eq!((place.block(), place.row()), (77, 4095));
        assert_eq!(Place::new(1 << 20, 0), None);
        assert_eq!(Place::new(1, ROWS), None);
    }

    #[test]
    fn ids_that_differ_have_keys_that_differ() {
        let ids = [
            "64b0c0ffee0123456789abcd",
            "64b0c0ffee0123456789abce",
            "64B0C0FFEE0123456789ABCD",
            "",
            "t1",
        ];
        let distinct: std::collections::BTreeSet<IdKey> =
            ids.iter().map(|id| IdKey::of(id)).collect();
        assert_eq!(distinct.len(), ids.len());
        let mut bytes = Vec::new();
        ids.iter().for_each(|id| IdKey::of(id).put(&mut bytes));
        assert!(keys(&bytes).eq(ids.iter().map(|id| IdKey::of(id))));
    }

    #[test]
    fn a_row_dies_once() {
        let mut dead = Dead::default();
        assert!(!dead.has(9));
        assert!(dead.mark(9));
        assert!(!dead.mark(9));
        assert!(dead.has(9) && !dead.has(8) && !dead.has(4000));
    }

    #[test]
    fn each_record_is_found_again() {
        let records: [&[u8]; 3] = [b"one", b"", b"three"];
        let bytes = write_records(records.iter().copied());
        for (row, one) in records.iter().enumerate() {
            assert_eq!(record(&bytes, 3, row), Some(*one));
        }
        assert_eq!(record(&bytes, 3, 3), None);
    }
}
