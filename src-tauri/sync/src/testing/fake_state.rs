//! The memory of a mapping, durable across crashes.

use async_trait::async_trait;

use super::SimEnv;
use crate::mapping_state::{Change, Saved};
use crate::ports::{State, StateError};

/// A `State` in the environment's memory.
#[derive(Debug, Clone)]
pub struct FakeState(pub SimEnv);

#[async_trait]
impl State for FakeState {
    async fn load(&self) -> Result<Saved, StateError> {
        self.0.step("load the state").await;
        Ok(self.0.lock().memory.clone())
    }

    async fn commit(&self, changes: &[Change]) -> Result<(), StateError> {
        self.0.step("commit").await;
        {
            let mut inner = self.0.lock();
            let rate = inner.faults.storage;
            if inner.strikes(rate) {
                inner.tell("the state cannot be written".into());
                return Err(StateError::Failed("disk full".into()));
            }
            let before = inner.memory.volumes.clone();
            for change in changes {
                inner.let_go(change);
                inner.memory.apply(change);
            }
            inner.drives_taken(&before);
        }
        self.0.step("committed").await;
        Ok(())
    }
}
