//! Records of an XLS workbook and the texts in them. Each length is held against what is there.

use encoding_rs::Encoding;

/// Numbers of records.
pub(super) mod kind {
    pub(in super::super) const FORMULA: u16 = 0x0006;
    pub(in super::super) const EOF: u16 = 0x000a;
    pub(in super::super) const DATE_MODE: u16 = 0x0022;
    pub(in super::super) const FILE_PASS: u16 = 0x002f;
    pub(in super::super) const CONTINUE: u16 = 0x003c;
    pub(in super::super) const CODE_PAGE: u16 = 0x0042;
    pub(in super::super) const BOUND_SHEET: u16 = 0x0085;
    pub(in super::super) const MUL_RK: u16 = 0x00bd;
    pub(in super::super) const RICH_STRING: u16 = 0x00d6;
    pub(in super::super) const STYLE_OF_CELLS: u16 = 0x00e0;
    pub(in super::super) const SHARED_TEXTS: u16 = 0x00fc;
    pub(in super::super) const LABEL_SST: u16 = 0x00fd;
    pub(in super::super) const NUMBER: u16 = 0x0203;
    pub(in super::super) const LABEL: u16 = 0x0204;
    pub(in super::super) const BOOL_OR_ERROR: u16 = 0x0205;
    pub(in super::super) const STRING: u16 = 0x0207;
    pub(in super::super) const ROW: u16 = 0x0208;
    pub(in super::super) const RK: u16 = 0x027e;
    pub(in super::super) const FORMAT: u16 = 0x041e;
    pub(in super::super) const BEGIN: u16 = 0x0809;
}

/// A record, without those that continue it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record<'a> {
    pub(super) kind: u16,
    pub(super) data: &'a [u8],
    /// Bytes behind it.
    pub(super) rest: &'a [u8],
}

/// Returns the records from a place on, up to the first that is not whole.
pub(super) fn records(mut rest: &[u8]) -> impl Iterator<Item = Record<'_>> {
    std::iter::from_fn(move || {
        let record = record(rest)?;
        rest = record.rest;
        Some(record)
    })
}

fn record(bytes: &[u8]) -> Option<Record<'_>> {
    let (kind, length) = (u16_at(bytes, 0)?, u16_at(bytes, 2)?);
    let (data, rest) = bytes.get(4..)?.split_at_checked(usize::from(length))?;
    Some(Record { kind, data, rest })
}

pub(super) fn u16_at(bytes: &[u8], place: usize) -> Option<u16> {
    let two = bytes.get(place..)?.first_chunk()?;
    Some(u16::from_le_bytes(*two))
}

pub(super) fn u32_at(bytes: &[u8], place: usize) -> Option<u32> {
    let four = bytes.get(place..)?.first_chunk()?;
    Some(u32::from_le_bytes(*four))
}

pub(super) fn f64_at(bytes: &[u8], place: usize) -> Option<f64> {
    let eight = bytes.get(place..)?.first_chunk()?;
    Some(f64::from_le_bytes(*eight))
}

/// Returns a number that was shortened to four bytes.
pub(super) fn rk(bytes: u32) -> f64 {
    let value = if bytes & 2 == 0 {
        f64::from_bits(u64::from(bytes & !3) << 32)
    } else {
        f64::from(bytes.cast_signed() >> 2)
    };
    if bytes & 1 == 0 { value } else { value / 100.0 }
}

/// The form of texts.
#[derive(Debug, Clone, Copy)]
pub(super) enum Letters {
    /// Sixteen bits a letter, or the lower eight of them (since Excel 97).
    Wide,
    /// Bytes of an encoding (Excel 5 and 95).
    Bytes(&'static Encoding),
}

/// Bytes of a record and of those that continue it.
pub(super) struct Bytes<'a> {
    /// Bytes of this record that are left.
    data: &'a [u8],
    /// Bytes behind this record.
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub(super) const fn of(record: &Record<'a>) -> Self {
        let Record { data, rest, .. } = *record;
        Self { data, rest }
    }

    /// Goes on to the record that continues this one, when nothing is left of it; false at the end.
    fn fill(&mut self) -> bool {
        while self.data.is_empty() {
            match record(self.rest) {
                Some(next) if next.kind == kind::CONTINUE => {
                    (self.data, self.rest) = (next.data, next.rest);
                }
                _ => return false,
            }
        }
        true
    }

    pub(super) fn skip(&mut self, mut bytes: usize) -> Option<()> {
        while bytes > 0 {
            if !self.fill() {
                return None;
            }
            let here = bytes.min(self.data.len());
            self.data = self.data.get(here..)?;
            bytes -= here;
        }
        Some(())
    }

