//! Two offices that mirror one share to one page.

use fielddesk_sync::engine::{Engine, RunOptions};
use fielddesk_sync::mapping::{Deletes, Mapping, MappingId};
use fielddesk_sync::mapping_state::{Change, Saved};
use fielddesk_sync::ports::{Ports, State, StateError};
use fielddesk_sync::testing::Sender;
use fielddesk_sync::testing::simulation::{ports, small_limits};

use crate::desk::{Desk, done};

/// A memory of its own, as another office has.
#[derive(Default)]
pub(crate) struct Memory(std::sync::Mutex<Saved>);

#[async_trait::async_trait]
impl State for Memory {
    async fn load(&self) -> Result<Saved, StateError> {
        Ok(self.0.lock().unwrap().clone())
    }

    async fn commit(&self, changes: &[Change]) -> Result<(), StateError> {
        let mut saved = self.0.lock().unwrap();
        changes.iter().for_each(|change| saved.apply(change));
        Ok(())
    }
}

#[test]
fn two_offices_that_mirror_one_share_do_not_quarrel() {
    let mut desk = Desk::new(Deletes::Propagate);
    let other = Mapping {
        id: MappingId("other office".into()),
        ..desk.engine.mapping().clone()
    };
    let ports = Ports {
        state: std::sync::Arc::new(Memory::default()),
        ..ports(&desk.world)
    };
    let mut other = done(&desk.world, Engine::open(other, ports, small_limits())).unwrap();
    let options = RunOptions::default();
    for round in 0..6 {
        for name in ["a.pdf", "b.pdf", "c.pdf", "d.pdf"] {
            desk.save(name, &format!("{name} of round {round}"));
        }
        for _ in 0..5 {
            desk.run();
            done(&desk.world, other.run(&options));
        }
        let page = desk.page();
        assert_eq!(
            page.len(),
            4,
            "round {round}: {page:?}\n{}",
            desk.world.story()
        );
        let conflicts = other.view().unwrap().conflicts(&other.saved());
        assert!(conflicts.is_empty(), "{conflicts:?}");
    }
    desk.delete("a.pdf");
    desk.run();
    done(&desk.world, other.run(&options));
    assert_eq!(desk.page().len(), 3);
    assert_eq!(desk.world.wrongs(), Vec::<String>::new());
}

#[test]
fn two_offices_that_send_the_same_at_once_keep_one_document() {
    let mut desk = Desk::new(Deletes::Ask);
    let other = Mapping {
        id: MappingId("other office".into()),
        ..desk.engine.mapping().clone()
    };
    let ports = Ports {
        state: std::sync::Arc::new(Memory::default()),
        ..ports(&desk.world)
    };
    let mut other = done(&desk.world, Engine::open(other, ports, small_limits())).unwrap();
    desk.save("a.pdf", "shared");
    // Both have listed an empty page when both send.
    desk.world.at("upload", |world| {
        world.page(|page| {
            page.add(
                "Documents",
                "a.pdf",
                b"shared".as_slice().into(),
                Sender::Engine,
            )
        });
    });
    desk.run();
    assert_eq!(desk.page().len(), 2, "both are there for a moment");
    for _ in 0..3 {
        done(&desk.world, other.run(&RunOptions::default()));
        desk.run();
    }
    assert_eq!(desk.world.wrongs(), Vec::<String>::new());
    let conflicts = desk.engine.view().unwrap().conflicts(&desk.engine.saved());
    assert!(conflicts.is_empty() && !desk.page().is_empty());
}
