//! Languages, and the words of each from its file in `words/`.
//!
//! A further language is one more file and one more variant. The words of fields in English,
//! the specification's language, stand in the field tables; `en.json` has the rest.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// A language of headings and words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Language {
    /// English.
    En,
    /// Norwegian bokmål.
    Nb,
    /// Swedish.
    Sv,
}

/// Includes the text of a language's file, from a folder relative to the caller's source file.
#[macro_export]
macro_rules! file_of_language {
    ($language:expr, $folder:literal) => {
        match $language {
            $crate::language::Language::En => include_str!(concat!($folder, "en.json")),
            $crate::language::Language::Nb => include_str!(concat!($folder, "nb.json")),
            $crate::language::Language::Sv => include_str!(concat!($folder, "sv.json")),
        }
    };
}

/// The words of a language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    /// English name of the language.
    name: String,
    /// Tags; the first is the language's own, the rest are other regions that read it.
    tags: Vec<String>,
    /// The decimal sign.
    decimal: char,
    /// `strftime` format of a day.
    day: String,
    /// Words for yes, the one that is written first.
    yes: Vec<String>,
    /// Words for no.
    no: Vec<String>,
    /// Text in place of the check-in of equipment.
    #[serde(rename = "noCheckIn")]
    no_check_in: String,
    /// Names of ignore rules by their kind, `{of}` for the program or the pattern.
    #[serde(rename = "ignoreRules")]
    ignore_rules: BTreeMap<String, String>,
    /// Words of the delivery receipt.
    receipt: ReceiptWords,
    /// By field name.
    machines: HashMap<String, FieldWords>,
    /// By field name.
    users: HashMap<String, FieldWords>,
    /// Words of haul trips.
    trips: TripWords,
}

/// The words of a haul trip's fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TripWords {
    /// Either half of a place.
    latitude: String,
    /// The other half.
    longitude: String,
    /// Fields that Fielddesk does not know.
    other: String,
    /// Titles by field name.
    fields: HashMap<String, String>,
}

/// A title of a haul trip's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TripTitle<'a> {
    /// A field by its name.
    Field(&'a str),
    /// The latitude of a place, by the name of its field.
    Latitude(&'a str),
    /// The other half.
    Longitude(&'a str),
    /// Fields that Fielddesk does not know.
    Other,
}

/// The words of the delivery receipt that is printed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ReceiptWords {
    /// Title of the page.
    pub title: String,
    /// Before the number of documents.
    pub documents: String,
    /// Before the number of uploads: a document may be uploaded more than once in a day.
    pub uploads: String,
    /// Headings of the columns: time, method, section, name, bytes, id, SHA-256, time of
    /// verification, user.
    pub headings: [String; 9],
    /// A new document.
    pub new: String,
    /// In place of another document.
    pub replaced: String,
    /// Uploaded, whether new or not.
    pub uploaded: String,
    /// Uploaded by hand.
    pub by_hand: String,
}

/// The words of a field.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FieldWords {
    /// Heading in files.
    pub(crate) heading: String,
    /// Title on screens, where it differs from the heading.
    pub(crate) title: Option<String>,
    /// Further headings that are understood in files.
    #[serde(default)]
    pub(crate) also: Vec<String>,
    /// The word for yes, where it has its own.
    pub(crate) yes: Option<String>,
    /// The word for no, where it has its own.
    pub(crate) no: Option<String>,
    /// Words of numbered values, the one that is written first.
    #[serde(default)]
    pub(crate) choices: BTreeMap<i64, Vec<String>>,
}

static WORDS: LazyLock<[Words; Language::ALL.len()]> =
    LazyLock::new(|| Language::ALL.map(|language| read(file_of_language!(language, "../words/"))));

#[expect(clippy::expect_used, reason = "a test reads every file")]
fn read(file: &str) -> Words {
    serde_json::from_str(file).expect("a file of words can be read")
}

impl Language {
    /// All of them, in the order in which their words are listed.
    pub const ALL: [Self; 3] = [Self::En, Self::Nb, Self::Sv];

