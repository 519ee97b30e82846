//! The environment of scenarios: a folder, a page, and an engine between them.

use std::collections::BTreeMap;
use std::time::Duration;

use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::engine::{Engine, RunOptions, RunReport};
use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::plan::Approval;
use fielddesk_sync::resolve::{DeletedChoice, HeldChoice, Keep, Resolution, ResolveError};
use fielddesk_sync::status::FileStatus;
use fielddesk_sync::testing::simulation::{mapping, ports, small_limits};
use fielddesk_sync::testing::{Ended, Faults, Sender, SimEnv, drive};

pub(crate) struct TestEnv {
    pub(crate) env: SimEnv,
    pub(crate) engine: Engine,
}

pub(crate) fn done<T>(env: &SimEnv, work: impl Future<Output = T>) -> T {
    match drive(env, work) {
        Ended::Done(result) => result,
        Ended::Crashed => panic!("nothing crashes here"),
    }
}

impl TestEnv {
    pub(crate) fn new(deletes: Deletes) -> Self {
        let mapping = mapping(deletes);
        let env = SimEnv::new(7, mapping.clone());
        let open = Engine::open(mapping, ports(&env), small_limits());
        let engine = done(&env, open).unwrap();
        Self { env, engine }
    }

    /// The engine after a restart of the program.
    pub(crate) fn restart(&mut self) {
        let mapping = self.engine.mapping().clone();
        let open = Engine::open(mapping, ports(&self.env), small_limits());
        self.engine = done(&self.env, open).unwrap();
    }

    /// What an engine that looks beside this one tells of a file.
    pub(crate) fn file_beside(&self, name: &str) -> FileStatus {
        let mapping = self.engine.mapping().clone();
        let open = Engine::open(mapping, ports(&self.env), small_limits());
        let mut beside = done(&self.env, open).unwrap();
        beside.set_missing(self.engine.missing().clone());
        let watching = RunOptions {
            watching: true,
            ..RunOptions::default()
        };
        done(&self.env, beside.plan(&watching)).unwrap();
        let files = beside.view().unwrap().files(&beside.saved());
        files.into_iter().find(|file| file.name == name).unwrap()
    }

    pub(crate) fn save(&self, path: &str, content: &str) {
        self.env.advance(Duration::from_millis(5));
        self.env.save(path, content.as_bytes());
        self.env.advance(Duration::from_secs(1));
    }

    /// Saves files whose contents are their names.
    pub(crate) fn save_all(&self, paths: &[&str]) {
        for path in paths {
            self.save(path, path);
        }
    }

    pub(crate) fn delete(&self, path: &str) {
        let path = RelPath::new(path).unwrap();
        self.env.disk(|disk| disk.remove(&path));
        self.env.advance(Duration::from_secs(1));
    }

    /// A colleague adds a document to the default page.
    pub(crate) fn add(&self, name: &str, content: &str) -> fielddesk_model::FileReferenceId {
        let bytes = content.as_bytes().into();
        self.env
            .page(|page| page.add("Documents", name, bytes, Sender::Stranger).id)
    }

    /// A colleague takes every document of a name off the default page.
    pub(crate) fn take(&self, name: &str) {
        let key = FileKey::of("Documents", name);
        self.env
            .page(|page| page.docs.retain(|doc| doc.key() != key));
    }

    pub(crate) fn run(&mut self) -> RunReport {
        self.run_with(&RunOptions::default())
    }

    pub(crate) fn yes(&mut self) -> RunReport {
        self.env.approve();
        self.run_with(&RunOptions {
            approval: Approval::Yes,
            ..RunOptions::default()
        })
    }

    pub(crate) fn watch(&mut self) -> RunReport {
        self.run_with(&RunOptions {
            watching: true,
            ..RunOptions::default()
        })
    }

    pub(crate) fn run_with(&mut self, options: &RunOptions) -> RunReport {
        let report = done(&self.env, self.engine.run(options));
        assert_eq!(
            self.env.wrongs(),
            Vec::<String>::new(),
            "{}",
            self.env.scenario()
        );
        report
    }

    pub(crate) fn resolve(&mut self, name: &str, keep: Keep) -> Result<(), ResolveError> {
        self.resolve_as(name, &Resolution::of(keep))
    }

    pub(crate) fn resolve_as(
        &mut self,
        name: &str,
        resolution: &Resolution,
    ) -> Result<(), ResolveError> {
        self.env.approve();
        let key = FileKey::of("Documents", name);
        let options = RunOptions::default();
        let resolve = self
            .engine
            .resolve(&key, resolution, "2026-11-20 14.05.33", &options);
        done(&self.env, resolve).map(|_| ())
    }

    /// One word on names that are gone from the folder; whether each was done.
    pub(crate) fn gone(&mut self, names: &[&str], choice: DeletedChoice) -> Vec<bool> {
        self.env.approve();
        let keys: Vec<_> = names
            .iter()
            .map(|name| FileKey::of("Documents", name))
            .collect();
        let options = RunOptions::default();
        let outcomes = done(
            &self.env,
            self.engine
                .decide_held(&keys, HeldChoice::Deleted(choice), &options),
        )
        .unwrap();
        outcomes.iter().map(Result::is_ok).collect()
    }

    pub(crate) fn faults(&self, faults: Faults) {
        self.env.set_faults(faults);
    }

    /// What the folder holds.
    pub(crate) fn folder(&self) -> BTreeMap<String, String> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        self.env.disk(|disk| {
            disk.files()
                .map(|file| (file.path.to_string(), text(&file.bytes)))
                .collect()
        })
    }

    /// What the page holds, every document.
    pub(crate) fn page(&self) -> Vec<(String, String)> {
        let mut docs: Vec<_> = self.env.page(|page| {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            page.docs
                .iter()
                .map(|doc| (doc.name.clone(), text(&doc.bytes)))
                .collect()
        });
        docs.sort();
        docs
    }

    /// Whether the history has a content.
    pub(crate) fn kept(&self, content: &str) -> bool {
        let hash = fielddesk_sync::content_hash::ContentHash::of(content.as_bytes());
        self.env
            .archive(|archive| archive.contents.contains_key(&hash))
    }

    pub(crate) fn file(&self, name: &str) -> FileStatus {
        let files = self.engine.view().unwrap().files(&self.engine.saved());
        files.into_iter().find(|file| file.name == name).unwrap()
    }

    pub(crate) fn conflict(&self, name: &str) -> String {
        self.file(name).reason.to_string()
    }
}

/// Documents as literals.
pub(crate) fn docs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter()
        .map(|(name, content)| ((*name).to_owned(), (*content).to_owned()))
        .collect()
}
