//! Files that no program would write, made from valid ones by a seed.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use super::seeds;

/// The largest file.
pub(crate) const MOST: usize = 1_000_000;

/// Returns the file of a seed. A part of an archive has at most so many bytes.
pub(crate) fn file(seed: u64, most_of_part: usize) -> Vec<u8> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut bytes = match random.random_range(0..8) {
        0 => {
            let texts = seeds::texts();
            let mut text = texts.choose(&mut random).unwrap().clone();
            changed(&mut random, &mut text, MOST, odd_bytes);
            text
        }
        1..=4 => archive(&mut random, most_of_part),
        _ => records(&mut random),
    };
    if random.random_ratio(1, 4) {
        changed(&mut random, &mut bytes, MOST, odd_bytes);
    }
    bytes.truncate(MOST);
    bytes
}

/// An archive with a part or two that are not as they were.
fn archive(random: &mut StdRng, most_of_part: usize) -> Vec<u8> {
    let seed = [seeds::XLSX, seeds::SHARED, seeds::ODS][random.random_range(0..3)];
    let mut parts = seeds::parts(seed);
    for _ in 0..random.random_range(1..3) {
        let read = parts.iter_mut().filter(|(name, _)| {
            let read = [
                "content.xml",
                "sheet",
                "styles.xml",
                "workbook",
                "Strings",
                "rels",
            ];
            read.iter().any(|part| name.contains(part))
        });
        let mut read: Vec<_> = read.collect();
        let place = random.random_range(0..read.len());
        let (_, part) = &mut *read[place];
        changed(random, part, most_of_part, odd_xml);
    }
    if random.random_ratio(1, 10) {
        parts.remove(random.random_range(0..parts.len()));
    }
    if random.random_ratio(1, 10) {
        let (_, other) = parts[random.random_range(0..parts.len())].clone();
        parts.last_mut().unwrap().1 = other;
    }
    seeds::packed(&parts)
}

/// A workbook of Excel 2003 whose records are not as they were.
fn records(random: &mut StdRng) -> Vec<u8> {
    let mut records = seeds::records();
    changed(random, &mut records, MOST - 20_000, odd_record);
    seeds::contained(&records)
}

/// Changes bytes in one to eight places.
fn changed(
    random: &mut StdRng,
    bytes: &mut Vec<u8>,
    most: usize,
    own: fn(&mut StdRng, &mut Vec<u8>, usize),
) {
    for _ in 0..random.random_range(1..=8) {
        match random.random_range(0..10) {
            0 => odd_bytes(random, bytes, most),
            1 => {
                // A piece is there again, perhaps very often.
                let piece = piece(random, bytes, 600);
                let often = [1, 2, 10, 1_000, 30_000].choose(random).copied().unwrap();
                let often = often.min(most.saturating_sub(bytes.len()) / (piece.len() + 1));
                let at = random.random_range(0..=bytes.len());
                bytes.splice(at..at, piece.repeat(often));
            }
            2 => {
                let piece = piece(random, bytes, 200);
                let at = random.random_range(0..=bytes.len());
                let to = bytes.len().min(at + piece.len());
                bytes.splice(at..to, piece);
            }
            3 if random.random_ratio(1, 3) => {
                bytes.truncate(random.random_range(0..=bytes.len()));
            }
            _ => own(random, bytes, most),
        }
    }
    bytes.truncate(most);
}

/// A piece of at most so many bytes.
fn piece(random: &mut StdRng, bytes: &[u8], most: usize) -> Vec<u8> {
    let at = random.random_range(0..=bytes.len());
    let length = random.random_range(0..=most.min(bytes.len() - at));
    bytes[at..at + length].to_vec()
}

fn odd_bytes(random: &mut StdRng, bytes: &mut Vec<u8>, _: usize) {
    if bytes.is_empty() {
        return;
    }
    let at = random.random_range(0..bytes.len());
    match random.random_range(0..4) {
        0 => bytes[at] ^= 1 << random.random_range(0..8),
        1 => {
            bytes[at] = *[0, 1, 0x7f, 0x80, 0xff, b'"', b'\n']
                .choose(random)
                .unwrap();
        }
        2 => {
            let to = bytes.len().min(at + random.random_range(1..40));
            bytes.drain(at..to);
        }
        _ => {
            let odd: [u8; 4] = random.random();
            bytes.splice(at..at, odd);
        }
    }
}

/// Numbers that a file may state of itself.
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "-1",
    "60",
    "16384",
    "65535",
    "65536",
    "1048576",
    "1048577",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999",
    "1e308",
];

