//! Sections to offer for a file where nothing decides. Pure.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::suggest::Known;
use crate::drop_plan::similar::file_type;
use crate::drop_plan::types::PlanRow;

/// At most so many are offered.
const OFFERED: usize = 2;

/// Offers sections to the rows without one: where the other files of their type go, where the
/// page has documents of their type, where the other files go.
pub(super) fn offer(rows: &mut [PlanRow], known: &Known<'_>) {
    let mut all = BTreeMap::<String, u64>::new();
    let mut of_type = HashMap::<String, BTreeMap<String, u64>>::new();
    for row in rows.iter() {
        let Some(section) = &row.section else {
            continue;
        };
        *all.entry(section.clone()).or_default() += 1;
        let sections = of_type.entry(file_type(&row.name)).or_default();
        *sections.entry(section.clone()).or_default() += 1;
    }
    for row in rows.iter_mut().filter(|row| row.section.is_none()) {
        let file_type = file_type(&row.name);
        let on_page = known.by_type.get(&file_type).into_iter().flatten();
        let ranked = by_count(of_type.get(&file_type).into_iter().flatten())
            .into_iter()
            .chain(by_count(on_page))
            .chain(by_count(&all));
        for section in ranked {
            if row.likely.len() < OFFERED && !row.likely.contains(&section) {
                row.likely.push(section);
            }
        }
    }
}

/// The most used first; of equals in the order of names.
fn by_count<'a, S: ToString>(sections: impl IntoIterator<Item = (S, &'a u64)>) -> Vec<String> {
    let mut sections: Vec<_> = sections.into_iter().collect();
    sections.sort_by_key(|(_, count)| Reverse(**count));
    sections
        .iter()
        .map(|(section, _)| section.to_string())
        .collect()
}
