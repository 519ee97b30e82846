//! The encoding of a text, and its bytes as UTF-8. Pure but for the reader.

use std::io::{self, Read};

use crate::{TableError, TableErrorKind};
use encoding_rs::{CoderResult, Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Bytes that are looked at for zero bytes.
const SAMPLE: usize = 4096;
/// Bytes that Windows-1252 has no character for.
const UNASSIGNED: [u8; 5] = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/// Returns the encoding of a name, such as `utf-8` or `macintosh`.
pub(crate) fn named(name: &str) -> Result<&'static Encoding, TableError> {
    let unknown = || TableErrorKind::UnknownEncoding {
        encoding: name.to_owned(),
    };
    Encoding::for_label(name.trim().as_bytes()).ok_or_else(|| unknown().into())
}

/// Returns the encoding of a text: by its byte order mark, by where zero bytes are, UTF-8 where all
/// of it is, and Windows-1252 (which covers Latin-1) for the rest.
///
/// # Errors
/// `NoTable` for what is no text. `NotText` with the row for a byte that Windows-1252 does not have,
/// and for one that does not fit where most of what is not ASCII is good UTF-8: each would be
/// stored as other letters.
pub(crate) fn sniff(mut file: impl Read) -> Result<&'static Encoding, TableError> {
    let mut bytes = Vec::new();
    file.by_ref().take(SAMPLE as u64).read_to_end(&mut bytes)?;
    if let Some((encoding, _)) = Encoding::for_bom(&bytes) {
        return Ok(encoding);
    }
    let zeros = |from: usize| {
        bytes
            .iter()
            .skip(from)
            .step_by(2)
            .filter(|b| **b == 0)
            .count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    if even + odd > 0 {
        let pairs = bytes.len() / 2;
        return if odd * 5 > pairs * 2 && even * 20 <= pairs {
            Ok(UTF_16LE)
        } else if even * 5 > pairs * 2 && odd * 20 <= pairs {
            Ok(UTF_16BE)
        } else {
            Err(TableErrorKind::NoTable.into())
        };
    }
    let mut seen = NonAscii::default();
    // The rest in pieces; a character may lie across two.
    let mut chunk = vec![0; 64 * 1024];
    loop {
        let rest = seen.note(&bytes);
        bytes.drain(..bytes.len() - rest);
        match file.read(&mut chunk)? {
            0 => {
                seen.note_broken(&bytes);
                return seen.encoding();
            }
            read => bytes.extend(chunk.iter().take(read)),
        }
    }
}

/// The bytes beyond ASCII of a text.
#[derive(Default)]
struct NonAscii {
    /// Line feeds so far.
    lines: u64,
    /// Characters of UTF-8 that are not ASCII.
    characters: u64,
    /// Bytes that are no UTF-8.
    broken: u64,
    /// The row of the first of them.
    broken_row: Option<u64>,
    /// The row of the first byte that Windows-1252 does not have.
    unassigned_row: Option<u64>,
}

impl NonAscii {
    /// Notes a piece; returns how many bytes at its end may be the beginning of a character.
    fn note(&mut self, mut bytes: &[u8]) -> usize {
        loop {
            let Err(error) = std::str::from_utf8(bytes) else {
                self.note_good(bytes);
                return 0;
            };
            let (good, rest) = bytes.split_at(error.valid_up_to());
            self.note_good(good);
            let Some(length) = error.error_len() else {
                return rest.len();
            };
            let (broken, rest) = rest.split_at(length);
            self.note_broken(broken);
            bytes = rest;
        }
    }

    fn note_good(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match byte {
                b'\n' => self.lines += 1,
                0..=0x7f => {}
                byte => {
                    // The first byte of a character.
                    self.characters += u64::from(*byte >= 0xc0);
                    self.note_unassigned(*byte);
                }
            }
        }
    }

    fn note_broken(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.broken += 1;
            self.broken_row.get_or_insert(self.lines + 1);
            self.note_unassigned(*byte);
        }
    }

    fn note_unassigned(&mut self, byte: u8) {
        if UNASSIGNED.contains(&byte) {
            self.unassigned_row.get_or_insert(self.lines + 1);
        }
    }

    fn encoding(&self) -> Result<&'static Encoding, TableError> {
        let refused = |row, encoding| Err(TableErrorKind::NotText { row, encoding }.into());
        match (self.broken_row, self.unassigned_row) {
            (None, _) => Ok(UTF_8),
            (Some(row), _) if self.characters >= self.broken => refused(row, "UTF-8"),
            (_, Some(row)) => refused(row, "Windows-1252"),
            _ => Ok(WINDOWS_1252),
        }
    }
}

/// A reader of UTF-8 over a reader of another encoding; a byte order mark is left out.
pub(crate) struct Decoded<R> {
    inner: R,
    decoder: Decoder,
    raw: Vec<u8>,
    text: Vec<u8>,
    given: usize,
    ended: bool,
}

impl<R: Read> Decoded<R> {
    pub(crate) fn new(inner: R, encoding: &'static Encoding) -> Self {
        Self {
            inner,
            decoder: encoding.new_decoder_with_bom_removal(),
            raw: Vec::new(),
            text: Vec::new(),
            given: 0,
            ended: false,
        }
    }

