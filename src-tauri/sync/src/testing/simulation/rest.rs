//! The end of a scenario: everybody rests, both sides must meet, and stay.

use std::time::Duration;

use fielddesk_rules::name_key::FileKey;

use super::scenario::Scenario;
use crate::engine::{Engine, RunReport};
use crate::mapping::Deletes;
use crate::plan::{ActionKind, Approval, ConflictReason, SkipReason};
use crate::reason::Reason;
use crate::status::Standing;
use crate::testing::{Acts, Ended, Faults, Sender, drive};

impl Scenario {
    /// Everything comes to rest: both sides must meet, and stay.
    pub(super) fn rest(&mut self) {
        self.env.set_faults(Faults::default());
        self.env.lock().rest();
        // Whatever was cut off has committed by now.
        self.env.advance(Duration::from_secs(530));
        let Some(mut engine) = self.open() else {
            return;
        };
        if !self.take_what_is_there(&mut engine) {
            return;
        }
        let mut approval = Approval::None;
        let mut left = Vec::new();
        for round in 0..14 {
            let Some(report) = self.run(&mut engine, approval.clone(), false) else {
                return;
            };
            if !self.env.wrongs().is_empty() {
                return;
            }
            if let Some(stop) = &report.stop {
                self.env
                    .lock()
                    .wrong(format!("at rest the run stops: {stop}"));
                return;
            }
            if self.is_settled(&report) && round > 1 {
                return self.judge(engine);
            }
            left = report.left.actions.clone();
            approval = Approval::Plan(report.left.id.clone());
            let asks = report.left.actions.iter().filter(|action| {
                matches!(&action.act, ActionKind::Ask { reason, .. } if *reason != ConflictReason::NameCollision)
            });
            let asks: Vec<_> = asks.map(|action| action.key.clone()).collect();
            for key in &asks {
                if !self.resolve(&mut engine, key) {
                    return;
                }
                // A word may change the plan: the next approval is for what is shown then.
                approval = Approval::None;
            }
            self.env.advance(Duration::from_secs(400));
        }
        self.env
            .lock()
            .wrong(format!("both sides do not come to rest: {left:#?}"));
    }

    /// A person says that what lies in the folder now is what belongs there. False after a crash.
    fn take_what_is_there(&mut self, engine: &mut Engine) -> bool {
        let folders: Vec<_> = engine.saved().volumes.kept.into_keys().collect();
        for folder in folders {
            match drive(&self.env, engine.take_subfolder(&folder, &folder)) {
                Ended::Done(Ok(_)) => {}
                Ended::Done(Err(stop)) => {
                    let wrong = format!("at rest a subfolder is not taken: {stop}");
                    self.env.lock().wrong(wrong);
                    return false;
                }
                Ended::Crashed => {
                    self.sum.crashes += 1;
                    return false;
                }
            }
        }
        true
    }

    /// Only what no run can do is left.
    fn is_settled(&self, report: &RunReport) -> bool {
        report.left.forgets.is_empty()
            && report.left.actions.iter().all(|action| match &action.act {
                ActionKind::Ask { reason, .. } => *reason == ConflictReason::NameCollision,
                ActionKind::Skip(reason) => matches!(
                    reason,
                    SkipReason::RefusedByService(_) | SkipReason::Subfolder
                ),
                ActionKind::Send { .. }
                | ActionKind::Adopt { .. }
                | ActionKind::Compare { .. }
                | ActionKind::Delete { .. } => false,
            })
    }

    fn judge(&mut self, mut engine: Engine) {
        self.both_sides_meet(&engine);
        self.status_is_honest(&engine);
        self.env.judge_dates();
        let before = self.env.acts();
        self.env.advance(Duration::from_secs(60));
        let Some(report) = self.run(&mut engine, Approval::None, false) else {
            return;
        };
        let after = self.env.acts();
        let quiet = Acts {
            lists: after.lists,
            ..before
        };
        if after != quiet || report.stop.is_some() {
            let wrong = format!("a quiet second run did something: {before:?} {after:?}");
            self.env.lock().wrong(wrong);
        }
        if after.lists - before.lists != 1 {
            self.env
                .lock()
                .wrong("a quiet run lists more than once".into());
        }
        if let Some(intent) = engine.saved().intents.values().next() {
            self.env
                .lock()
                .wrong(format!("an intent stays open at rest: {intent:?}"));
        }
    }

    fn both_sides_meet(&self, engine: &Engine) {
        let saved = engine.saved();
        let mut inner = self.env.lock();
        let mut wrongs = Vec::new();
        let mut bound = std::collections::BTreeSet::new();
        let refused = |key: &FileKey| saved.refusals.contains_key(key);
        for file in inner.disk.files() {
            let Some(key) = inner.key_of(&file.path) else {
                continue;
            };
            if inner.disk.is_ignored(&file.path) || refused(&key) {
                continue;
            }
            let agreed = saved.synced.get(&key);
            // The other of two files with one name waits for a person.
            if agreed.is_some_and(|agreed| agreed.path != file.path) {
                continue;
            }
            let doc = agreed.and_then(|agreed| inner.page.get(&agreed.id));
            match doc {
                Some(doc) if doc.bytes == file.bytes => {
                    bound.insert(doc.id.clone());
                    let twins = inner.page.of_key(&key).filter(|other| other.id != doc.id);
                    for twin in twins {
                        let ours = saved.synced.key_of(&twin.id).is_some();
                        let sent =
                            twin.sender == Sender::Engine && !inner.let_go.contains(&twin.id);
                        if !ours && (twin.bytes != doc.bytes || sent) {
                            wrongs.push(format!("{key} has a second document {}", twin.id));
                        }
                    }
                }
                Some(_) => wrongs.push(format!("{} has other bytes on the page", file.path)),
                None => wrongs.push(format!("{} is not on the page", file.path)),
            }
        }
        for (key, agreed) in saved.synced.iter() {
            let kept = self.mapping.deletes == Deletes::Keep;
            if !bound.contains(&agreed.id) && !kept && !refused(key) {
                wrongs.push(format!("{key} is agreed on and gone"));
            }
        }
        for wrong in wrongs {
            inner.wrong(wrong);
        }
    }

    fn status_is_honest(&self, engine: &Engine) {
        let Some(view) = engine.view() else { return };
        let saved = engine.saved();
        let status = view.status(&saved);
        let files = view.files(&saved);
        let worst = files
            .iter()
            .map(|file| file.state)
            .max()
            .unwrap_or(Standing::InStep);
        let mut inner = self.env.lock();
        if status.state != worst {
            inner.wrong(format!(
                "the mapping says {:?}, its worst file {worst:?}",
                status.state
            ));
        }
        for file in files.iter().filter(|file| file.state == Standing::InStep) {
            let up = file
                .id
                .as_ref()
                .is_some_and(|id| inner.page.get(id).is_some());
            if !up && file.reason == Reason::InStep {
                inner.wrong(format!("{} says it is in step and is not up", file.name));
            }
        }
    }
}
