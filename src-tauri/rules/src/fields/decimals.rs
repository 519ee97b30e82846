//! Numbers as people write them: decimal comma or point, thousands set apart. Pure.

/// What a comma in a number is, where a file tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase", rename = "ImportDecimals")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Decimals {
    /// Not known: `1,234` is refused, because it can be read in two ways.
    #[default]
    Unknown,
    /// The comma is the decimal sign.
    Comma,
    /// The point is the decimal sign, commas stand between thousands.
    Point,
}

/// Reads a number with either decimal sign and with blanks, points, commas or apostrophes
/// between thousands. `Err(Some(_))` says in which two ways it can be read.
pub(super) fn read_number(text: &str, decimals: Decimals) -> Result<f64, Option<String>> {
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
    let plain = match (digits.matches('.').count(), digits.matches(',').count()) {
        (0 | 1, 0) => digits,
        (0, 1) => match decimals {
            Decimals::Comma => digits.replace(',', "."),
            Decimals::Point => ungrouped(&digits, ',')?,
            Decimals::Unknown if in_two_ways(&digits) => {
                let (one, other) = (digits.replace(',', "."), digits.replace(',', ""));
                return Err(Some(format!(
                    "“{text}” can be {one} or {other}; write it without the comma"
                )));
            }
            Decimals::Unknown => digits.replace(',', "."),
        },
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

/// Whether the part after the comma looks like thousands: `1,234` but not `0,234` or `14,25`.
fn in_two_ways(digits: &str) -> bool {
    let Some((whole, rest)) = digits.split_once(',') else {
        return false;
    };
    let whole = whole.trim_start_matches(['-', '+']);
    rest.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0')
}

/// The digits without their thousands signs, which must stand every three digits.
fn ungrouped(digits: &str, sign: char) -> Result<String, Option<String>> {
    if grouped(digits, sign) || !digits.contains(sign) {
        Ok(digits.replace(sign, ""))
    } else {
        Err(None)
    }
}

/// Whether the sign stands every three digits, after one to three of them.
pub(super) fn grouped(digits: &str, sign: char) -> bool {
    let mut groups = digits.split(sign);
    let first = groups.next().unwrap_or_default();
    let whole = first.trim_start_matches(['-', '+']);
    (1..=3).contains(&whole.len()) && groups.all(|group| group.len() == 3)
}
