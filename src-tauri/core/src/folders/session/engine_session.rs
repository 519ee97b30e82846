//! A mapping's engine and the state shown of it while others wait: opened when it is needed, used
//! by one at a time, interrupted when a user command waits.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use fielddesk_api::CancellationToken;
use fielddesk_sync::engine::{Engine, MissingSince};
use fielddesk_sync::limits::Limits;
use fielddesk_sync::mapping::MappingId;
use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncGuard};

use crate::Failure;
use crate::folders::errors::state_failure;
use crate::folders::mappings::mapping::FolderMapping;
use crate::folders::session::engine_ports::EngineFactory;
use crate::folders::session::session_state::Live;
use crate::sync_adapters::ApiRemote;
use fielddesk_documents::lock::lock;

/// One mapping's engine.
pub(in crate::folders) struct Slot {
    engine: AsyncMutex<Option<Engine>>,
    /// Ends the run under way.
    run: Mutex<Option<CancellationToken>>,
    /// Gives up the requests under way.
    abandon: Mutex<Option<CancellationToken>>,
    /// What the engine's requests go through.
    remote: Mutex<Option<Arc<ApiRemote>>>,
    /// Since when files are missing, for looks beside a run.
    missing: Mutex<MissingSince>,
    /// A person's words that wait for the engine.
    words: AtomicUsize,
    pub(in crate::folders) live: Mutex<Live>,
}

impl Slot {
    fn new() -> Self {
        Self {
            engine: AsyncMutex::new(None),
            run: Mutex::new(None),
            abandon: Mutex::new(None),
            remote: Mutex::new(None),
            missing: Mutex::default(),
            words: AtomicUsize::new(0),
            live: Mutex::new(Live::default()),
        }
    }

    /// The engine for a person's word: a run under way ends after its request.
    pub(in crate::folders) async fn lock_for_command(&self) -> AsyncGuard<'_, Option<Engine>> {
        let _waiting = Waiting::new(&self.words);
        self.stop_run();
        self.engine.lock().await
    }

    /// The engine for a run. Words go first.
    pub(in crate::folders) async fn for_a_run(&self) -> AsyncGuard<'_, Option<Engine>> {
        loop {
            let engine = self.engine.lock().await;
            if self.words.load(Ordering::SeqCst) == 0 {
                return engine;
            }
            drop(engine);
            tokio::task::yield_now().await;
        }
    }

    /// Returns the engine, or `None` while it is in use.
    pub(in crate::folders) fn if_free(&self) -> Option<AsyncGuard<'_, Option<Engine>>> {
        self.engine.try_lock().ok()
    }

    /// Notes the run under way; its token ends with `cancel`, or for a word.
    pub(in crate::folders) fn begin_run(&self, cancel: &CancellationToken) -> CancellationToken {
        let token = cancel.child_token();
        *lock(&self.run) = Some(token.clone());
        if self.words.load(Ordering::SeqCst) > 0 {
            token.cancel();
        }
        token
    }

    pub(in crate::folders) fn end_run(&self) {
        *lock(&self.run) = None;
    }

    /// Ends the run under way, after its request.
    pub(in crate::folders) fn stop_run(&self) {
        if let Some(run) = &*lock(&self.run) {
            run.cancel();
        }
    }

    /// Gives up the requests under way, of a run that does not end. Returns whether there was
    /// something to give up; the engine is of no use then.
    pub(in crate::folders) fn abandon(&self) -> bool {
        let abandon = lock(&self.abandon).take();
        let Some(abandon) = abandon else {
            return false;
        };
        abandon.cancel();
        true
    }

    /// Notes since when files are missing, as the engine knows it after a run.
    pub(in crate::folders) fn note_missing(&self, engine: &Engine) {
        lock(&self.missing).clone_from(engine.missing());
    }

    /// Since when files are missing, as the engine knew it after its last run.
    pub(in crate::folders) fn missing(&self) -> MissingSince {
        lock(&self.missing).clone()
    }

    /// Takes what was sent by now into what is known of the mapping.
    pub(in crate::folders) fn note_bytes_sent(&self) {
        if let Some(remote) = &*lock(&self.remote) {
            lock(&self.live).note_sent(remote.bytes_sent());
        }
    }

    /// Whether a person's word waits for the engine.
    pub(in crate::folders) fn word_waits(&self) -> bool {
        self.words.load(Ordering::SeqCst) > 0
    }
}

struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The engines of this process.
pub(in crate::folders) struct Slots {
    slots: Mutex<BTreeMap<MappingId, Arc<Slot>>>,
    pub(in crate::folders) engine_factory: Arc<dyn EngineFactory>,
    limits: Limits,
}

impl Slots {
    pub(in crate::folders) fn new(engine_factory: Arc<dyn EngineFactory>, limits: Limits) -> Self {
        Self {
            slots: Mutex::default(),
            engine_factory,
            limits,
        }
    }

    /// The slot of a mapping.
    pub(in crate::folders) fn of(&self, id: &MappingId) -> Arc<Slot> {
        let mut slots = lock(&self.slots);
        let slot = slots.entry(id.clone());
        slot.or_insert_with(|| Arc::new(Slot::new())).clone()
    }

    /// Every slot there is.
    pub(in crate::folders) fn all(&self) -> Vec<(MappingId, Arc<Slot>)> {
        let slots = lock(&self.slots);
        slots
            .iter()
            .map(|(id, slot)| (id.clone(), slot.clone()))
            .collect()
    }

    /// Ends every run under way, after its request.
    pub(in crate::folders) fn end_runs(&self) {
        for (_, slot) in self.all() {
            slot.stop_run();
        }
    }

    /// Drops a mapping's slot.
    pub(in crate::folders) fn remove(&self, id: &MappingId) {
        lock(&self.slots).remove(id);
    }

    /// The engine in the slot, opened where it is not, with the mapping as it is now.
    pub(in crate::folders) async fn open<'a>(
        &self,
        slot: &Slot,
        engine: &'a mut Option<Engine>,
        mapping: &FolderMapping,
    ) -> Result<&'a mut Engine, Failure> {
        if engine.is_none() {
            let ports = self.engine_factory.acting(mapping).await?;
            let mut opened = Engine::open(mapping.for_engine(), ports.ports, self.limits)
                .await
                .map_err(state_failure)?;
            let rebuilt = ports.rebuilt.await;
            lock(&slot.live).rebuilt |= rebuilt;
            *lock(&slot.abandon) = Some(ports.abandon);
            *lock(&slot.remote) = Some(ports.remote);
            opened.set_missing(slot.missing());
            *engine = Some(opened);
        }
        let Some(engine) = engine else {
            return Err(Failure::internal("an engine that was opened is not there"));
        };
        if *engine.mapping() != mapping.for_engine() {
            engine.set_mapping(mapping.for_engine());
        }
        Ok(engine)
    }

    /// An engine that only looks.
    pub(in crate::folders) async fn looking(
        &self,
        mapping: &FolderMapping,
    ) -> Result<Engine, Failure> {
        let ports = self.engine_factory.looking(mapping).await?;
        Engine::open(mapping.for_engine(), ports, self.limits)
            .await
            .map_err(state_failure)
    }
}

/// The local time for names of copies.
pub(in crate::folders) fn stamp(now: DateTime<Utc>) -> String {
    let local = now.with_timezone(&chrono::Local);
    local.format("%Y-%m-%d %H.%M.%S").to_string()
}
