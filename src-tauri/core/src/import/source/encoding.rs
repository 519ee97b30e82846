//! Which characters the bytes of a text are, and their UTF-8. Pure but for the reader.

use std::io::{self, Read};

use encoding_rs::{CoderResult, Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Bytes that are looked at for zero bytes.
const SAMPLE: usize = 4096;

/// The encoding of a text: by its byte order mark, by where zero bytes are, UTF-8 where all
/// of it is, and Windows-1252 (which covers Latin-1) for the rest. None for what is no text.
pub(super) fn sniff(mut file: impl Read) -> io::Result<Option<&'static Encoding>> {
    let mut bytes = Vec::new();
    file.by_ref().take(SAMPLE as u64).read_to_end(&mut bytes)?;
    if let Some((encoding, _)) = Encoding::for_bom(&bytes) {
        return Ok(Some(encoding));
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
        return Ok(if odd * 5 > pairs * 2 && even * 20 <= pairs {
            Some(UTF_16LE)
        } else if even * 5 > pairs * 2 && odd * 20 <= pairs {
            Some(UTF_16BE)
        } else {
            None
        });
    }
    // The rest in pieces; a character may lie across two.
    let mut chunk = vec![0; 64 * 1024];
    loop {
        let valid = match std::str::from_utf8(&bytes) {
            Ok(text) => text.len(),
            Err(error) if error.error_len().is_some() => return Ok(Some(WINDOWS_1252)),
            Err(error) => error.valid_up_to(),
        };
        bytes.drain(..valid);
        match file.read(&mut chunk)? {
            0 if bytes.is_empty() => return Ok(Some(UTF_8)),
            0 => return Ok(Some(WINDOWS_1252)),
            read => bytes.extend(chunk.iter().take(read)),
        }
    }
}

/// A reader of UTF-8 over a reader of another encoding; a byte order mark is left out.
pub(super) struct Decoded<R> {
    inner: R,
    decoder: Decoder,
    raw: Vec<u8>,
    text: Vec<u8>,
    given: usize,
    ended: bool,
}

impl<R: Read> Decoded<R> {
    pub(super) fn new(inner: R, encoding: &'static Encoding) -> Self {
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
        let encoding = sniff(bytes).unwrap().unwrap();
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
        assert!(sniff(&b"\x00\x00\x00\x01\x00\x00"[..]).unwrap().is_none());
        assert!(sniff(&b"%PDF-1.7\x00\x01\x02\x03"[..]).unwrap().is_none());
    }

    #[test]
    fn a_latin_letter_at_the_end_of_a_long_ascii_file_is_found() {
        let mut bytes = "a;b\n".repeat(60_000).into_bytes();
        bytes.extend(b"p\xe5;x\n");
        assert_eq!(sniff(&bytes[..]).unwrap(), Some(WINDOWS_1252));
        assert!(decoded(&bytes).ends_with("på;x\n"));
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
