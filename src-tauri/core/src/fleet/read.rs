//! Reads the fleet: from the database at once, from the service when asked.

use fielddesk_model::{CompanyId, Listed, Machine, MachineType};

use super::people::people;
use super::types::FleetState;
use super::{Fleet, FleetModel};
use crate::Failure;
use crate::company::own_among;
use crate::directory::Listing;
use crate::machines::{self, CompanyTypes, MachineQuery};

const TYPES: &str = "machineTypes";
/// People are read again when they are older than this.
const PEOPLE_MINUTES: i64 = 10;

impl Fleet {
    /// Returns `true` where the service refuses this client's changes; `None` while the service
    /// cannot be asked.
    pub async fn is_read_only(&self) -> Option<bool> {
        self.0.batches.is_read_only().await
    }

    /// Loads what was kept, once.
    pub(super) async fn load(&self) -> Result<(), Failure> {
        let loading = self.0.loaded.get_or_try_init(|| async {
            self.0.batches.end_broken(self.0.beside.as_ref()).await?;
            self.0.batches.export_bases().prune().await?;
            let cached = self.0.store.load().await?;
            let edits = self.0.store.edits().await?;
            let provenance = self.0.store.provenance().await?;
            let types: Option<Listing<MachineType>> =
                self.0.directory.remembered(TYPES, false).await;
            let types = CompanyTypes {
                types: types.map(|types| types.items).unwrap_or_default(),
                company: own_among(self.0.directory.known_projects().await),
            };
            self.board(|board| {
                board.load(cached.machines, cached.marks);
                board.note_provenance(provenance);
                if let Some(note) = cached.read {
                    board.state.read_at = Some(note.read_at);
                    board.state.read_only = note.read_only;
                }
                board.types = types;
                for edit in edits {
                    board.edits.put(edit);
                }
                board.edits.count(&mut board.state);
            });
            Ok::<(), Failure>(())
        });
        loading.await?;
        self.0.users.load().await?;
        self.take_people();
        Ok(())
    }

    /// Reads machines, types and people from the service. Who comes while it is being read
    /// gets what that read gives.
    ///
    /// # Errors
    /// Those of the list of machines; that types or people cannot be read is no error.
    pub async fn refresh(&self) -> Result<FleetState, Failure> {
        self.load().await?;
        let before = self.board(|board| board.state.read_at);
        let _one_at_a_time = self.0.reading.lock().await;
        let (now, failed) = self.board(|board| (board.state.read_at, board.state.failure.clone()));
        if now != before && failed.is_none() {
            return Ok(self.state());
        }
        self.board(|board| board.state.reading = true);
        let read = self.read().await;
        let read = self.0.online.note(read);
        self.board(|board| {
            board.state.reading = false;
            board.state.failure = read.as_ref().err().cloned();
        });
        read?;
        Ok(self.state())
    }

    /// How the fleet stands.
    #[must_use]
    pub fn state(&self) -> FleetState {
        self.board(|board| board.state.clone())
    }

    async fn read(&self) -> Result<(), Failure> {
        let connection = &self.0.connection;
        let began = self.board(|board| board.state.revision);
        let (listed, types, read_only) = tokio::join!(
            machines::list(connection, MachineQuery::default()),
            machines::types(connection),
            self.0.batches.is_read_only(),
        );
        let listed = listed?;
        for one in &listed.left_out {
            tracing::warn!(%one, "a machine cannot be listed");
        }
        let now = self.0.clock.now();
        let kept = self.board(|board| {
            let kept = board.replace(listed, began, now);
            if let Some(read_only) = read_only {
                board.state.read_only = read_only;
            }
            kept
        });
        self.0.store.keep(&kept).await?;
        let read_only = self.board(|board| board.state.read_only);
        self.0.store.note_read(now, read_only).await?;
        self.rebase().await?;
        match types {
            Ok(types) => {
                let types = CompanyTypes {
                    types: self.0.directory.remember(TYPES, types.records).await.items,
                    company: self.own_company().await,
                };
                self.board(|board| {
                    if board.types != types {
                        board.types = types;
                        board.next();
                    }
                });
            }
            Err(failure) => tracing::warn!(%failure, "the machine types could not be read"),
        }
        if let Err(failure) = self.read_people().await {
            // Names are a comfort: the rows are there without them.
            tracing::warn!(%failure, "the people could not be read");
        }
        Ok(())
    }

    /// The client's own company, by the projects as last read where there are any.
    async fn own_company(&self) -> Option<CompanyId> {
        match self.0.directory.projects(false).await {
            Ok(projects) => own_among(projects.items.into_iter().map(|entry| entry.project)),
            Err(failure) => {
                // The service refuses what is wrong, too.
                tracing::warn!(%failure, "whose the machine types are cannot be told");
                None
            }
        }
    }

    /// Reads machines alone; gives them with what could not be listed.
    pub(super) async fn list(&self) -> Result<Listed<Machine>, Failure> {
        self.load().await?;
        let began = self.board(|board| board.state.revision);
        let listed = machines::list(&self.0.connection, MachineQuery::default()).await;
        let listed = self.0.online.note(listed)?;
        self.take_list(listed.clone(), began).await?;
        self.rebase().await?;
        Ok(listed)
    }

    /// Takes in a list that was read for another purpose.
    pub(super) async fn take_list(
        &self,
        listed: Listed<Machine>,
        began: u64,
    ) -> Result<(), Failure> {
        let now = self.0.clock.now();
        let kept = self.board(|board| board.replace(listed, began, now));
        self.0.store.keep(&kept).await?;
        let read_only = self.board(|board| board.state.read_only);
        self.0.store.note_read(now, read_only).await
    }

    async fn read_people(&self) -> Result<(), Failure> {
        let age = self.0.users.state().read_at;
        let minutes = age.map(|at| (self.0.clock.now() - at).num_minutes());
        let young = match minutes {
            // A number that nobody has must not cost a list of users each time.
            Some(0) => true,
            Some(minutes) if minutes < PEOPLE_MINUTES => {
                !self.board(|board| names_somebody_new(board))
            }
            Some(_) | None => false,
        };
        if !young {
            self.0.users.refresh().await?;
        }
        self.take_people();
        Ok(())
    }

    /// Takes the names of people from the users, where those changed.
    fn take_people(&self) {
        let revision = self.0.users.state().revision;
        if self.board(|board| board.people_of != Some(revision)) {
            let people = people(&self.0.users.records());
            self.board(|board| board.set_people(people, revision));
        }
    }
}

/// Whether a machine's responsible person is not among the people.
fn names_somebody_new(board: &FleetModel) -> bool {
    let people = board.people();
    board.machines().any(|machine| {
        let number = machine.responsible_employee_number.as_deref();
        number.is_some_and(|number| !number.is_empty() && !people.contains_key(number))
    })
}
