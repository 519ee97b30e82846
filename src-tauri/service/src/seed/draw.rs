//! Numbers that look drawn and are the same in every seeding.

/// A sequence that follows from the text it starts with.
pub(in crate::seed) struct Draw(u64);

impl Draw {
    pub(in crate::seed) fn of(text: &str) -> Self {
        // FNV-1a spreads the text, SplitMix64 below makes the sequence.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self(hash)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 up to but not `bound`.
    pub(in crate::seed) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap_or_default()
    }

    /// True once in so many times.
    pub(in crate::seed) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// From `low` up to but not `high`.
    pub(in crate::seed) fn within(&mut self, low: u32, high: u32) -> u32 {
        let span = u64::from(high.saturating_sub(low).max(1));
        low + u32::try_from(self.next() % span).unwrap_or(0)
    }

    /// Draws an element.
    pub(in crate::seed) fn one<'a>(&mut self, of: &'a [&'a str]) -> &'a str {
        of.get(self.below(of.len())).copied().unwrap_or_default()
    }
}
