//! Numbers as people write them: decimal comma or point, thousands set apart. Pure.
//!
//! `1.234` and `1,234` are each a thousand or a fraction. Such a number is read where the file
//! shows which sign is its decimal sign, and refused with both readings where it does not.

/// The decimal sign of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase", rename = "ImportDecimals")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Decimals {
    /// Not known: `1,234` and `1.234` are refused.
    #[default]
    Unknown,
    /// The comma; points stand between thousands.
    Comma,
    /// The point; commas stand between thousands.
    Point,
}

/// The decimal sign that numbers are read with, and how sure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Numbers {
    /// The decimal sign.
    pub decimals: Decimals,
    /// True for a sign that a person chose or a number shows. Where the separator alone suggests
    /// it, the other sign before three digits is refused.
    pub is_certain: bool,
}

impl From<Decimals> for Numbers {
    fn from(decimals: Decimals) -> Self {
        Self {
            decimals,
            is_certain: decimals != Decimals::Unknown,
        }
    }
}

/// The decimal signs that the numbers of a file show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SeenNumbers {
    /// By numbers with both signs.
    both: Option<Decimals>,
    /// By numbers with one reading.
    one: Option<Decimals>,
}

impl SeenNumbers {
    /// Notes a number of the file, which may also be no number.
    pub fn note(&mut self, text: &str) {
        let Ok(digits) = plain_digits(text) else {
            return;
        };
        let last = digits.rfind([',', '.']).and_then(|at| digits.get(at..));
        let sign = match last {
            Some(last) if last.starts_with(',') => Decimals::Comma,
            _ => Decimals::Point,
        };
        let (points, commas) = (digits.matches('.').count(), digits.matches(',').count());
        let (seen, shown) = match (points, commas) {
            (0, 0) => return,
            (1, 0) | (0, 1) if is_thousands(&digits) => return,
            (1, 0) | (0, 1) => (&mut self.one, sign),
            (_, 0) if grouped(&digits, '.') => (&mut self.one, Decimals::Comma),
            (0, _) if grouped(&digits, ',') => (&mut self.one, Decimals::Point),
            _ if read_number(text, Numbers::default()).is_ok() => (&mut self.both, sign),
            _ => return,
        };
        *seen = match *seen {
            None => Some(shown),
            Some(before) if before == shown => Some(shown),
            // Numbers that contradict each other show nothing.
            Some(_) => Some(Decimals::Unknown),
        };
    }

    /// Returns how the numbers are read: a number with both signs decides, then one with a single
    /// reading, then the separator: the comma with semicolons, the point with commas.
    #[must_use]
    pub fn numbers(&self, separator: Option<char>) -> Numbers {
        let suggested = match separator {
            Some(';') => Decimals::Comma,
            Some(',') => Decimals::Point,
            _ => Decimals::Unknown,
        };
        match self.both.or(self.one) {
            Some(decimals) => decimals.into(),
            None => Numbers {
                decimals: suggested,
                is_certain: false,
            },
        }
    }
}

/// Reads a number with either decimal sign and with blanks, points, commas or apostrophes
/// between thousands.
///
/// # Errors
/// The two readings of a number that has two; `None` for what is no number.
pub(super) fn read_number(text: &str, numbers: Numbers) -> Result<f64, Option<[String; 2]>> {
    let digits = plain_digits(text)?;
    let plain = match (digits.matches('.').count(), digits.matches(',').count()) {
        (0, 0) => digits,
        (1, 0) | (0, 1) => {
            let sign = if digits.contains(',') { ',' } else { '.' };
            let own = match numbers.decimals {
                Decimals::Unknown => None,
                decimals => Some((decimals == Decimals::Comma) == (sign == ',')),
            };
            let (decimal, thousand) = (digits.replace(sign, "."), digits.replace(sign, ""));
            match own {
                _ if !is_thousands(&digits) => decimal,
                Some(true) => decimal,
                Some(false) if numbers.is_certain => thousand,
                _ => return Err(Some([decimal, thousand])),
            }
        }
        (_, 0) => ungrouped(&digits, '.')?,
        (0, _) => ungrouped(&digits, ',')?,
        (points, commas) => match (digits.rfind('.'), digits.rfind(',')) {
            (Some(point), Some(comma)) if comma > point && commas == 1 => {
                let (whole, fraction) = digits.split_at(comma);
                format!(
                    "{}.{}",
                    ungrouped(whole, '.')?,
                    fraction.trim_start_matches(',')
                )
            }
            (Some(point), Some(comma)) if point > comma && points == 1 => {
                let (whole, fraction) = digits.split_at(point);
                format!("{}{fraction}", ungrouped(whole, ',')?)
            }
            _ => return Err(None),
        },
    };
    plain.parse().map_err(|_| None)
}

