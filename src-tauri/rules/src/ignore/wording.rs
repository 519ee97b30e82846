//! Names of ignore rules in other languages.
//!
//! A rule is known by its English name everywhere: in files, in logs, in what programs read. A
//! name is a kind and perhaps a program, so that a rule of a known kind needs no words.

use std::borrow::Cow;

use crate::language::Language;

/// Placeholder for the program, or for the pattern of the user's own rule.
const OF: &str = "{of}";

/// Returns the name of a rule in a language; as it is where no kind of rule is called so.
#[must_use]
pub fn name_in(name: &str, language: Language) -> Cow<'_, str> {
    // A kind that is a whole name is closer than one that fits with a program.
    let english = Language::En.ignore_rules().iter();
    let mut kinds: Vec<_> = english.collect();
    kinds.sort_by_key(|(_, template)| template.contains(OF));
    let found = kinds.into_iter().find_map(|(kind, template)| {
        let of = match template.split_once(OF) {
            None => (name == template).then_some("")?,
            Some((before, after)) => {
                let of = name.strip_prefix(before)?.strip_suffix(after)?;
                (!of.is_empty()).then_some(of)?
            }
        };
        Some((language.ignore_rules().get(kind)?, of))
    });
    match found {
        Some((template, of)) => Cow::Owned(template.replace(OF, of)),
        None => Cow::Borrowed(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ignore::{IgnoreRules, LINKS};

    #[test]
    fn each_rule_has_a_name_in_each_language() {
        let rules = IgnoreRules::fixed().chain([LINKS]);
        for rule in rules {
            assert_eq!(name_in(&rule.name, Language::En), rule.name);
            for language in Language::ALL.into_iter().filter(|one| *one != Language::En) {
                assert_ne!(name_in(&rule.name, language), rule.name, "{language:?}");
            }
        }
    }

    #[test]
    fn the_program_and_the_users_pattern_stay() {
        for (name, nb, sv) in [
            (
                "AutoCAD lock files",
                "Låsefiler fra AutoCAD",
                "Låsfiler från AutoCAD",
            ),
            (
                "Word's temporary files",
                "Midlertidige filer fra Word",
                "Tillfälliga filer från Word",
            ),
            ("Your rule *.log", "Din regel *.log", "Din regel *.log"),
            ("Something new", "Something new", "Something new"),
        ] {
            assert_eq!(name_in(name, Language::Nb), nb);
            assert_eq!(name_in(name, Language::Sv), sv);
        }
    }
}
