//! The form of a table for people: the words of a language, and the clock of a zone.

use fielddesk_model::Instant;
use fielddesk_rules::language::Language;

use crate::time_zone::Zone;

/// The words and the clock of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// Language of headings, answers, days and numbers.
    pub language: Language,
    /// Time zone of times.
    pub zone: Zone,
}

impl Words {
    /// A time as a text: the day as the language writes it, and the clock.
    pub(super) fn written(self, at: Instant) -> String {
        let local = self.zone.local(at);
        let day = self.language.written_day(local.date());
        format!("{day} {}", local.format("%H:%M:%S"))
    }
}
