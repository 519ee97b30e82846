//! Numbers in as few bytes as they need, texts with their length in front.

use std::collections::BTreeMap;

use super::Unreadable;

/// Packs into a buffer.
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Seven bits a byte, the lowest first; the top bit says that more follow.
    pub(super) fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        self.0.push(number.to_le_bytes()[0]);
    }

    /// Small numbers of either sign stay short.
    pub(super) fn signed(&mut self, number: i64) {
        self.number((number.cast_unsigned() << 1) ^ (number >> 63).cast_unsigned());
    }

    pub(super) fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.raw(text.as_bytes());
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

/// Unpacks, never past the end.
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(super) fn raw(&mut self, length: usize) -> Result<&'a [u8], Unreadable> {
        let (bytes, rest) = self
            .0
            .split_at_checked(length)
            .ok_or(Unreadable("it ends early"))?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(super) fn number(&mut self) -> Result<u64, Unreadable> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.0.split_first().ok_or(Unreadable("it ends early"))?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(Unreadable("a number"))
    }

    pub(super) fn signed(&mut self) -> Result<i64, Unreadable> {
        let number = self.number()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    /// A number below a count.
    pub(super) fn index(&mut self, count: usize) -> Result<usize, Unreadable> {
        let number = usize::try_from(self.number()?).map_err(|_| Unreadable("a number"))?;
        if number < count {
            Ok(number)
        } else {
            Err(Unreadable("a number"))
        }
    }

    pub(super) fn text(&mut self) -> Result<&'a str, Unreadable> {
        let length = usize::try_from(self.number()?).map_err(|_| Unreadable("a length"))?;
        std::str::from_utf8(self.raw(length)?).map_err(|_| Unreadable("a text"))
    }

    pub(super) fn end(&self) -> Result<(), Unreadable> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Unreadable("it goes on"))
        }
    }
}

/// Texts that many entries share, each written once.
#[derive(Default)]
pub(super) struct Texts<'a> {
    numbers: BTreeMap<&'a str, u64>,
    order: Vec<&'a str>,
}

impl<'a> Texts<'a> {
    pub(super) fn add(&mut self, text: &'a str) {
        if !self.numbers.contains_key(text) {
            self.numbers.insert(text, self.order.len() as u64);
            self.order.push(text);
        }
    }

    /// The number of a text that was added.
    pub(super) fn number(&self, text: &str) -> u64 {
        self.numbers.get(text).copied().unwrap_or(u64::MAX)
    }

    pub(super) fn write(&self, out: &mut Writer) {
        out.number(self.order.len() as u64);
        for text in &self.order {
            out.text(text);
        }
    }
}

/// Reads what [`Texts::write`] wrote.
pub(super) fn read_texts<'a>(from: &mut Reader<'a>) -> Result<Vec<&'a str>, Unreadable> {
    let count = from.number()?;
    (0..count).map(|_| from.text()).collect()
}

pub(super) fn at<'a>(texts: &[&'a str], number: u64) -> Result<&'a str, Unreadable> {
    let text = usize::try_from(number).ok().and_then(|at| texts.get(at));
    text.copied().ok_or(Unreadable("a number"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_and_texts_come_back(a in any::<u64>(), b in any::<i64>(), text in any::<String>()) {
            let mut out = Writer::with_capacity(0);
            out.number(a);
            out.signed(b);
            out.text(&text);
            let bytes = out.into_bytes();
            let mut from = Reader::new(&bytes);
            prop_assert_eq!(from.number(), Ok(a));
            prop_assert_eq!(from.signed(), Ok(b));
            prop_assert_eq!(from.text(), Ok(text.as_str()));
            prop_assert_eq!(from.end(), Ok(()));
        }

        #[test]
        fn no_bytes_break_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let mut from = Reader::new(&bytes);
            while from.text().is_ok() && from.signed().is_ok() {}
        }
    }
}
