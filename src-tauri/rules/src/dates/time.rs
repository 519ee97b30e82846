//! The clock time behind a day. Pure.

use chrono::{FixedOffset, NaiveTime};

/// Words that stand between a day and its time.
const AT: [&str; 4] = ["kl.", "kl", "at", ","];

/// The day's text before a time, the time, and the offset behind it; none without a time.
pub(super) fn split(text: &str) -> Option<(&str, NaiveTime, Option<FixedOffset>)> {
    let (text, offset) = without_offset(text.trim());
    let is_iso = |(at, letter): &(usize, char)| {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        letter.eq_ignore_ascii_case(&'t')
            && digit(text.get(..*at).and_then(|before| before.chars().last()))
            && digit(text.get(at + 1..).and_then(|after| after.chars().next()))
    };
    let (day, clock) = match text.char_indices().find(is_iso) {
        Some((at, _)) => (text.get(..at)?, text.get(at + 1..)?),
        None => text.rsplit_once(char::is_whitespace)?,
    };
    let day = day.trim_end();
    let bare = AT.iter().find_map(|word| day.strip_suffix(word));
    Some((bare.unwrap_or(day).trim_end(), time(clock.trim())?, offset))
}

fn time(text: &str) -> Option<NaiveTime> {
    let read = |text: &str, forms: &[&str]| {
        let mut all = forms.iter();
        all.find_map(|form| NaiveTime::parse_from_str(text, form).ok())
    };
    let dotted = || read(&text.replace('.', ":"), &["%H:%M:%S", "%H:%M"]);
    read(text, &["%H:%M:%S%.f", "%H:%M"]).or_else(dotted)
}

/// The text without `Z`, `+01:00`, `+0100` or `+01` at its end, which stands behind a time only.
fn without_offset(text: &str) -> (&str, Option<FixedOffset>) {
    if let Some(rest) = text.strip_suffix(['Z', 'z']) {
        return (rest.trim_end(), FixedOffset::east_opt(0));
    }
    let read = || {
        let at = text.rfind(['+', '-', '−'])?;
        let (rest, offset) = text.split_at(at);
        let sign = if offset.starts_with('+') { 1 } else { -1 };
        let digits: String = offset.chars().filter(|c| *c != ':').skip(1).collect();
        if !rest.contains(':') || !matches!(digits.len(), 2 | 4) {
            return None;
        }
        let part = |range| digits.get(range).unwrap_or("0").parse::<i32>().ok();
        let (hours, minutes) = (part(0..2)?, part(2..4)?);
        let offset = FixedOffset::east_opt(sign * (hours * 3600 + minutes * 60));
        Some((rest.trim_end(), Some(offset?)))
    };
    read().unwrap_or((text, None))
}
