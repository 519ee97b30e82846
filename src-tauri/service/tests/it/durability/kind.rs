//! A kind of write, for every test that breaks the service in the middle of some.

use async_trait::async_trait;

use super::TestEnv;

/// A kind of write, done many times under its numbers.
#[async_trait]
pub(crate) trait Kind: Send + Sync {
    fn name(&self) -> &'static str;

    /// Makes the record that write `n` of this run works on.
    async fn prepare(&self, _desk: &TestEnv, _run: &str, _n: usize) {}

    /// Write `n` of a run; whether it was acknowledged.
    async fn act(&self, env: &TestEnv, run: &str, n: usize) -> bool;

    /// After the restart: all of write `n` if it was acknowledged, else all or nothing.
    async fn check(&self, env: &TestEnv, run: &str, n: usize, acknowledged: bool);
}
