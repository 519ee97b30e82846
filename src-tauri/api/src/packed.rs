//! Answers that came packed although nothing asked for it: unpacked within the limits that hold
//! for what comes out. Pure.

use std::io::{self, Read};

use bytes::Bytes;
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

/// The packing of an answer's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    /// Not packed.
    None,
    /// gzip.
    Gzip,
    /// zlib, or deflate without its frame, as some servers understand it.
    Deflate,
    /// Brotli.
    Brotli,
}

/// The reason for which packed bytes give no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unpackable {
    /// The bytes are no packing of anything, or end early.
    Damaged,
    /// More comes out than is read of an answer.
    TooLarge,
}

impl Packing {
    /// Reads `Content-Encoding` and the first bytes. gzip shows in its bytes, whatever is said:
    /// things on the way unpack and leave the header, or pack and set none. What is unknown is
    /// taken as it is.
    pub(crate) fn of(said: Option<&str>, body: &[u8]) -> Self {
        if body.starts_with(&[0x1f, 0x8b, 8]) {
            return Self::Gzip;
        }
        match said.map(|said| said.trim().to_ascii_lowercase()).as_deref() {
            _ if is_text(body) => Self::None,
            Some("deflate") => Self::Deflate,
            Some("br") => Self::Brotli,
            _ => Self::None,
        }
    }

    /// Unpacks a whole answer of at most `limit` bytes.
    pub(crate) fn whole(self, body: Bytes, limit: usize) -> Result<Bytes, Unpackable> {
        if self == Self::None {
            return Ok(body);
        }
        let (out, end) = self.read(&body, limit.saturating_add(1));
        match end {
            _ if out.len() > limit => Err(Unpackable::TooLarge),
            Ok(()) => Ok(out.into()),
            Err(_) => Err(Unpackable::Damaged),
        }
    }

    /// Unpacks the beginning of an answer, as far as it goes and no more than `limit` bytes.
    pub(crate) fn beginning(self, body: Bytes, limit: usize) -> Bytes {
        match self {
            Self::None => body,
            _ => self.read(&body, limit).0.into(),
        }
    }

    fn read(self, body: &[u8], most: usize) -> (Vec<u8>, io::Result<()>) {
        let packed: Box<dyn Read + '_> = match self {
            Self::None => Box::new(body),
            Self::Gzip => Box::new(MultiGzDecoder::new(body)),
            Self::Deflate if is_zlib(body) => Box::new(ZlibDecoder::new(body)),
            Self::Deflate => Box::new(DeflateDecoder::new(body)),
            Self::Brotli => Box::new(brotli_decompressor::Decompressor::new(body, 4096)),
        };
        let mut out = Vec::new();
        let end = packed.take(most as u64).read_to_end(&mut out).map(drop);
        (out, end)
    }
}

/// Returns true for bytes that begin as an answer that is not packed, and for none.
fn is_text(body: &[u8]) -> bool {
    let first = body.trim_ascii_start().first();
    let begins = matches!(first, None | Some(b'{' | b'[' | b'<' | b'"'));
    // Packed bytes can begin so by chance. The last character may be cut.
    begins && std::str::from_utf8(body).map_or_else(|error| error.error_len().is_none(), |_| true)
}

/// Returns true for bytes that begin as zlib's frame does.
fn is_zlib(body: &[u8]) -> bool {
    let [first, second, ..] = body else {
        return false;
    };
    first & 0x0f == 8 && (u16::from(*first) * 256 + u16::from(*second)) % 31 == 0
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    const TEXT: &[u8] = br#"[{"id":"1","name":"Bygg A"},{"id":"2","name":"Bygg B"}]"#;
    /// `TEXT` as Brotli.
    const BROTLI: &[u8] = include_bytes!("../tests/data/projects.json.br");

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut out = GzEncoder::new(Vec::new(), Compression::default());
        out.write_all(text).unwrap();
        out.finish().unwrap()
    }

    fn zlib(text: &[u8]) -> Vec<u8> {
        let mut out = ZlibEncoder::new(Vec::new(), Compression::default());
        out.write_all(text).unwrap();
        out.finish().unwrap()
    }

    fn deflate(text: &[u8]) -> Vec<u8> {
        let mut out = DeflateEncoder::new(Vec::new(), Compression::default());
        out.write_all(text).unwrap();
        out.finish().unwrap()
    }

    fn unpacked(said: Option<&str>, body: &[u8], limit: usize) -> Result<Bytes, Unpackable> {
        let body = Bytes::copy_from_slice(body);
        Packing::of(said, &body).whole(body, limit)
    }

    #[test]
    fn what_is_packed_in_any_way_that_servers_have_comes_out_as_it_went_in() {
        for (said, body) in [
            (Some("gzip"), gzip(TEXT)),
            (Some("x-gzip"), gzip(TEXT)),
            (Some(" GZIP "), gzip(TEXT)),
            (None, gzip(TEXT)),
            (Some("br"), gzip(TEXT)),
            (Some("deflate"), zlib(TEXT)),
            (Some("deflate"), deflate(TEXT)),
            (Some("br"), BROTLI.to_vec()),
            (None, TEXT.to_vec()),
            (Some("identity"), TEXT.to_vec()),
            (Some("gzip"), TEXT.to_vec()),
            (Some("deflate"), TEXT.to_vec()),
            (Some("br"), TEXT.to_vec()),
            (Some("utf-8"), TEXT.to_vec()),
            (Some("gzip"), [gzip(&TEXT[..9]), gzip(&TEXT[9..])].concat()),
        ] {
            let out = unpacked(said, &body, TEXT.len());
            assert_eq!(out.as_deref(), Ok(TEXT), "{said:?} {body:?}");
        }
        assert_eq!(unpacked(Some("gzip"), b"", 9).as_deref(), Ok(&b""[..]));
    }

    #[test]
    fn the_limit_counts_what_comes_out_and_a_bomb_fills_no_memory() {
        let bomb = gzip(&vec![b' '; 8 * 1024 * 1024]);
        assert!(bomb.len() < 20_000);
        for (said, body) in [
            (Some("gzip"), bomb.clone()),
            (Some("deflate"), zlib(&[b'['; 1025])),
            (Some("br"), BROTLI.to_vec()),
        ] {
            let limit = if said == Some("br") { 20 } else { 1024 };
            assert_eq!(unpacked(said, &body, limit), Err(Unpackable::TooLarge));
        }
        let beginning = Packing::Gzip.beginning(bomb.into(), 1024);
        assert_eq!(beginning.len(), 1024);
    }

    #[test]
    fn what_breaks_off_is_damaged_and_an_error_is_read_as_far_as_it_goes() {
        for (said, body) in [
            (Some("gzip"), gzip(TEXT)),
            (Some("deflate"), zlib(TEXT)),
            (Some("br"), BROTLI.to_vec()),
        ] {
            let cut = &body[..body.len() - 5];
            let out = unpacked(said, cut, 1024);
            assert_eq!(out, Err(Unpackable::Damaged), "{said:?}");
        }
        let long: Vec<u8> = (0..60_000_u32)
            .flat_map(|n| n.to_string().into_bytes())
            .collect();
        let body = gzip(&long);
        let cut = Bytes::copy_from_slice(&body[..body.len() / 2]);
        let begun = Packing::Gzip.beginning(cut, long.len());
        assert!(!begun.is_empty() && long.starts_with(&begun));
    }
}
