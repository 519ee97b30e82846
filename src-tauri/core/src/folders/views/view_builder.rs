//! Conversion of an engine's state into the views for people and scripts. Pure.

use fielddesk_rules::search::Search;
use std::collections::BTreeMap;

use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::engine::Engine;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::plan::{ActionKind, SkipReason};
use fielddesk_sync::status::FileStatus;

use crate::folders::Sample;
use crate::folders::views::mapping_views::{
    ConflictView, FileView, LocalSide, PlanSums, PlanView, PlannedAction, RemoteSide, Trail,
};
use crate::sync_adapters::instant;

/// The plan of the last look, with its sums; none before a look.
pub(in crate::folders) fn plan_view(engine: &Engine) -> Option<PlanView> {
    let view = engine.view()?;
    let plan = &view.left;
    let mut sums = PlanSums {
        files: view
            .local
            .files
            .values()
            .map(|files| files.len() as u64)
            .sum(),
        ..PlanSums::default()
    };
    let mut by_section: BTreeMap<&str, u64> = BTreeMap::new();
    for action in &plan.actions {
        *by_section.entry(&action.section).or_default() += 1;
        match &action.act {
            ActionKind::Send { supersedes, .. } => {
                sums.bytes += action.bytes;
                if supersedes.is_empty() {
                    sums.uploads += 1;
                } else {
                    sums.replaces += 1;
                }
            }
            ActionKind::Adopt { .. } | ActionKind::Compare { .. } => sums.adopts += 1,
            ActionKind::Delete { .. } => sums.deletes += 1,
            ActionKind::Ask { .. } => sums.conflicts += 1,
            ActionKind::Skip(why) => {
                sums.skips += 1;
                sums.in_subfolders += u64::from(*why == SkipReason::Subfolder);
            }
        }
    }
    sums.by_section = by_section
        .into_iter()
        .map(|(section, count)| (section.to_owned(), count))
        .collect();
    let mut rules: BTreeMap<&str, u64> = BTreeMap::new();
    for ignored in &view.local.ignored {
        *rules.entry(&ignored.rule).or_default() += 1;
    }
    sums.ignored = rules
        .into_iter()
        .map(|(rule, count)| (rule.to_owned(), count))
        .collect();
    sums.ignored
        .sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    sums.only_on_page = engine.with_saved(|saved| {
        let theirs = view.remote.files.iter().filter(|(key, _)| {
            !view.local.files.contains_key(*key) && saved.synced.get(key).is_none()
        });
        theirs.map(|(_, files)| files.len() as u64).sum()
    });
    let actions = plan.actions.iter().map(|action| PlannedAction {
        action: action.kind().to_owned(),
        section: action.section.clone(),
        name: action.name.clone(),
        bytes: action.bytes,
        reason: action.reason(),
    });
    Some(PlanView {
        mapping: plan.mapping.clone(),
        plan: plan.id.clone(),
        actions: actions.collect(),
        leaves_little: plan.leaves_little,
        sums,
    })
}

/// What waits for a person's word, with the key of each.
pub(in crate::folders) fn conflicts(engine: &Engine) -> Vec<(FileKey, ConflictView)> {
    let Some(view) = engine.view() else {
        return Vec::new();
    };
    let found = engine.with_saved(|saved| view.conflicts(saved));
    let keyed = found.into_iter().map(|conflict| {
        let key = FileKey::of(&conflict.section, &conflict.name);
        let view = ConflictView {
            mapping: conflict.mapping,
            section: conflict.section,
            name: conflict.name,
            path: conflict.path.map(|path| path.to_string()),
            reason: conflict.reason,
            local: conflict.local.map(|local| LocalSide {
                bytes: local.bytes,
                modified: instant(local.modified),
                sha256: local.sha256.map(|sha256| sha256.to_string()),
            }),
            remote: conflict
                .remote
                .into_iter()
                .map(|remote| RemoteSide {
                    id: remote.id,
                    name: remote.name,
                })
                .collect(),
        };
        (key, view)
    });
    keyed.collect()
}

/// A file as it is shown.
pub(in crate::folders) fn file_view(file: FileStatus) -> FileView {
    FileView {
        section: file.section,
        name: file.name,
        state: file.state.into(),
        reason: file.reason,
        detail: file.detail,
        id: file.id,
        sent: file.sent.map(instant),
        listed: file.listed,
        verified: file.verified.map(instant),
    }
}

/// At most so many trails: a search for `a` is no reason for a book.
const TRAILS: usize = 50;

/// Everything that is known of the names with this text.
pub(in crate::folders) fn trails(engine: &Engine, mapping: &MappingId, text: &str) -> Vec<Trail> {
    let Some(view) = engine.view() else {
        return Vec::new();
    };
    let search = Search::new(text);
    let matches = |name: &str| search.finds(name);
    let mut names: BTreeMap<FileKey, (String, String)> = BTreeMap::new();
    for (key, files) in &view.local.files {
        if let Some(file) = files.iter().find(|file| matches(file.path.name())) {
            let name = file.path.name().to_owned();
            names.insert(key.clone(), (file.section.clone(), name));
        }
    }
    for ignored in view
        .local
        .ignored
        .iter()
        .filter(|ignored| matches(ignored.path.name()))
    {
        let section = ignored.path.folder().unwrap_or_default();
        let name = ignored.path.name();
        let entry = names.entry(FileKey::of(section, name));
        entry.or_insert_with(|| (section.to_owned(), name.to_owned()));
    }
    for action in view
        .left
        .actions
        .iter()
        .filter(|action| matches(&action.name))
    {
        let entry = names.entry(action.key.clone());
        entry.or_insert_with(|| (action.section.clone(), action.name.clone()));
    }
    engine.with_saved(|saved| {
        for (key, agreed) in saved.synced.iter() {
            if matches(agreed.path.name()) {
                let entry = names.entry(key.clone());
                entry.or_insert_with(|| (agreed.section.clone(), agreed.path.name().to_owned()));
            }
        }
        // The name itself first, then names that contain it.
        let mut names: Vec<(String, String)> = names.into_values().collect();
        names.sort_by_key(|(_, name)| !search.is(name));
        let trail = |(section, name): (String, String)| {
            let explanation = view.explain(saved, &section, &name);
            Trail {
                mapping: mapping.clone(),
                status: explanation.status.clone().map(file_view),
                section,
                name,
                explanation,
            }
        };
        names.into_iter().take(TRAILS).map(trail).collect()
    })
}

/// Which names a sample takes: every n-th by its hash, so that samples of later days differ.
pub(in crate::folders) fn wanted(
    engine: &Engine,
    sample: Sample,
) -> impl Fn(&FileKey) -> bool + use<> {
    let total = engine.with_saved(|saved| saved.synced.len());
    let day = chrono::Utc::now().date_naive().to_string();
    let every = match sample {
        Sample::All => 1,
        Sample::Some(count) => (total / count.max(1)).max(1) as u64,
    };
    move |key| {
        use std::hash::{Hash as _, Hasher as _};
        let mut hasher = std::hash::DefaultHasher::new();
        (key, &day).hash(&mut hasher);
        hasher.finish().is_multiple_of(every)
    }
}
