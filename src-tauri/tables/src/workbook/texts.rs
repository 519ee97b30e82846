//! Texts that cells share, and texts of Office Open XML.

use std::borrow::Cow;
use std::io::BufRead;

use quick_xml::events::Event;

use super::xml::{Part, add, attributes};
use crate::{TableError, TableErrorKind};

/// Texts one behind the other: a file can name millions of empty ones.
#[derive(Debug, Default)]
pub(super) struct Texts {
    all: String,
    ends: Vec<u32>,
}

impl Texts {
    /// Reads the texts of a workbook.
    pub(super) fn read(&mut self, part: &mut Part<impl BufRead>) -> Result<(), TableError> {
        loop {
            match part.next()? {
                Event::Start(tag) if tag.local_name().as_ref() == "si" => {
                    let text = rich(part, "si")?;
                    self.push(&text)?;
                }
                Event::End(tag) if tag.local_name().as_ref() == "sst" => return Ok(()),
                Event::Eof => return Err(TableErrorKind::Damaged.into()),
                _ => {}
            }
        }
    }

    pub(super) fn push(&mut self, text: &str) -> Result<(), TableError> {
        self.all.push_str(text);
        let end = u32::try_from(self.all.len()).map_err(|_| TableErrorKind::TooManyTexts)?;
        self.ends.push(end);
        Ok(())
    }

    pub(super) fn get(&self, place: usize) -> Option<&str> {
        let begin = match place.checked_sub(1) {
            Some(before) => *self.ends.get(before)?,
            None => 0,
        };
        self.all
            .get(begin as usize..*self.ends.get(place)? as usize)
    }
}

/// Reads a text with formats up to the end of its element, without the signs that tell how it is
/// spoken.
pub(super) fn rich(part: &mut Part<impl BufRead>, end: &str) -> Result<String, TableError> {
    let mut all = String::new();
    loop {
        let keeps_blanks = match part.next()? {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "t" => {
                    let mut attributes = attributes(&tag);
                    let space = attributes.find(|(name, _)| *name == "xml:space");
                    Some(space.is_some_and(|(_, value)| value == "preserve"))
                }
                "rPh" => None,
                _ => continue,
            },
            Event::End(tag) if tag.local_name().as_ref() == end => return Ok(all),
            Event::Eof => return Err(TableErrorKind::Damaged.into()),
            _ => continue,
        };
        let Some(keeps_blanks) = keeps_blanks else {
            part.skip()?;
            continue;
        };
        let mut piece = String::new();
        part.text("t", &mut piece)?;
        let piece = match keeps_blanks {
            true => &*piece,
            false => piece.trim_matches([' ', '\t', '\r', '\n']),
        };
        add(&mut all, &unescaped(piece))?;
    }
}

/// Returns a text without the escapes of its format: `_x000D_` is a carriage return, and
/// `_x005F_` the sign that begins an escape.
pub(super) fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains("_x") {
        return Cow::Borrowed(text);
    }
    let mut units = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let (before, from) = rest.split_at(at);
        units.extend(before.encode_utf16());
        let unit = from
            .get(2..6)
            .filter(|digits| from.get(6..7) == Some("_") && !digits.starts_with('+'))
            .and_then(|digits| u16::from_str_radix(digits, 16).ok());
        let length = if unit.is_some() { 7 } else { 1 };
        units.push(unit.unwrap_or(u16::from(b'_')));
        rest = from.get(length..).unwrap_or_default();
    }
    units.extend(rest.encode_utf16());
    Cow::Owned(String::from_utf16_lossy(&units))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_by_their_places() {
        let mut texts = Texts::default();
        for text in ["", "åb", "", "c"] {
            texts.push(text).unwrap();
        }
        let all: Vec<_> = (0..5).map(|place| texts.get(place)).collect();
        assert_eq!(all, [Some(""), Some("åb"), Some(""), Some("c"), None]);
        assert_eq!(texts.get(usize::MAX), None);
    }

    #[test]
    fn escapes_are_the_signs_that_they_stand_for() {
        for (text, expected) in [
            ("one_x000D_two", "one\rtwo"),
            ("_x005F_x000D_", "_x000D_"),
            ("_xD83D__xDCF7_", "📷"),
            ("_xD83D_", "\u{fffd}"),
            ("a_x00", "a_x00"),
            ("_x12æ", "_x12æ"),
            ("_x+00A_", "_x+00A_"),
        ] {
            assert_eq!(unescaped(text), expected, "{text}");
        }
    }
}
