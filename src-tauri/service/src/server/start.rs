//! Puts a service together from its options.

use std::net::SocketAddr;
use std::sync::Arc;

use fielddesk_model::{CompanyId, Environment};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::RunningService;
use super::accept::{accept, listen};
use super::admin::AdminListener;
use super::dispatch::Dispatcher;
use super::public_url::PublicUrl;
use crate::auth::{AccessCache, META_ORIGIN, identity_url};
use crate::control::Control;
use crate::environment::{Backing, DataFolder, EnvironmentContext};
use crate::files::{Buckets, Files};
use crate::health::Health;
use crate::large::LargeAnswers;
use crate::metrics::{Metrics, Operation};
use crate::ready::{Ready, ReadyClients, ReadyEnvironment, ReadyEnvironments};
use crate::seed::{self, META_COMPANY, META_SUBSIDIARY};
use crate::store::Store;
use crate::{ServeOptions, ServiceError, audit, routes};

pub(super) async fn start(options: ServeOptions) -> Result<RunningService, ServiceError> {
    check_address(&options)?;
    // Before anything is written.
    let buckets = match &options.objects {
        Some(url) => Some(Buckets::open(url).await?),
        None => None,
    };
    let durability = options.effective_durability();
    let (folder, ephemeral) = open_folder(&options)?;
    let lock = folder.as_ref().map(DataFolder::lock).transpose()?;
    let backing = Backing {
        folder,
        database: options.database.clone(),
        signing_keys: options.signing_keys.clone(),
        durability,
    };
    let (listener, addr) = listen(options.listen).await?;
    let admin = match options.admin_listen {
        Some(address) => Some((
            AdminListener::bind(address).await?,
            Arc::new(Metrics::new()?),
        )),
        None => None,
    };
    let public = options
        .public_url
        .as_deref()
        .map(PublicUrl::read)
        .transpose()?;
    let origin = public
        .as_ref()
        .map_or_else(|| format!("http://{addr}"), |public| public.origin.clone());

    let stored = match &buckets {
        Some(buckets) => open_beside(&backing, buckets).await?,
        None => open_stored(&backing, options.set_aside_unlisted).await?,
    };
    let mut sites = Vec::new();
    let mut stores = Vec::new();
    let mut parts = Vec::new();
    for Stored {
        environment,
        store,
        files,
    } in stored
    {
        let clients = seed::seed_if_empty(options.seed, environment, &*store, &files).await?;
        store.set_meta(META_ORIGIN, &origin).await?;
        parts.push(describe(&origin, environment, &*store, clients).await?);
        let signer = backing.signer(&origin, environment)?;
        if backing.database.is_some() {
            share_keys(&*store, &backing, environment).await?;
        }
        sites.push(Arc::new(EnvironmentContext {
            environment,
            store: Arc::clone(&store),
            files,
            signer,
            access: AccessCache::default(),
            token_lifetime_s: options.token_lifetime_s,
            max_upload_bytes: options.max_upload_bytes,
        }));
        stores.push(store);
    }

    let control = options
        .control
        .then(|| Arc::new(Control::new(sites.clone())));
    let draining = CancellationToken::new();
    let health = Arc::new(Health {
        sites,
        draining: draining.clone(),
    });
    let large = Arc::new(LargeAnswers::new(options.timeouts.large_answer));
    let dispatcher = Arc::new(Dispatcher::new(
        routes::router(&health, &large),
        control,
        addr,
        public.map(|public| public.host),
        options.timeouts,
        admin.as_ref().map(|(_, metrics)| Arc::clone(metrics)),
    ));
    let stopping = CancellationToken::new();
    for site in &health.sites {
        if let Files::Bucket(bucket) = &site.files {
            let (bucket, stopping) = (bucket.clone(), stopping.clone());
            tokio::spawn(async move {
                stopping.run_until_cancelled(bucket.keep_sweeping()).await;
            });
        }
    }
    let accepting = tokio::spawn(accept(
        listener,
        dispatcher,
        options.timeouts,
        stopping.clone(),
    ));
    let admin = admin.map(|(listener, metrics)| {
        let operation = Operation {
            metrics,
            large,
            health,
        };
        listener.serve(operation, options.timeouts)
    });
    tracing::info!(%addr, ?durability, "serving");
    Ok(RunningService {
        ready: ready_line(parts, admin.as_ref().map(|admin| admin.addr))?,
        addr,
        draining,
        drain: options.timeouts.drain,
        stopping,
        accepting,
        admin,
        stores,
        _lock: lock,
        _ephemeral: ephemeral,
    })
}

/// The stored parts of one environment.
struct Stored {
    environment: Environment,
    store: Arc<dyn Store>,
    files: Files,
}

/// Opens databases beside a bucket. The nodes that share it write to it, so nothing is compared.
async fn open_beside(backing: &Backing, buckets: &Buckets) -> Result<Vec<Stored>, ServiceError> {
    let mut all = Vec::new();
    for environment in Environment::ALL {
        let store = backing.store(environment).await?;
        let bucket = buckets.bucket(environment, Arc::clone(&store));
        all.push(Stored {
            environment,
            store,
            files: Files::Bucket(bucket),
        });
    }
    Ok(all)
}

