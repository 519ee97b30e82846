//! The log of requests by arrival.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use crate::exchange::Exchange;

/// More than this many are not kept; the oldest go first.
const KEPT: usize = 100_000;

/// Every request since the last reset.
#[derive(Default)]
pub(crate) struct Requests(Mutex<VecDeque<Arc<Exchange>>>);

impl Requests {
    pub(crate) fn add(&self, exchange: Arc<Exchange>) {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if log.len() == KEPT {
            log.pop_front();
        }
        log.push_back(exchange);
    }

    pub(crate) fn clear(&self) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }

    pub(crate) fn to_json(&self) -> Vec<Value> {
        let log: Vec<_> = {
            let log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            log.iter().cloned().collect()
        };
        log.iter().map(|exchange| exchange.to_json()).collect()
    }
}
