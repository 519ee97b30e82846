//! The name under which another's content comes into the folder beside ours:
//! `NAME (theirs 2026-11-20 14.05.33).ext`.

const LONGEST_BYTES: usize = 255;
const MARK: &str = " (theirs ";

/// Returns the name of a copy. `stamp` is the local time of the resolution; `taken` tells names
/// that exist. A name that has the suffix never gets another, and none is longer than 255 bytes.
#[must_use]
pub fn theirs_name(name: &str, stamp: &str, taken: impl Fn(&str) -> bool) -> String {
    let (stem, extension) = split(name);
    let suffix = if has_mark(stem) {
        String::new()
    } else {
        format!("{MARK}{stamp})")
    };
    let mut count = 1;
    loop {
        let number = if count == 1 {
            String::new()
        } else {
            format!(" {count}")
        };
        let tail = format!("{suffix}{number}{extension}");
        let room = LONGEST_BYTES.saturating_sub(tail.len());
        let name = format!("{}{tail}", cut(stem, room));
        if !taken(&name) {
            return name;
        }
        count += 1;
    }
}

/// A name of at most so many bytes with the same extension.
pub(crate) fn shortened(name: &str, room: usize) -> String {
    let (stem, extension) = split(name);
    let stem = cut(stem, room.saturating_sub(extension.len()));
    format!("{stem}{extension}")
}

fn has_mark(stem: &str) -> bool {
    let Some((_, mark)) = stem.rsplit_once(MARK) else {
        return false;
    };
    // `… (theirs 2026-11-20 14.05.33)`, perhaps numbered.
    let mark = mark
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .trim_end();
    mark.ends_with(')') || mark.contains(") ")
}

fn split(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        // A dot at the front is no extension, nor is a long tail.
        Some(at) if at > 0 && name.len() - at <= 32 => name.split_at(at),
        _ => (name, ""),
    }
}

fn cut(text: &str, room: usize) -> &str {
    let mut end = text.len().min(room);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: &str = "2026-11-20 14.05.33";

    #[test]
    fn the_suffix_comes_before_the_extension() {
        let name = theirs_name("Plan A.pdf", AT, |_| false);
        assert_eq!(name, "Plan A (theirs 2026-11-20 14.05.33).pdf");
        assert_eq!(
            theirs_name("LICENSE", AT, |_| false),
            format!("LICENSE (theirs {AT})")
        );
    }

    #[test]
    fn a_taken_name_is_numbered() {
        let first = theirs_name("a.pdf", AT, |_| false);
        let second = theirs_name("a.pdf", AT, |name| name == first);
        assert_eq!(second, "a (theirs 2026-11-20 14.05.33) 2.pdf");
    }

    #[test]
    fn a_name_with_the_suffix_gets_no_other() {
        let first = theirs_name("a.pdf", AT, |_| false);
        let again = theirs_name(&first, "2027-01-01 00.00.00", |name| name == first);
        assert_eq!(again, "a (theirs 2026-11-20 14.05.33) 2.pdf");
    }

    #[test]
    fn a_long_name_is_cut_at_a_letter() {
        let long = format!("{}.pdf", "ø".repeat(200));
        let name = theirs_name(&long, AT, |_| false);
        assert!(name.len() <= 255 && name.ends_with("33).pdf"));
    }
}
