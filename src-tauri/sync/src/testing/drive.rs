//! Runs a future over the fakes to its end or to the crash, without a runtime.

use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use super::SimEnv;

/// The end of a future.
#[derive(Debug)]
pub enum Ended<T> {
    /// With its result.
    Done(T),
    /// The power failed: the future is dropped, what was durable stays.
    Crashed,
}

/// Polls without waiting: the fakes are always ready soon, or never after a crash.
///
/// # Panics
/// When it makes no progress: something waits for what never comes.
pub fn drive<T>(env: &SimEnv, work: impl Future<Output = T>) -> Ended<T> {
    let mut work = pin!(work);
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..2_000_000 {
        if let Poll::Ready(result) = work.as_mut().poll(&mut context) {
            return Ended::Done(result);
        }
        if env.has_crashed() {
            return Ended::Crashed;
        }
    }
    panic!("no progress; the scenario so far:\n{}", env.scenario());
}

/// Lets others go first, once.
#[derive(Debug, Default)]
pub(super) struct Yield(bool);

impl Future for Yield {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.0 {
            return Poll::Ready(());
        }
        self.0 = true;
        // Sets of futures poll only who asked for it.
        context.waker().wake_by_ref();
        Poll::Pending
    }
}