    /// Reads and decodes one more piece.
    fn fill(&mut self) -> io::Result<()> {
        if self.raw.is_empty() {
            let mut piece = Vec::with_capacity(64 * 1024);
            let read = self
                .inner
                .by_ref()
                .take(64 * 1024)
                .read_to_end(&mut piece)?;
            self.ended = read == 0;
            self.raw = piece;
        }
        // Room for three bytes of UTF-8 for each byte, and for what the decoder holds back.
        self.text.resize(self.raw.len() * 3 + 16, 0);
        let (result, read, written, _) =
            self.decoder
                .decode_to_utf8(&self.raw, &mut self.text, self.ended);
        self.text.truncate(written);
        self.given = 0;
        self.raw.drain(..read);
        debug_assert!(result == CoderResult::InputEmpty, "there was room enough");
        Ok(())
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() && !self.ended {
            self.fill()?;
        }
        let rest = self.text.get(self.given..).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        for (to, from) in buffer.iter_mut().zip(rest) {
            *to = *from;
        }
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decoded(bytes: &[u8]) -> String {
        let encoding = sniff(bytes).unwrap();
        let mut text = String::new();
        Decoded::new(bytes, encoding)
            .read_to_string(&mut text)
            .unwrap();
        text
    }

    fn utf16(text: &str, big: bool) -> Vec<u8> {
        let units = text.encode_utf16();
        units
            .flat_map(|unit| {
                if big {
                    unit.to_be_bytes()
                } else {
                    unit.to_le_bytes()
                }
            })
            .collect()
    }

    const TEXT: &str = "nummer;navn\n1021;Hjullaster på Åsen – ß 🚜\n";

    #[test]
    fn every_encoding_that_spreadsheets_save_is_told() {
        let latin = "nummer;navn\n1021;Hjullaster på Åsen\n";
        let bytes: Vec<u8> = latin.chars().map(|c| c as u8).collect();
        assert_eq!(decoded(&bytes), latin);
        assert_eq!(
            decoded(b"a;\x80\x96\n"),
            "a;€–\n",
            "Windows-1252 has more than Latin-1"
        );
        assert_eq!(decoded(TEXT.as_bytes()), TEXT);
        assert_eq!(decoded(&[b"\xef\xbb\xbf", TEXT.as_bytes()].concat()), TEXT);
        for big in [false, true] {
            assert_eq!(decoded(&utf16(TEXT, big)), TEXT);
            assert_eq!(decoded(&utf16(&format!("\u{feff}{TEXT}"), big)), TEXT);
        }
        assert_eq!(decoded(b""), "");
        for bytes in [
            &b"\x00\x00\x00\x01\x00\x00"[..],
            b"%PDF-1.7\x00\x01\x02\x03",
        ] {
            assert_eq!(sniff(bytes).unwrap_err().kind, TableErrorKind::NoTable);
        }
    }

    #[test]
    fn a_latin_letter_at_the_end_of_a_long_ascii_file_is_found() {
        let mut bytes = "a;b\n".repeat(60_000).into_bytes();
        bytes.extend(b"p\xe5;x\n");
        assert_eq!(sniff(&bytes[..]).unwrap(), WINDOWS_1252);
        assert!(decoded(&bytes).ends_with("på;x\n"));
    }

    #[test]
    fn text_that_would_become_other_letters_is_refused_with_its_row() {
        let not = |row, encoding| TableErrorKind::NotText { row, encoding };
        let long = [
            &"Bjørn på Åsen\n".repeat(9_000).into_bytes()[..],
            b"Gr\xf8nt\n",
        ]
        .concat();
        for (bytes, kind) in [
            // CP850 and Mac Roman.
            (
                &b"nr;navn\n1;Bj\x9brn p\x86 \x8fsen\n"[..],
                not(2, "Windows-1252"),
            ),
            (b"nr;navn\n1;x\n2;\x81re\n", not(3, "Windows-1252")),
            // A letter of Latin-1 in UTF-8.
            (
                "nr;navn\n1;Bjørn\n2;Kåre\n".as_bytes(),
                TableErrorKind::NoTable,
            ),
            (b"nr;navn\n1;Bj\xc3\xb8rn\n2;K\xe5re\n", not(3, "UTF-8")),
            (&long, not(9_001, "UTF-8")),
            (b"1;Bj\xc3\xb8rn \xc3", not(1, "UTF-8")),
        ] {
            match sniff(bytes) {
                Ok(encoding) => assert_eq!((encoding, kind), (UTF_8, TableErrorKind::NoTable)),
                Err(error) => assert_eq!(error.kind, kind),
            }
        }
        assert_eq!(
            sniff(&b"K\xe5re \xc3\xb8 p\xe5 \xc5sen\n"[..]).unwrap(),
            WINDOWS_1252
        );
        assert_eq!(named("Latin1").unwrap(), WINDOWS_1252);
        assert_eq!(named("macintosh").unwrap(), encoding_rs::MACINTOSH);
        named("norsk").unwrap_err();
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn long_texts_come_through_whole(piece in "[a-zæøå🚜€]{1,40}", times in 1..6000_usize) {
            let text = piece.repeat(times);
            prop_assert_eq!(decoded(text.as_bytes()), text.clone());
            let marked = utf16(&format!("\u{feff}{text}"), true);
            prop_assert_eq!(decoded(&marked), text);
        }
    }
}
