//! Plain tables for people. Pure: the width of the terminal comes in as a number.

use console::measure_text_width;
use fielddesk_rules::file_name::shown;

/// Names are not cut shorter than this.
const NARROWEST: usize = 12;

const GAP: usize = 2;

/// How a column is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Cut in the middle where the terminal is narrow.
    Name,
    /// Written whole, to be copied.
    Id,
    /// Aligned to the right.
    Number,
}

/// Rows under headings.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    columns: Vec<(&'static str, Kind)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(columns: &[(&'static str, Kind)]) -> Self {
        Self {
            columns: columns.to_vec(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; its texts may be hostile.
    pub(crate) fn row<const N: usize>(&mut self, cells: [&str; N]) {
        self.rows.push(cells.into_iter().map(shown).collect());
    }

    /// The table as lines, none where it has no rows. Without a width nothing is cut.
    pub(crate) fn render(&self, width: Option<usize>) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let widths = self.widths(width);
        let headings: Vec<String> = self
            .columns
            .iter()
            .map(|(title, _)| (*title).to_owned())
            .collect();
        let mut out = String::new();
        for row in std::iter::once(&headings).chain(&self.rows) {
            let mut line = String::new();
            for ((cell, width), (_, kind)) in row.iter().zip(&widths).zip(&self.columns) {
                let cell = cut_in_the_middle(cell, *width);
                let fill = " ".repeat(width.saturating_sub(measure_text_width(&cell)));
                if !line.is_empty() {
                    line.push_str(&" ".repeat(GAP));
                }
                match kind {
                    Kind::Number => line.extend([fill, cell]),
                    Kind::Name | Kind::Id => line.extend([cell, fill]),
                }
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }

    /// The widest cell of each column; names give way, the widest first, where that is too much.
    fn widths(&self, limit: Option<usize>) -> Vec<usize> {
        let mut widths: Vec<usize> = self
            .columns
            .iter()
            .enumerate()
            .map(|(at, (title, _))| {
                let cells = self.rows.iter().filter_map(|row| row.get(at));
                cells
                    .map(|cell| measure_text_width(cell))
                    .max()
                    .unwrap_or(0)
                    .max(title.len())
            })
            .collect();
        let Some(limit) = limit else { return widths };
        let gaps = GAP * widths.len().saturating_sub(1);
        while widths.iter().sum::<usize>() + gaps > limit {
            let names = widths.iter_mut().zip(&self.columns);
            let widest = names
                .filter(|(width, (_, kind))| *kind == Kind::Name && **width > NARROWEST)
                .max_by_key(|(width, _)| **width);
            match widest {
                Some((width, _)) => *width -= 1,
                None => break,
            }
        }
        widths
    }
}

/// Keeps both ends, which tell drawings apart: `Reinforcement…rev C.pdf`.
fn cut_in_the_middle(text: &str, width: usize) -> String {
    if measure_text_width(text) <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(1);
    let end_room = room / 2;
    let start: String = within(text.chars(), room - end_room);
    let end: String = within(text.chars().rev(), end_room);
    format!("{start}…{}", end.chars().rev().collect::<String>())
}

fn within(chars: impl Iterator<Item = char>, room: usize) -> String {
    let mut used = 0;
    chars
        .take_while(|c| {
            used += measure_text_width(c.encode_utf8(&mut [0; 4]));
            used <= room
        })
        .collect()
}

/// A size in words that people use.
pub(crate) fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
    let mut value = bytes as f64 / 1000.0;
    let mut unit = 0;
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(name: &str) -> Table {
        let mut table = Table::new(&[
            ("NAME", Kind::Name),
            ("SIZE", Kind::Number),
            ("ID", Kind::Id),
        ]);
        table.row([name, "1.0 kB", "65f0a1b2"]);
        table.row(["b", "12.5 MB", "65f0a1b3"]);
        table
    }

    #[test]
    fn columns_are_aligned() {
        assert_eq!(
            table("Plan A.pdf").render(None),
            "NAME           SIZE  ID\n\
             Plan A.pdf   1.0 kB  65f0a1b2\n\
             b           12.5 MB  65f0a1b3\n"
        );
        assert_eq!(Table::new(&[("NAME", Kind::Name)]).render(None), "");
    }

    #[test]
    fn a_narrow_terminal_cuts_names_in_the_middle_and_no_ids() {
        let long = "Reinforcement of the northern abutment rev C.pdf";
        let text = table(long).render(Some(40));
        for line in text.lines() {
            assert!(measure_text_width(line) <= 40, "{line}");
        }
        assert!(
            text.contains("Reinforcem… rev C.pdf") && text.contains("65f0a1b2"),
            "{text}"
        );
        assert!(table(long).render(None).contains(long));
    }

    #[test]
    fn wide_letters_are_counted_as_wide() {
        let cut = cut_in_the_middle("図面図面図面図面図面.pdf", 12);
        assert!(measure_text_width(&cut) <= 12, "{cut}");
        assert!(cut.starts_with("図面") && cut.ends_with(".pdf"), "{cut}");
    }

    #[test]
    fn hostile_names_arrive_as_symbols() {
        let text = table("a\u{1b}[2J\nb\u{202e}").render(Some(80));
        assert!(text.contains("a␛[2J␊b␦"), "{text}");
        assert_eq!(text.lines().count(), 3);
    }

    #[test]
    fn sizes_have_one_decimal() {
        for (bytes, text) in [
            (0, "0 B"),
            (999, "999 B"),
            (1000, "1.0 kB"),
            (25_000_000, "25.0 MB"),
            (999_999, "1.0 MB"),
            (5_368_709_120, "5.4 GB"),
        ] {
            assert_eq!(size(bytes), text);
        }
    }
}