/// The digits and signs of a number, without blanks and apostrophes between digits.
fn plain_digits(text: &str) -> Result<String, Option<[String; 2]>> {
    let mut digits = String::new();
    for c in text.chars() {
        match c {
            '−' => digits.push('-'),
            c if c.is_whitespace() || matches!(c, '\'' | '’') => {
                // A blank stands between digits or nowhere.
                if !digits.ends_with(|last: char| last.is_ascii_digit()) {
                    return Err(None);
                }
            }
            c if c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+') => digits.push(c),
            _ => return Err(None),
        }
    }
    Ok(digits)
}

/// True where the one sign can stand between thousands: in `1,234` but not in `0,234` or `14,25`.
fn is_thousands(digits: &str) -> bool {
    let Some((whole, rest)) = digits.split_once([',', '.']) else {
        return false;
    };
    let whole = whole.trim_start_matches(['-', '+']);
    rest.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0')
}

/// The digits without their thousands signs, which must stand every three digits.
fn ungrouped(digits: &str, sign: char) -> Result<String, Option<[String; 2]>> {
    if grouped(digits, sign) || !digits.contains(sign) {
        Ok(digits.replace(sign, ""))
    } else {
        Err(None)
    }
}

/// True where the sign stands every three digits, after one to three of them.
pub(super) fn grouped(digits: &str, sign: char) -> bool {
    let mut groups = digits.split(sign);
    let first = groups.next().unwrap_or_default();
    let whole = first.trim_start_matches(['-', '+']);
    (1..=3).contains(&whole.len()) && groups.all(|group| group.len() == 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_decides_what_a_sign_before_three_digits_is() {
        type Case = (
            &'static [&'static str],
            Option<char>,
            &'static str,
            Option<f64>,
        );
        let cases: [Case; 21] = [
            // Without a number that shows it: by the separator, and the other sign is refused.
            (&[], Some(';'), "1,234", Some(1.234)),
            (&[], Some(';'), "1.234", None),
            (&[], Some(';'), "21.500", None),
            (&[], Some(','), "1.234", Some(1.234)),
            (&[], Some(','), "1,234", None),
            (&[], Some('\t'), "1.234", None),
            (&[], None, "1,234", None),
            // A number with one reading shows it.
            (&["14,25"], Some(';'), "1.234", Some(1234.0)),
            (&["1.250.000"], Some(';'), "21.500", Some(21500.0)),
            (&["14.5"], Some(';'), "1.234", Some(1.234)),
            (&["14.5"], Some(';'), "1,234", Some(1234.0)),
            (&["1,250,000"], None, "1,234", Some(1234.0)),
            (&["0,234"], None, "1,234", Some(1.234)),
            (&["1 234,5"], Some(','), "1,234", Some(1.234)),
            // A number with both signs decides before.
            (&["14,25", "1,234.5"], Some(';'), "1,234", Some(1234.0)),
            (&["14.25", "1.234,5"], Some(','), "1.234", Some(1234.0)),
            // Contradictions, and what is no number, show nothing.
            (&["14,2", "14.2"], Some(';'), "1,234", None),
            (&["14,2", "14.2"], Some(';'), "14,2", Some(14.2)),
            (&["12,34,5", "3.11.2026", "", "-"], Some(';'), "1.234", None),
            (&["1.234", "1,234"], Some(','), "1.234", Some(1.234)),
            (&["1,234.5", "1.234,5"], Some(';'), "1,234", None),
        ];
        for (seen, separator, text, value) in cases {
            let mut numbers = SeenNumbers::default();
            seen.iter().for_each(|text| numbers.note(text));
            let read = read_number(text, numbers.numbers(separator)).ok();
            assert_eq!(read, value, "{seen:?} {separator:?} {text}");
        }
    }
}
