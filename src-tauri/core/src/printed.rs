//! Pages for printing: HTML that loads and runs nothing, in which no text is markup.

use fielddesk_rules::file_name::shown;
use fielddesk_rules::language::Language;

/// A page in the making. Everything that is given is shown as text.
pub(crate) struct Page {
    language: Language,
    title: String,
    body: String,
}

impl Page {
    /// Starts a page with its heading; `about` is appended to the window title.
    pub(crate) fn new(language: Language, heading: &str, about: &str) -> Self {
        let heading = escaped(heading);
        Self {
            language,
            title: format!("{heading} {}", escaped(about)),
            body: format!("<h1>{heading}</h1>\n"),
        }
    }

    /// A heading below the page's.
    pub(crate) fn heading(&mut self, text: &str) {
        self.body.push_str(&format!("<h2>{}</h2>\n", escaped(text)));
    }

    /// Lines of one paragraph.
    pub(crate) fn lines<'a>(&mut self, lines: impl IntoIterator<Item = &'a str>) {
        let lines: Vec<String> = lines.into_iter().map(escaped).collect();
        self.body
            .push_str(&format!("<p>{}</p>\n", lines.join("<br>")));
    }

    /// A table with its headings.
    pub(crate) fn table<const N: usize>(
        &mut self,
        headings: [&str; N],
        rows: impl IntoIterator<Item = [String; N]>,
    ) {
        let cells = |tag: &str, cells: Vec<String>| -> String {
            let cells = cells.iter().map(|cell| format!("<{tag}>{cell}</{tag}>"));
            cells.collect()
        };
        let headings = cells("th", headings.map(escaped).to_vec());
        self.body.push_str(&format!(
            "<table>\n<thead><tr>{headings}</tr></thead>\n<tbody>\n"
        ));
        for row in rows {
            let row = cells("td", row.map(|cell| escaped(&cell)).to_vec());
            self.body.push_str(&format!("<tr>{row}</tr>\n"));
        }
        self.body.push_str("</tbody>\n</table>\n");
    }

    /// The whole page.
    pub(crate) fn finish(self) -> String {
        format!(
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{}</title>\n\
             <style>body{{font:10pt sans-serif}}table{{border-collapse:collapse}}\
             td,th{{border:1px solid #999;padding:2px 6px;text-align:left;overflow-wrap:anywhere}}</style>\n\
             </head>\n<body>\n{}</body>\n</html>\n",
            self.language.tag(),
            self.title,
            self.body
        )
    }
}

/// A text as HTML shows it, whatever is in it; control characters as symbols.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in shown(text).chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_is_markup() {
        let text = "<img src=x onerror='a'>&\"\u{202e}";
        let shown = format!(
            "&lt;img src=x onerror=&#39;a&#39;&gt;&amp;&quot;{}",
            shown("\u{202e}")
        );
        assert_eq!(escaped(text), shown);
        assert!(!escaped("a\u{1b}[2Jb").contains('\u{1b}'));
        let mut page = Page::new(Language::En, text, text);
        page.heading(text);
        page.lines([text]);
        page.table([text], [[text.to_owned()]]);
        let page = page.finish();
        assert_eq!(page.matches(&shown).count(), 7);
        assert!(!page.contains("<img"));
    }
}