    fn u8(&mut self) -> Option<u8> {
        self.fill();
        let (first, left) = self.data.split_first()?;
        self.data = left;
        Some(*first)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes([self.u8()?, self.u8()?]))
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        let (low, high) = (self.u16()?, self.u16()?);
        Some(u32::from(high) << 16 | u32::from(low))
    }

    /// Reads a text of so many letters. Where it is broken, the next record says anew how wide its
    /// letters are.
    pub(super) fn text(&mut self, letters: Letters, mut count: usize) -> Option<String> {
        let encoding = match letters {
            Letters::Wide => None,
            Letters::Bytes(encoding) => Some(encoding),
        };
        if let Some(encoding) = encoding {
            let bytes = self.data.get(..count)?;
            self.data = self.data.get(count..)?;
            return Some(encoding.decode_without_bom_handling(bytes).0.into_owned());
        }
        let mut flags = self.u8()?;
        let runs = if flags & 8 == 0 { 0 } else { self.u16()? };
        let spoken = if flags & 4 == 0 { 0 } else { self.u32()? };
        let mut units = Vec::new();
        while count > 0 {
            if self.data.is_empty() {
                flags = self.u8()?;
            }
            let width = if flags & 1 == 0 { 1 } else { 2 };
            let here = count.min(self.data.len() / width);
            if here == 0 {
                return None;
            }
            let (text, left) = self.data.split_at_checked(here * width)?;
            units.extend(text.chunks(width).map(|letter| match letter {
                [low, high] => u16::from_le_bytes([*low, *high]),
                one => one.first().copied().map_or(0, u16::from),
            }));
            self.data = left;
            count -= here;
        }
        self.skip(usize::from(runs) * 4)?;
        self.skip(usize::try_from(spoken).ok()?)?;
        Some(String::from_utf16_lossy(&units))
    }

    /// Reads a text that begins with how long it is.
    pub(super) fn counted_text(&mut self, letters: Letters) -> Option<String> {
        let count = usize::from(self.u16()?);
        self.text(letters, count)
    }

    /// Reads a text of at most 255 letters that begins with how long it is.
    pub(super) fn short_text(&mut self, letters: Letters) -> Option<String> {
        let count = usize::from(self.u8()?);
        self.text(letters, count)
    }
}

/// Returns the encoding of a code page.
pub(super) fn code_page(number: u16) -> Option<&'static Encoding> {
    use encoding_rs as all;
    Some(match number {
        367 | 1252 | 32_769 => all::WINDOWS_1252,
        874 => all::WINDOWS_874,
        932 => all::SHIFT_JIS,
        936 => all::GBK,
        949 => all::EUC_KR,
        950 => all::BIG5,
        1200 => all::UTF_16LE,
        1250 => all::WINDOWS_1250,
        1251 => all::WINDOWS_1251,
        1253 => all::WINDOWS_1253,
        1254 => all::WINDOWS_1254,
        1255 => all::WINDOWS_1255,
        1256 => all::WINDOWS_1256,
        1257 => all::WINDOWS_1257,
        1258 => all::WINDOWS_1258,
        10_000 | 32_768 => all::MACINTOSH,
        65_001 => all::UTF_8,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(parts: &[(u16, &[u8])]) -> Vec<u8> {
        let mut all = Vec::new();
        for (kind, data) in parts {
            all.extend(kind.to_le_bytes());
            all.extend(u16::try_from(data.len()).unwrap().to_le_bytes());
            all.extend(*data);
        }
        all
    }

    #[test]
    fn a_text_goes_on_in_the_next_record_with_letters_of_another_width() {
        let go_on = kind::CONTINUE;
        for (parts, expected) in [
            (&[(kind::STRING, &b"\x02\0\0ab"[..])][..], Some("ab")),
            (&[(kind::STRING, b"\x02\0\x01\xe5\0b\0")], Some("åb")),
            (
                &[(kind::STRING, b"\x04\0\0ab"), (go_on, b"\x01\xe5\0\xf8\0")],
                Some("abåø"),
            ),
            (
                &[
                    (kind::STRING, b"\x02\0\x08\x01\0ab\0\0"),
                    (go_on, b"\0\0rest"),
                ],
                Some("ab"),
            ),
            (&[(kind::STRING, b"\x04\0\0ab")], None),
            (&[(kind::STRING, b"\xff\xff\x01a")], None),
            (&[(kind::STRING, b"\x02\0\x04\xff\xff\xff\xffab")], None),
            (&[(kind::STRING, b"\x02")], None),
        ] {
            let all = bytes(parts);
            let record = records(&all).next().unwrap();
            let text = Bytes::of(&record).counted_text(Letters::Wide);
            assert_eq!(text.as_deref(), expected, "{parts:?}");
        }
        let all = bytes(&[(kind::LABEL, b"\x02\0\x9b\x86")]);
        let record = records(&all).next().unwrap();
        let letters = Letters::Bytes(code_page(10_000).unwrap());
        let text = Bytes::of(&record).counted_text(letters);
        assert_eq!(text.as_deref(), Some("õÜ"));
    }

    #[test]
    fn shortened_numbers_are_whole_or_hundredths_or_half_of_a_number() {
        for (bytes, expected) in [
            (0x3ff0_0000, 1.0),
            (0x4093_4a01, 12.345),
            (1_234 << 2 | 2, 1_234.0),
            (5 << 2 | 3, 0.05),
            (u32::MAX, -0.01),
        ] {
            assert!(
                (rk(bytes) - expected).abs() < 1e-9,
                "{bytes:x} {}",
                rk(bytes)
            );
        }
    }

    #[test]
    fn a_record_that_is_not_whole_ends_the_records() {
        let mut all = bytes(&[(kind::ROW, b"abc"), (kind::EOF, b"")]);
        all.extend([0x08, 0x02, 0xff, 0xff, 1]);
        let kinds: Vec<u16> = records(&all).map(|record| record.kind).collect();
        assert_eq!(kinds, [kind::ROW, kind::EOF]);
    }
}
