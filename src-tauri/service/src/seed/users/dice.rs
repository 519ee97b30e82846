//! Chance that falls the same way every time.

use fielddesk_model::{CompanyId, Environment};

/// A small generator (SplitMix64), one a person.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(environment: Environment, company: &CompanyId, index: usize) -> Self {
        let text = format!("{environment}/{company}/{index}");
        // FNV-1a: spreads what differs in one digit only.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self(hash)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, the bound.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let bound = bound.max(1) as u64;
        usize::try_from(self.next() % bound).unwrap_or_default()
    }

    /// True once in so many times.
    pub(super) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of the list.
    pub(super) fn pick(&mut self, list: &[&'static str]) -> &'static str {
        super::names::at(list, self.below(list.len()))
    }
}
