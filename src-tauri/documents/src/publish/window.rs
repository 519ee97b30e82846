//! The number of requests in flight: more while all goes well, half after the service asked to
//! wait.

use crate::ports::RemoteErrorKind;
use crate::stop_reason::StopReason;

const FEWEST: usize = 2;
const FIRST: usize = 4;

/// Grows by one a success and halves when the service is busy.
#[derive(Debug)]
pub struct Window {
    size: usize,
    most: usize,
}

impl Window {
    /// Makes a window of at most `most` requests.
    #[must_use]
    pub fn new(most: usize) -> Self {
        let most = most.max(1);
        Self {
            size: FIRST.min(most),
            most,
        }
    }

    /// Returns the number of requests that may be in flight now.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Takes how a request ended.
    pub fn learn(&mut self, result: &Result<(), StopReason>) {
        self.size = match result {
            Ok(()) => (self.size + 1).min(self.most),
            Err(StopReason::Service { error, .. })
                if matches!(
                    error.kind,
                    RemoteErrorKind::Busy(_) | RemoteErrorKind::Failed(_)
                ) =>
            {
                (self.size / 2).max(FEWEST.min(self.most))
            }
            Err(_) => self.size,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_with_success_and_halves_when_the_service_is_busy() {
        let mut window = Window::new(16);
        for _ in 0..20 {
            window.learn(&Ok(()));
        }
        assert_eq!(window.size(), 16);
        let busy = Err(StopReason::Service {
            error: RemoteErrorKind::Busy(None).into(),
            wait: None,
        });
        for expected in [8, 4, 2, 2] {
            window.learn(&busy);
            assert_eq!(window.size(), expected);
        }
    }
}
