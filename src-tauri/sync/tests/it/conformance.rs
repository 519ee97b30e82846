//! The suites of the ports, on the fakes. The real ones run the same.

use std::sync::Arc;
use std::time::Duration;

use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::ports::{History, Owner, State};
use fielddesk_sync::testing::conformance::{self, Edit, HistoryUnderTest, Verdict};
use fielddesk_sync::testing::simulation::mapping;
use fielddesk_sync::testing::{Ended, FakeFs, FakeHistory, FakeRemote, FakeState, SimEnv, drive};

fn env() -> SimEnv {
    SimEnv::new(1, mapping(Deletes::Ask))
}

fn passes(env: &SimEnv, suite: impl Future<Output = Verdict>) {
    match drive(env, suite) {
        Ended::Done(verdict) => assert_eq!(verdict, Ok(())),
        Ended::Crashed => panic!("nothing crashes here"),
    }
}

#[test]
fn the_fake_state_conforms() {
    let env = env();
    let open = async || Arc::new(FakeState(env.clone())) as Arc<dyn State>;
    passes(&env, conformance::state(open));
}

#[test]
fn the_fake_history_conforms() {
    let env = env();
    passes(&env, conformance::history(&InWorld(env.clone())));
}

struct InWorld(SimEnv);

impl HistoryUnderTest for InWorld {
    fn of_owner(&self, owner: Owner) -> Arc<dyn History> {
        Arc::new(FakeHistory::of_owner(self.0.clone(), owner))
    }

    fn pass(&self, time: Duration) {
        self.0.advance(time);
    }
}

#[test]
fn the_fake_remote_conforms() {
    let env = env();
    for content in ["one", "", "two", "three", "top", "fine", "half written"] {
        env.disk(|disk| {
            disk.whole
                .insert(fielddesk_sync::content_hash::ContentHash::of(
                    content.as_bytes(),
                ));
        });
    }
    passes(&env, conformance::remote(&FakeRemote(env.clone())));
}

struct Person(SimEnv);

impl Edit for Person {
    fn save(&self, path: &str, bytes: &[u8]) {
        self.0.advance(Duration::from_millis(1));
        self.0.save(path, bytes);
    }

    fn delete(&self, path: &str) {
        let path = RelPath::new(path).unwrap();
        self.0.disk(|disk| disk.remove(&path));
    }

    fn settle(&self) {
        self.0.advance(Duration::from_secs(1));
    }
}

#[test]
fn the_fake_folder_conforms() {
    for ignores_case in [false, true] {
        let env = env();
        env.disk(|disk| disk.ignores_case = ignores_case);
        let person = Person(env.clone());
        passes(&env, conformance::local_fs(&FakeFs(env.clone()), &person));
    }
}
