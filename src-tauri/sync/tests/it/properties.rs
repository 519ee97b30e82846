//! Properties of the planner over random trees.

use std::collections::BTreeSet;

use fielddesk_model::FileReferenceId;
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::plan::{ActionKind, Plan};
use proptest::prelude::*;

use crate::trees::Trees;

const NAMES: [&str; 5] = ["a.pdf", "A.PDF", "b.pdf", "VA/a.pdf", "VA/c.pdf"];
const CONTENTS: [&str; 4] = ["one", "two", "three", "four"];

/// One random tree, perturbed into three.
fn trees() -> impl Strategy<Value = Trees> {
    let name = (0..8u8, 0..4usize, 0..4usize, 0..3usize, proptest::bool::ANY);
    let all = proptest::collection::vec(name, NAMES.len());
    (all, 0..3u8).prop_map(|(all, policy)| {
        let deletes = [Deletes::Ask, Deletes::Keep, Deletes::Propagate][usize::from(policy)];
        let mut trees = Trees::new(deletes);
        for (at, (bits, local, base, strangers, read)) in all.into_iter().enumerate() {
            let path = NAMES[at];
            let name = path.rsplit('/').next().unwrap();
            let section = if path.contains('/') {
                "VA"
            } else {
                "Documents"
            };
            let id = format!("m{at}");
            if bits & 1 != 0 {
                trees.file(path, CONTENTS[local]);
            }
            if bits & 2 != 0 {
                trees.agreed(path, &id, CONTENTS[base]);
                if bits & 4 != 0 {
                    trees.doc(section, name, &id);
                }
            }
            for n in 0..strangers {
                let id = format!("{}{at}{n}", if n == 0 { "a" } else { "z" });
                trees.doc(section, name, &id);
                if read {
                    trees.read(&id, CONTENTS[(local + n) % 4]);
                }
            }
        }
        trees
    })
}

/// What a plan does to the trees when everything works, deletes included.
fn apply(trees: &mut Trees, plan: &Plan) {
    for key in &plan.forgets {
        trees.saved.synced.drop(key);
    }
    for (n, action) in plan.actions.iter().enumerate() {
        let remove = |trees: &mut Trees, id: &FileReferenceId| {
            for page in &mut trees.listing.pages {
                page.files.retain(|file| file.id != *id);
            }
        };
        match &action.act {
            ActionKind::Send {
                file, supersedes, ..
            } => {
                let id = format!("n{n}-{}", trees.saved.synced.len());
                let content = file.sha256;
                trees.doc(&action.section, &action.name, &id);
                trees.agreed(file.path.as_str(), &id, "?");
                let mut agreed = trees.saved.synced.get(&action.key).unwrap().clone();
                agreed.sha256 = content.unwrap();
                trees.saved.synced.put(action.key.clone(), agreed);
                supersedes.iter().for_each(|id| remove(trees, id));
            }
            ActionKind::Adopt {
                id, sha256, retire, ..
            } => {
                let path = action.path.clone().unwrap();
                trees.agreed(path.as_str(), id.as_str(), "?");
                let mut agreed = trees.saved.synced.get(&action.key).unwrap().clone();
                agreed.sha256 = *sha256;
                trees.saved.synced.put(action.key.clone(), agreed);
                retire.iter().for_each(|id| remove(trees, id));
            }
            ActionKind::Compare { ids, .. } => {
                for id in ids {
                    trees.read(id.as_str(), CONTENTS[n % 4]);
                }
            }
            ActionKind::Delete { ids, .. } => {
                ids.iter().for_each(|id| remove(trees, id));
                trees.saved.synced.drop(&action.key);
            }
            ActionKind::Ask { .. } | ActionKind::Skip(_) => {}
        }
    }
}

fn listed(trees: &Trees) -> BTreeSet<FileReferenceId> {
    let files = trees.listing.pages.iter().flat_map(|page| &page.files);
    files.map(|file| file.id.clone()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn applying_plans_ends_with_nothing_to_do(mut trees in trees()) {
        for _ in 0..6 {
            let plan = trees.plan();
            apply(&mut trees, &plan);
        }
        let left = trees.plan();
        let waits = left.actions.iter().all(|action| matches!(action.act, ActionKind::Ask { .. }));
        prop_assert!(waits && left.forgets.is_empty(), "{:#?}", left.actions);
    }

    #[test]
    fn the_order_of_scan_and_listing_does_not_matter(trees in trees(), seed in 0..1000usize) {
        let mut shuffled = trees.clone();
        let files = shuffled.scan.files.len();
        if files > 1 {
            shuffled.scan.files.rotate_left(seed % files);
        }
        shuffled.listing.pages.reverse();
        prop_assert_eq!(trees.plan(), shuffled.plan());
    }

    #[test]
    fn only_what_is_ours_superseded_or_deleted_here_goes(trees in trees()) {
        let before = listed(&trees);
        let plan = trees.plan();
        let mut after = trees.clone();
        apply(&mut after, &plan);
        let left = listed(&after);
        for gone in before.difference(&left) {
            let key = trees.saved.synced.key_of(gone);
            prop_assert!(key.is_some(), "a stranger's {gone} goes unasked");
            let key = key.unwrap();
            let agreed = trees.saved.synced.get(key).unwrap();
            let here = trees.scan.files.iter().any(|file| {
                trees.mapping.place(&file.path).unwrap().key == *key
            });
            let now = after.saved.synced.get(key).map(|now| &now.id);
            let superseded = now.is_some_and(|id| *id != agreed.id && left.contains(id));
            prop_assert!(!here || superseded, "{gone} goes and nothing stands in its place");
        }
    }

    #[test]
    fn the_same_trees_have_the_same_plan_and_id(trees in trees()) {
        let (one, two) = (trees.plan(), trees.plan());
        prop_assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&two).unwrap());
    }
}
