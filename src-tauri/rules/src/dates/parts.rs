//! A day apart: its numbers, the name of its month, and what stands between them. Pure.

use crate::pasted::is_dash;

/// The names of the months in each language that the program speaks; beginnings of three
/// letters or more are understood.
const MONTHS: [&[&str]; 12] = [
    &["january", "januar", "januari"],
    &["february", "februar", "februari"],
    &["march", "mars"],
    &["april"],
    &["may", "mai", "maj"],
    &["june", "juni"],
    &["july", "juli"],
    &["august", "augusti"],
    &["september"],
    &["october", "oktober"],
    &["november"],
    &["december", "desember"],
];
const SHORTEST: usize = 3;
/// Endings of a day in English.
const ORDINALS: [&str; 4] = ["st", "nd", "rd", "th"];

/// A part of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// Digits.
    Digits(&'a str),
    /// A month by its name, from 1.
    Month(u32),
}

/// A sign between two parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// A point.
    Dot,
    /// Anything else.
    Other(char),
}

/// The parts of a text in lower case with what stands between them; none where it holds
/// anything that no day has.
pub(super) fn parts(text: &str) -> Option<(Vec<Part<'_>>, Vec<Sign>)> {
    let (mut parts, mut signs) = (Vec::new(), Vec::new());
    let mut rest = text;
    loop {
        let (part, after) = first(rest)?;
        parts.push(part);
        let next = after.trim_start_matches(is_between);
        let between = after.get(..after.len() - next.len())?.trim();
        if next.is_empty() {
            // A point may end it, as behind `3.11.` and `3 des.`.
            return matches!(between, "" | ".").then_some((parts, signs));
        }
        let mut all = between.chars();
        let sign = match (all.next(), all.next()) {
            (Some('.'), None) => Sign::Dot,
            (Some(sign), None) if is_dash(sign) => Sign::Other('-'),
            (Some(sign), None) => Sign::Other(sign),
            // `Nov. 3, 2026` has one sign for each; `3..11` is a slip.
            (None, _) => Sign::Other(' '),
            _ => return None,
        };
        signs.push(sign);
        rest = next;
    }
}

fn first(text: &str) -> Option<(Part<'_>, &str)> {
    let end_of = |is: fn(char) -> bool| text.find(|c| !is(c)).unwrap_or(text.len());
    let digits = end_of(|c| c.is_ascii_digit());
    if digits > 0 {
        let (part, rest) = text.split_at(digits);
        let bare = ORDINALS.iter().find_map(|end| rest.strip_prefix(end));
        let bare = bare.filter(|rest| !rest.starts_with(char::is_alphabetic));
        return Some((Part::Digits(part), bare.unwrap_or(rest)));
    }
    let (word, rest) = text.split_at(end_of(char::is_alphabetic));
    Some((Part::Month(month_of(word)?), rest))
}

/// Returns the month of a name or of its beginning in lower case, from 1.
pub(crate) fn month_of(word: &str) -> Option<u32> {
    let is = |names: &&[&str]| names.iter().any(|name| name.starts_with(word));
    let month = MONTHS.iter().position(is)?;
    let month = u32::try_from(month).ok()? + 1;
    (word.len() >= SHORTEST).then_some(month)
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || is_dash(c) || matches!(c, '.' | '/' | ',')
}