/// Replaces a number, a value or a tag of an XML text.
fn odd_xml(random: &mut StdRng, bytes: &mut Vec<u8>, most: usize) {
    let quotes: Vec<usize> = positions(bytes, b'"');
    let tags: Vec<usize> = positions(bytes, b'<');
    match random.random_range(0..5) {
        0 | 1 if quotes.len() > 1 => {
            // The value between two quotation marks becomes a number.
            let place = random.random_range(0..quotes.len() - 1);
            let number = NUMBERS.choose(random).unwrap();
            bytes.splice(quotes[place] + 1..quotes[place + 1], number.bytes());
        }
        2 if tags.len() > 1 => {
            // An element, or a few of them, stands there again and again.
            let place = random.random_range(0..tags.len() - 1);
            let last = (place + random.random_range(1..6)).min(tags.len() - 1);
            let element = bytes[tags[place]..tags[last]].to_vec();
            let often = [1, 3, 100, 200_000].choose(random).copied().unwrap();
            let often = often.min(most.saturating_sub(bytes.len()) / (element.len() + 1));
            let at = tags[place];
            bytes.splice(at..at, element.repeat(often));
        }
        3 if !tags.is_empty() => {
            let at = tags[random.random_range(0..tags.len())];
            let odd = [
                &b"<!DOCTYPE x>"[..],
                b"<![CDATA[",
                b"<!--",
                b"&#x0;",
                b"&amp;",
                b"&no;",
                b"<row r=\"1048576\" hidden=\"1\"><c r=\"XFD1048576\"><v>1</v></c></row>",
                b"<sst uniqueCount=\"18446744073709551615\">",
                b"<f t=\"shared\" ref=\"A1:A9\" si=\"99999999999\">A1</f>",
                b"<table:table-row table:number-rows-repeated=\"4294967295\">",
                b"<table:table-cell table:number-columns-repeated=\"4294967295\" office:value-type=\"float\" office:value=\"1\"/>",
                b"<text:s text:c=\"4294967295\"/>",
            ];
            bytes.splice(at..at, odd.choose(random).unwrap().iter().copied());
        }
        _ => odd_bytes(random, bytes, most),
    }
}

fn positions(bytes: &[u8], sought: u8) -> Vec<usize> {
    let all = bytes.iter().enumerate();
    let all = all.filter(|(_, byte)| **byte == sought);
    all.map(|(place, _)| place).take(20_000).collect()
}

/// Changes a record, or repeats it.
fn odd_record(random: &mut StdRng, bytes: &mut Vec<u8>, most: usize) {
    let mut places = Vec::new();
    let mut at = 0;
    while let Some(length) = bytes.get(at + 2..at + 4) {
        let length = usize::from(u16::from_le_bytes([length[0], length[1]]));
        if at + 4 + length > bytes.len() || places.len() > 20_000 {
            break;
        }
        places.push((at, length));
        at += 4 + length;
    }
    let Some((at, length)) = places.choose(random).copied() else {
        return;
    };
    match random.random_range(0..5) {
        // Two bytes of it: a row, a column, a length, a place.
        0 | 1 if length > 1 => {
            let at = at + 4 + random.random_range(0..length / 2) * 2;
            let odd = [0, 1, 0x7f, 0xff, 0x100, 0x7fff, 0x8000, 0xffff];
            let odd: u16 = *odd.choose(random).unwrap();
            bytes.splice(at..at + 2, odd.to_le_bytes());
        }
        2 => {
            let kinds = [
                0x06_u16, 0x0a, 0x2f, 0x3c, 0x42, 0x85, 0xbd, 0xd6, 0xe0, 0xfc, 0xfd, 0x200, 0x203,
                0x204, 0x205, 0x207, 0x208, 0x27e, 0x41e, 0x809,
            ];
            bytes.splice(at..at + 2, kinds.choose(random).unwrap().to_le_bytes());
        }
        3 => {
            let often = [1, 10, 60_000].choose(random).copied().unwrap();
            let often = often.min(most.saturating_sub(bytes.len()) / (length + 4));
            let record = bytes[at..at + 4 + length].to_vec();
            // Each stands in another row.
            let mut all = Vec::new();
            for row in 0..often {
                let begin = all.len();
                all.extend_from_slice(&record);
                if length > 1 {
                    let row = u16::try_from(row % 65_536).unwrap().to_le_bytes();
                    all[begin + 4..begin + 6].copy_from_slice(&row);
                }
            }
            bytes.splice(at..at, all);
        }
        _ => odd_bytes(random, bytes, most),
    }
}
