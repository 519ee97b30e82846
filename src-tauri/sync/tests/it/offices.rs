//! Two offices that mirror one share to one page.

use fielddesk_sync::engine::{Engine, RunOptions};
use fielddesk_sync::mapping::{Deletes, Mapping, MappingId};
use fielddesk_sync::mapping_state::{Change, Saved};
use fielddesk_sync::ports::{Ports, State, StateError};
use fielddesk_sync::testing::Sender;
use fielddesk_sync::testing::simulation::{ports, small_limits};

use crate::test_env::{TestEnv, done};

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
    let mut env = TestEnv::new(Deletes::Propagate);
    let other = Mapping {
        id: MappingId("other office".into()),
        ..env.engine.mapping().clone()
    };
    let ports = Ports {
        state: std::sync::Arc::new(Memory::default()),
        ..ports(&env.env)
    };
    let mut other = done(&env.env, Engine::open(other, ports, small_limits())).unwrap();
    let options = RunOptions::default();
    for round in 0..6 {
        for name in ["a.pdf", "b.pdf", "c.pdf", "d.pdf"] {
            env.save(name, &format!("{name} of round {round}"));
        }
        for _ in 0..5 {
            env.run();
            done(&env.env, other.run(&options));
        }
        let page = env.page();
        assert_eq!(
            page.len(),
            4,
            "round {round}: {page:?}\n{}",
            env.env.scenario()
        );
        let conflicts = other.view().unwrap().conflicts(&other.saved());
        assert!(conflicts.is_empty(), "{conflicts:?}");
    }
    env.delete("a.pdf");
    env.run();
    done(&env.env, other.run(&options));
    assert_eq!(env.page().len(), 3);
    assert_eq!(env.env.wrongs(), Vec::<String>::new());
}

#[test]
fn two_offices_that_send_the_same_at_once_keep_one_document() {
    let mut env = TestEnv::new(Deletes::Ask);
    let other = Mapping {
        id: MappingId("other office".into()),
        ..env.engine.mapping().clone()
    };
    let ports = Ports {
        state: std::sync::Arc::new(Memory::default()),
        ..ports(&env.env)
    };
    let mut other = done(&env.env, Engine::open(other, ports, small_limits())).unwrap();
    env.save("a.pdf", "shared");
    // Both have listed an empty page when both send.
    env.env.at("upload", |env| {
        env.page(|page| {
            page.add(
                "Documents",
                "a.pdf",
                b"shared".as_slice().into(),
                Sender::Engine,
            )
        });
    });
    env.run();
    assert_eq!(env.page().len(), 2, "both are there for a moment");
    for _ in 0..3 {
        done(&env.env, other.run(&RunOptions::default()));
        env.run();
    }
    assert_eq!(env.env.wrongs(), Vec::<String>::new());
    let conflicts = env.engine.view().unwrap().conflicts(&env.engine.saved());
    assert!(conflicts.is_empty() && !env.page().is_empty());
}