    fn words(self) -> &'static Words {
        &WORDS[self as usize]
    }

    /// Returns the language tag, such as `nb`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        let tags = &self.words().tags;
        tags.first().map_or("", String::as_str)
    }

    /// Returns the English name of the language.
    #[must_use]
    pub fn name(self) -> &'static str {
        &self.words().name
    }

    /// Returns the language of a region such as `nb-NO`; English for one that none of them is for.
    #[must_use]
    pub fn of_region(region: &str) -> Self {
        let tag = region.split(['-', '_']).next().unwrap_or_default();
        let speaks = |language: &Self| {
            let mut tags = language.words().tags.iter();
            tags.any(|one| one.eq_ignore_ascii_case(tag))
        };
        Self::ALL.into_iter().find(speaks).unwrap_or(Self::En)
    }

    /// Returns true for a decimal comma, false for a point.
    #[must_use]
    pub fn has_decimal_comma(self) -> bool {
        self.words().decimal == ','
    }

    /// Returns a day as it is written.
    #[must_use]
    pub fn written_day(self, day: NaiveDate) -> String {
        day.format(&self.words().day).to_string()
    }

    /// Returns a number with a decimal point, with the decimal sign instead.
    #[must_use]
    pub fn written_decimal(self, number: &str) -> String {
        if self.has_decimal_comma() {
            return number.replace('.', ",");
        }
        number.to_owned()
    }

    /// The words for yes or no; the first is the one that is written.
    pub(crate) fn answers(self, yes: bool) -> &'static [String] {
        if yes {
            &self.words().yes
        } else {
            &self.words().no
        }
    }

    /// Returns the word for yes or no.
    #[must_use]
    pub fn answer(self, yes: bool) -> &'static str {
        self.answers(yes).first().map_or("", String::as_str)
    }

    /// Returns a title of a haul trip's values; `None` for a field that Fielddesk does not know.
    #[must_use]
    pub fn trip_title(self, title: TripTitle<'_>) -> Option<String> {
        let words = &self.words().trips;
        let half = |name: &str, half: &str| {
            let place = words.fields.get(name)?;
            Some(format!("{place}, {half}"))
        };
        match title {
            TripTitle::Field(name) => words.fields.get(name).cloned(),
            TripTitle::Latitude(name) => half(name, &words.latitude),
            TripTitle::Longitude(name) => half(name, &words.longitude),
            TripTitle::Other => Some(words.other.clone()),
        }
    }

    /// Returns the text in place of the check-in of equipment, which has none.
    #[must_use]
    pub fn no_check_in(self) -> &'static str {
        &self.words().no_check_in
    }

    /// Returns the words of the delivery receipt.
    #[must_use]
    pub fn receipt(self) -> &'static ReceiptWords {
        &self.words().receipt
    }

    /// Names of ignore rules by their kind.
    pub(crate) fn ignore_rules(self) -> &'static BTreeMap<String, String> {
        &self.words().ignore_rules
    }

    /// The words of a machine's field; none in English, which stands in the field tables.
    pub(crate) fn machine_field(self, name: &str) -> Option<&'static FieldWords> {
        self.words().machines.get(name)
    }

    /// The words of a user's field; none in English, as for machines.
    pub(crate) fn user_field(self, name: &str) -> Option<&'static FieldWords> {
        self.words().users.get(name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::fields::{FUEL_SOURCE, FieldDef, Kind, Resource};

    /// Every table with what has words besides.
    fn tables() -> [(Resource, Vec<&'static FieldDef>); 2] {
        let of = |resource: Resource| resource.fields().iter();
        let machines = of(Resource::Machines).chain([&FUEL_SOURCE]).collect();
        [
            (Resource::Machines, machines),
            (Resource::Users, of(Resource::Users).collect()),
        ]
    }

    #[test]
    fn each_language_but_english_has_all_words_of_all_fields_and_no_others() {
        for language in Language::ALL {
            let words = language.words();
            for (resource, fields) in tables() {
                let own = match resource {
                    Resource::Machines => &words.machines,
                    Resource::Users => &words.users,
                };
                let there: BTreeSet<&str> = own.keys().map(String::as_str).collect();
                let names: BTreeSet<&str> = match language {
                    Language::En => BTreeSet::new(),
                    _ => fields.iter().map(|field| field.name).collect(),
                };
                assert_eq!(there, names, "{language:?} {resource:?}");
                for field in fields {
                    let Some(own) = own.get(field.name) else {
                        continue;
                    };
                    let numbers: Vec<i64> = match field.kind {
                        Kind::Choice(choices) => choices.iter().map(|one| one.number).collect(),
                        _ => Vec::new(),
                    };
                    let there: Vec<i64> = own.choices.keys().copied().collect();
                    assert_eq!(there, numbers, "{language:?} {}", field.name);
                    let answers = matches!(field.kind, Kind::Bool(_));
                    assert_eq!(
                        (own.yes.is_some(), own.no.is_some()),
                        (answers, answers),
                        "{language:?} {}",
                        field.name
                    );
                    assert!(own.choices.values().all(|words| !words.is_empty()));
                }
            }
        }
    }

    #[test]
    fn each_language_has_the_names_of_all_ignore_rules() {
        let of = |language: Language| language.ignore_rules().iter();
        let shape = |(kind, name): (&'static String, &String)| (kind, name.contains("{of}"));
        let english: Vec<_> = of(Language::En).map(shape).collect();
        for language in Language::ALL {
            assert_eq!(
                of(language).map(shape).collect::<Vec<_>>(),
                english,
                "{language:?}"
            );
        }
    }

    #[test]
    fn each_language_has_the_titles_of_the_same_fields_of_trips() {
        let names = |language: Language| {
            let fields = language.words().trips.fields.keys();
            fields.collect::<BTreeSet<_>>()
        };
        for language in Language::ALL {
            assert_eq!(names(language), names(Language::En), "{language:?}");
        }
        let half = TripTitle::Latitude("loadCoordinates");
        let title = Language::Nb.trip_title(half);
        assert_eq!(title.as_deref(), Some("Lastekoordinater, breddegrad"));
    }

    #[test]
    fn the_tag_is_the_word_of_programs() {
        for language in Language::ALL {
            assert_eq!(serde_json::json!(language), language.tag());
        }
    }

    #[test]
    fn the_region_decides_the_language() {
        for (region, language) in [
            ("nb-NO", Language::Nb),
            ("nn_NO.UTF-8", Language::Nb),
            ("NO", Language::Nb),
            ("sv-SE", Language::Sv),
            ("en-GB", Language::En),
            ("de-DE", Language::En),
            ("", Language::En),
        ] {
            assert_eq!(Language::of_region(region), language, "{region}");
        }
    }
}
