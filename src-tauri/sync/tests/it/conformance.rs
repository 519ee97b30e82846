//! The suites of the ports, on the fakes. The real ones run the same.

use std::sync::Arc;
use std::time::Duration;

use fielddesk_sync::mapping::Deletes;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::ports::{History, Owner, State};
use fielddesk_sync::testing::conformance::{self, Edit, HistoryUnderTest, Verdict};
use fielddesk_sync::testing::simulation::mapping;
use fielddesk_sync::testing::{Ended, FakeFs, FakeHistory, FakeRemote, FakeState, World, drive};

fn world() -> World {
    World::new(1, mapping(Deletes::Ask))
}

fn passes(world: &World, suite: impl Future<Output = Verdict>) {
    match drive(world, suite) {
        Ended::Done(verdict) => assert_eq!(verdict, Ok(())),
        Ended::Crashed => panic!("nothing crashes here"),
    }
}

#[test]
fn the_fake_state_conforms() {
    let world = world();
    let open = async || Arc::new(FakeState(world.clone())) as Arc<dyn State>;
    passes(&world, conformance::state(open));
}

#[test]
fn the_fake_history_conforms() {
    let world = world();
    passes(&world, conformance::history(&InWorld(world.clone())));
}

struct InWorld(World);

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
    let world = world();
    for content in ["one", "", "two", "three", "top", "fine", "half written"] {
        world.disk(|disk| {
            disk.whole
                .insert(fielddesk_sync::content_hash::ContentHash::of(
                    content.as_bytes(),
                ));
        });
    }
    passes(&world, conformance::remote(&FakeRemote(world.clone())));
}

struct Person(World);

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
        let world = world();
        world.disk(|disk| disk.ignores_case = ignores_case);
        let person = Person(world.clone());
        passes(
            &world,
            conformance::local_fs(&FakeFs(world.clone()), &person),
        );
    }
}