/// Opens databases and files and brings the two together. Where too many documents of either
/// environment have no row, nothing is moved in any, unless that is asked for.
async fn open_stored(
    backing: &Backing,
    set_aside_unlisted: bool,
) -> Result<Vec<Stored>, ServiceError> {
    let mut all = Vec::new();
    for environment in Environment::ALL {
        let store = backing.store(environment).await?;
        let files = backing.files(environment)?;
        let back = files.take_back(&*store).await?;
        note(&*store, environment, "documents.takenBack", back).await?;
        let inventory = files.inventory(&*store).await?;
        let checked = inventory.check(&files);
        all.push((environment, store, files, inventory));
        if !set_aside_unlisted && let Err(refusal) = checked {
            // No log of changes stays beside a database that may be replaced by its backup.
            for (_, store, ..) in &all {
                store.close().await;
            }
            return Err(refusal);
        }
    }
    let mut opened = Vec::new();
    for (environment, store, files, inventory) in all {
        let aside = files.settle(inventory, &*store).await?;
        note(&*store, environment, "documents.setAside", aside).await?;
        opened.push(Stored {
            environment,
            store,
            files: Files::Folder(files),
        });
    }
    Ok(opened)
}

/// Notes in the database which keys sign its tokens, and refuses a node that has none of those:
/// its tokens would be refused by the others.
async fn share_keys(
    store: &dyn Store,
    backing: &Backing,
    environment: Environment,
) -> Result<(), ServiceError> {
    const META_KEYS: &str = "signing_keys";
    let ours = backing.signing_keys(environment)?.fingerprints();
    if let Some(known) = store.meta(META_KEYS).await?
        && !known
            .split(' ')
            .any(|one| ours.iter().any(|key| key == one))
    {
        return Err(ServiceError::ForeignKeys(environment));
    }
    store.set_meta(META_KEYS, &ours.join(" ")).await?;
    Ok(())
}

/// Notes in both logs that documents moved at a start, if any did.
async fn note(
    store: &dyn Store,
    environment: Environment,
    action: &'static str,
    files: usize,
) -> Result<(), ServiceError> {
    if files > 0 {
        tracing::warn!(%environment, files, action, "the database and the documents differed");
        let details = [("files", json!(files))];
        let entry = audit::entry(audit::OPERATOR, action, environment, details);
        store.append_audit(entry).await?;
    }
    Ok(())
}

fn check_address(options: &ServeOptions) -> Result<(), ServiceError> {
    if options.control && options.public_url.is_some() {
        return Err(ServiceError::Invalid(
            "--control needs no token, so it is refused with --public-url".to_owned(),
        ));
    }
    if let Some(admin) = options
        .admin_listen
        .filter(|admin| !admin.ip().is_loopback())
    {
        return Err(ServiceError::RemoteAdmin(admin));
    }
    if options.listen.ip().is_loopback() {
        return Ok(());
    }
    if options.control {
        return Err(ServiceError::RemoteControl(options.listen));
    }
    if options.allow_remote {
        Ok(())
    } else {
        Err(ServiceError::Remote(options.listen))
    }
}

fn open_folder(
    options: &ServeOptions,
) -> Result<(Option<DataFolder>, Option<tempfile::TempDir>), ServiceError> {
    if let Some(path) = &options.data {
        return Ok((Some(DataFolder::create(path)?), None));
    }
    if options.database.is_some() {
        return Ok((None, None));
    }
    let folder = tempfile::Builder::new()
        .prefix("fieldservice-")
        .tempdir()
        .map_err(ServiceError::data(std::env::temp_dir()))?;
    Ok((Some(DataFolder::create(folder.path())?), Some(folder)))
}

async fn describe(
    origin: &str,
    environment: Environment,
    store: &dyn Store,
    clients: Option<ReadyClients>,
) -> Result<ReadyEnvironment, ServiceError> {
    Ok(ReadyEnvironment {
        identity_url: identity_url(origin, environment),
        base_url: format!("{origin}/{environment}/core"),
        reporting_url: format!("{origin}/{environment}/reporting"),
        masstransport_url: format!("{origin}/{environment}/masstransport"),
        company_id: store.meta(META_COMPANY).await?.map(CompanyId::from),
        subsidiary_id: store.meta(META_SUBSIDIARY).await?.map(CompanyId::from),
        clients,
    })
}

fn ready_line(
    parts: Vec<ReadyEnvironment>,
    admin: Option<SocketAddr>,
) -> Result<Ready, ServiceError> {
    let mut parts = parts.into_iter();
    match (parts.next(), parts.next()) {
        (Some(test), Some(production)) => Ok(Ready {
            event: "ready",
            environments: ReadyEnvironments { test, production },
            admin_url: admin.map(|admin| format!("http://{admin}")),
        }),
        _ => Err(ServiceError::Invalid(
            "an environment is missing".to_owned(),
        )),
    }
}
