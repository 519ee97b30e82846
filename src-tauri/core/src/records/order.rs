//! The order of rows: numbers as people count them, 9 before 10. Pure.

use std::cmp::Ordering;

#[cfg(test)]
std::thread_local! {
    static COMPARED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// The number of comparisons on this thread.
#[cfg(test)]
pub(super) fn comparisons() -> u64 {
    COMPARED.get()
}

/// Compares two machine numbers: runs of digits by value, the rest by character.
pub(super) fn by_number(one: &str, other: &str) -> Ordering {
    #[cfg(test)]
    COMPARED.set(COMPARED.get() + 1);
    let (mut left, mut right) = (one, other);
    loop {
        match (take(&mut left), take(&mut right)) {
            (None, None) => return one.cmp(other),
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(left), Some(right)) => match compare(left, right) {
                Ordering::Equal => {}
                unequal => return unequal,
            },
        }
    }
}

/// The next run of digits, or of anything else.
fn take<'a>(text: &mut &'a str) -> Option<&'a str> {
    let digits = text.chars().next()?.is_ascii_digit();
    let end = text
        .find(|c: char| c.is_ascii_digit() != digits)
        .unwrap_or(text.len());
    let (run, rest) = text.split_at(end);
    *text = rest;
    Some(run)
}

fn compare(one: &str, other: &str) -> Ordering {
    let digits = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    if digits(one) && digits(other) {
        let (one, other) = (one.trim_start_matches('0'), other.trim_start_matches('0'));
        return one.len().cmp(&other.len()).then_with(|| one.cmp(other));
    }
    one.to_lowercase().cmp(&other.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_as_people_count() {
        let mut numbers = ["M-10", "9", "M-9", "10", "m-9b", "007", "M-", "7"];
        numbers.sort_by(|a, b| by_number(a, b));
        assert_eq!(
            numbers,
            ["007", "7", "9", "10", "M-", "M-9", "m-9b", "M-10"]
        );
    }
}
