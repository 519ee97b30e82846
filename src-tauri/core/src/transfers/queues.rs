//! The queues of all connections: each works whichever connection is chosen, and all share the
//! program's room for requests.

use std::sync::Arc;

use fielddesk_api::Clock;
use futures::future::join_all;
use tokio::sync::{broadcast, watch};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::failpoints::Crash;
use super::start::{REMEMBERED, read_queue};
use super::store;
use super::types::TransfersView;
use super::view::{Around, Speed, view};
use super::{Parts, Transfers};
use crate::Failure;
use crate::connection::Connection;
use crate::data_dir::DataDir;
use crate::db::Database;
use crate::history::History;
use crate::online::OnlineWatch;
use crate::profiles::{Profile, ProfileId};
use crate::sync_adapters::UploadRoom;
use crate::target::Target;

/// Everything that the queues work with.
pub struct QueuesParts {
    /// Rows and journals.
    pub database: Database,
    /// Private copies.
    pub data_dir: DataDir,
    /// Old content.
    pub history: History,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Room for upload requests.
    pub room: UploadRoom,
}

/// The transfers of one connection.
#[derive(Debug, Clone, PartialEq)]
pub struct ConnectionTransfers {
    /// Its profile.
    pub profile: ProfileId,
    /// Its name.
    pub connection: String,
    /// The reason why its queue waits until a person does something about the connection.
    pub held: Option<Failure>,
    /// The transfers.
    pub transfers: TransfersView,
}

/// The queues of all connections that have anything to do, and of those that were chosen in this
/// run. Cheap to clone.
#[derive(Clone)]
pub struct Queues(Arc<Inner>);

struct Inner {
    parts: QueuesParts,
    open: tokio::sync::Mutex<Vec<Open>>,
    views: watch::Sender<Vec<ConnectionTransfers>>,
    changes: broadcast::Sender<(ProfileId, Target)>,
}

struct Open {
    profile: Profile,
    transfers: Transfers,
    online: OnlineWatch,
    _following: DropGuard,
}

impl Queues {
    /// No queue is open yet.
    #[must_use]
    pub fn new(parts: QueuesParts) -> Self {
        Self(Arc::new(Inner {
            parts,
            open: tokio::sync::Mutex::default(),
            views: watch::Sender::default(),
            changes: broadcast::channel(256).0,
        }))
    }

    /// Every queue as it stands, those of connections that are held too.
    #[must_use]
    pub fn views(&self) -> watch::Receiver<Vec<ConnectionTransfers>> {
        self.0.views.subscribe()
    }

