//! Services with demo data that start on copies of one seeding, which takes longer than most tests.

use std::fs;
use std::path::{Path, PathBuf};

use crate::engine::{self, database_of, on_engine};
use fielddesk_service::{Durability, ReadyClients, RunningService, Seed, ServeOptions, serve};
use tokio::sync::OnceCell;

/// Files that each service makes anew, so that it refuses the tokens of others.
const OWN: [&str; 2] = ["serve.lock", "signing.key"];

/// The data folder of a seeded service, and its clients.
struct Seeded {
    files: Vec<(PathBuf, Vec<u8>)>,
    /// URL of the seeded database, where that is not in the folder.
    database: Option<String>,
    test: ReadyClients,
    production: ReadyClients,
}

/// The seeding of this process.
static SEEDED: OnceCell<Seeded> = OnceCell::const_new();

/// Starts a service with demo data in an empty or missing folder, as if it had been seeded there.
///
/// # Panics
/// Where it does not start.
pub async fn serve_demo(folder: &Path, options: ServeOptions) -> RunningService {
    let seeded = SEEDED.get_or_init(Seeded::new).await;
    for (path, content) in &seeded.files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    if let Some(template) = &seeded.database {
        engine::made(folder, Some(template));
    }
    let mut service = serve(on_engine(ServeOptions {
        data: Some(folder.to_owned()),
        seed: Seed::Demo,
        durability: options.durability.or(Some(Durability::Process)),
        ..options
    }))
    .await
    .unwrap();
    let environments = &mut service.ready.environments;
    environments.test.clients = Some(seeded.test.clone());
    environments.production.clients = Some(seeded.production.clone());
    service
}

impl Seeded {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let service = serve(on_engine(ServeOptions {
            data: Some(folder.path().to_owned()),
            seed: Seed::Demo,
            durability: Some(Durability::Process),
            ..ServeOptions::default()
        }))
        .await
        .unwrap();
        let environments = service.ready.environments.clone();
        service.stop().await;
        let database = database_of(folder.path());
        if let Some(url) = &database {
            engine::forget_keys(url);
        }
        let mut files = Vec::new();
        read(folder.path(), Path::new(""), &mut files);
        Self {
            files,
            database,
            test: environments.test.clients.unwrap(),
            production: environments.production.clients.unwrap(),
        }
    }
}

/// Adds the files below a folder of `root`.
fn read(root: &Path, folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in fs::read_dir(root.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = folder.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            read(root, &path, files);
        } else if OWN.iter().all(|own| entry.file_name() != *own) {
            files.push((path, fs::read(entry.path()).unwrap()));
        }
    }
}