    /// Targets whose page a queue changed, with the connection.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<(ProfileId, Target)> {
        self.0.changes.subscribe()
    }

    /// The connections, by profile, of which something is not done or waits for a person.
    pub async fn unfinished(&self) -> Result<Vec<String>, Failure> {
        store::unfinished(&self.0.parts.database).await
    }

    /// The queue of a connection, with the connection that it uses and its watch. One that is at
    /// work for the same service and client goes on; any other is opened with this connection.
    pub async fn open(
        &self,
        connection: Connection,
    ) -> Result<(Transfers, Connection, OnlineWatch), Failure> {
        let mut open = self.0.open.lock().await;
        let profile = connection.profile.clone();
        let known = open.iter_mut().find(|known| known.profile.id == profile.id);
        if let Some(known) = known
            && is_same_client(&known.profile, &profile)
            && known.transfers.has_open()
        {
            known.profile = profile.clone();
            self.0.rename(&profile);
            let client = known.transfers.engine.connection.client.clone();
            let connection = Connection { profile, client };
            return Ok((known.transfers.clone(), connection, known.online.clone()));
        }
        stop_one(&mut open, &profile.id).await;
        let parts = &self.0.parts;
        let online = OnlineWatch::new();
        let transfers = Transfers::start_with(Parts {
            connection: connection.clone(),
            database: &parts.database,
            data_dir: &parts.data_dir,
            history: parts.history.clone(),
            online: online.clone(),
            room: parts.room.clone(),
            clock: parts.clock.clone(),
            crash: Crash::default(),
        })
        .await?;
        let following = CancellationToken::new();
        let follow = Inner::follow(
            Arc::clone(&self.0),
            connection.clone(),
            transfers.clone(),
            online.clone(),
        );
        tokio::spawn(following.clone().run_until_cancelled_owned(follow));
        open.push(Open {
            profile,
            transfers: transfers.clone(),
            online: online.clone(),
            _following: following.drop_guard(),
        });
        Ok((transfers, connection, online))
    }

    /// Shows what waits in the queue of a connection that cannot be opened, with the reason.
    pub async fn hold(&self, profile: &Profile, why: Failure) -> Result<(), Failure> {
        let parts = &self.0.parts;
        let key = profile.id.as_str();
        let rows = read_queue(&parts.database, key, parts.clock.now() - REMEMBERED).await?;
        let remembered = store::remembered(&parts.database, key).await?;
        let around = Around {
            paused: remembered.paused,
            last_sent_at: remembered.last_sent_at,
            away_until: None,
        };
        self.0.tell(ConnectionTransfers {
            profile: profile.id.clone(),
            connection: profile.name.clone(),
            held: Some(why),
            transfers: view(&rows, &around, Speed::default()),
        });
        Ok(())
    }

    /// Ends the queue of a connection that is removed or gets another secret: requests under way
    /// have ten seconds.
    pub async fn close(&self, profile: &ProfileId) {
        stop_one(&mut *self.0.open.lock().await, profile).await;
        self.0
            .views
            .send_modify(|all| all.retain(|one| one.profile != *profile));
    }

    /// Pauses every queue, or lets all go on.
    pub async fn pause(&self, paused: bool) -> Result<(), Failure> {
        let open = self.0.open.lock().await;
        let all = open.iter().map(|one| one.transfers.pause(paused));
        join_all(all).await.into_iter().collect()
    }

    /// Ends all: requests under way have ten seconds, the rest goes on at the next start.
    pub async fn stop(&self) {
        let open = std::mem::take(&mut *self.0.open.lock().await);
        join_all(open.iter().map(|one| one.transfers.stop())).await;
    }
}

impl Inner {
    fn tell(&self, one: ConnectionTransfers) {
        self.views.send_modify(|all| {
            match all.iter_mut().find(|known| known.profile == one.profile) {
                Some(known) => *known = one,
                None => all.push(one),
            }
        });
    }

    fn rename(&self, profile: &Profile) {
        self.views.send_if_modified(|all| {
            let mut of_it = all.iter_mut().filter(|one| one.profile == profile.id);
            let renamed = of_it.find(|one| one.connection != profile.name);
            renamed
                .map(|one| one.connection.clone_from(&profile.name))
                .is_some()
        });
    }

    /// Passes on the views and changes of a queue, and watches the connection to its server.
    async fn follow(
        self: Arc<Self>,
        connection: Connection,
        transfers: Transfers,
        online: OnlineWatch,
    ) {
        let id = connection.profile.id.clone();
        let mut view = transfers.view();
        let now = view.borrow_and_update().clone();
        self.tell(ConnectionTransfers {
            profile: id.clone(),
            connection: connection.profile.name.clone(),
            held: None,
            transfers: now,
        });
        let telling = async {
            while view.changed().await.is_ok() {
                let now = view.borrow_and_update().clone();
                self.views.send_modify(|all| {
                    let mut of_it = all.iter_mut().filter(|one| one.profile == id);
                    if let Some(one) = of_it.next() {
                        one.transfers = now;
                    }
                });
            }
        };
        let mut changes = transfers.changes();
        let passing_on = async {
            loop {
                match changes.recv().await {
                    // There may be no receiver.
                    Ok(target) => drop(self.changes.send((id.clone(), target))),
                    Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return,
                }
            }
        };
        let clock = &*self.parts.clock;
        tokio::join!(
            telling,
            passing_on,
            online.follow(&connection.client, clock)
        );
    }
}

/// Returns true where both reach the same service as the same client.
fn is_same_client(one: &Profile, other: &Profile) -> bool {
    let renamed = Profile {
        name: one.name.clone(),
        company: one.company.clone(),
        ..other.clone()
    };
    renamed == *one
}

/// Ends one queue, if it is open.
async fn stop_one(open: &mut Vec<Open>, profile: &ProfileId) {
    if let Some(at) = open.iter().position(|one| one.profile.id == *profile) {
        open.swap_remove(at).transfers.stop().await;
    }
}
