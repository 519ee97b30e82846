//! Times of the parts that the larger figures are made of.
//!
//! `cargo bench -p fielddesk-core --bench parts [-- PART]`, a part being a word of its name

#![expect(clippy::unwrap_used, reason = "a panic is how a bench fails")]

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use criterion::{BatchSize, Criterion};
use fielddesk_api::testing::upload_body;
use fielddesk_api::{BytesContent, Upload, UploadFile};
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::profiles::{Profile, Settings};
use fielddesk_core::sync_adapters::BootClock;
use fielddesk_core::trips::{Ask, SyncRange, SyncRequest, TripQuery, TripSource, TripStore, Trips};
use fielddesk_core::{CancellationToken, Failure, Progress};
use fielddesk_model::{Listed, Location, MassType, Page, Trip};
use fielddesk_rules::ignore::IgnoreRules;
use fielddesk_service::{Seed, ServeOptions, serve};
use fielddesk_sync::local::OsFolder;
use fielddesk_sync::mapping_state::Saved;
use fielddesk_sync::ports::LocalFs as _;
use fielddesk_sync::testing::{Agreed, write_settled_files};
use futures::future::BoxFuture;
use futures::stream::{self, BoxStream};
use futures::{FutureExt as _, StreamExt as _};
use http_body_util::BodyExt as _;
use tokio::runtime::Runtime;
use tokio::sync::watch;

const PLANNED: u64 = 100_000;
const SCANNED: usize = 10_000;
const SENT: usize = 200;
const TRIPS: u32 = 10_000;

fn main() {
    let runtime = Runtime::new().unwrap();
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .configure_from_args();
    planner(&mut criterion);
    scanner(&mut criterion, &runtime);
    multipart(&mut criterion, &runtime);
    let body = runtime.block_on(page_of_trips());
    page_parser(&mut criterion, &body);
    trip_upsert(&mut criterion, &runtime, &body);
    criterion.final_summary();
}

fn planner(criterion: &mut Criterion) {
    let agreed = Agreed::of(PLANNED).unwrap();
    let empty = Saved::default();
    for (what, saved) in [("in step", &agreed.saved), ("to be compared", &empty)] {
        let trees = agreed.trees(agreed.scan.clone(), saved);
        criterion.bench_function(&format!("planner: {PLANNED} files {what}"), |bencher| {
            bencher.iter_with_large_drop(|| agreed.plan(&trees, saved));
        });
    }
}

fn scanner(criterion: &mut Criterion, runtime: &Runtime) {
    let root = tempfile::tempdir().unwrap();
    write_settled_files(root.path(), SCANNED, 100).unwrap();
    let clock = Arc::new(BootClock::default());
    let folder = OsFolder::new(root.path(), IgnoreRules::default(), clock);
    let scan = || runtime.block_on(folder.scan()).unwrap();
    assert_eq!(scan().files.len(), SCANNED);
    criterion.bench_function(&format!("scanner: {SCANNED} unchanged files"), |bencher| {
        bencher.iter_with_large_drop(scan);
    });
}

fn multipart(criterion: &mut Criterion, runtime: &Runtime) {
    for (what, size) in [("empty files", 0), ("files of 50 KB", 50_000)] {
        let upload = upload_of(size);
        criterion.bench_function(&format!("multipart: body of {SENT} {what}"), |bencher| {
            bencher.iter(|| {
                runtime.block_on(async {
                    let mut body = upload_body(&upload).unwrap();
                    while let Some(frame) = body.frame().await {
                        frame.unwrap();
                    }
                });
            });
        });
    }
}

fn upload_of(size: usize) -> Upload {
    let file = |number| UploadFile {
        name: format!("Tegning {number:03}.pdf"),
        size: size as u64,
        content: Arc::new(BytesContent::new(vec![b'x'; size])),
    };
    Upload {
        section: None,
        files: (0..SENT).map(file).collect(),
        progress: Progress::new(),
        cancel: CancellationToken::new(),
    }
}

/// The first page of the sample data, as it comes.
async fn page_of_trips() -> Vec<u8> {
    let options = ServeOptions {
        seed: Seed::Demo,
        ..ServeOptions::default()
    };
    let service = serve(options).await.unwrap();
    let test = &service.ready.environments.test;
    let client = &test.clients.as_ref().unwrap().admin;
    let settings = Settings {
        name: "bench".to_owned(),
        identity_url: test.identity_url.clone(),
        base_url: test.base_url.clone(),
        reporting_url: Some(test.reporting_url.clone()),
        client_id: Some(client.client_id.clone()),
        sample_data: true,
        ..Settings::default()
    };
    let profile = Profile::from_settings(&settings).unwrap();
    let secret = client.client_secret.clone().into();
    let connection = Connection::with_secret(profile, secret).unwrap();
    let query = TripQuery::everything().chunk_limit(TRIPS);
    let mut pages = connection.client.trips().raw_pages(&query, None);
    pages.next().await.unwrap().unwrap().body.to_vec()
}

fn parsed(body: &[u8]) -> Page<Trip> {
    fielddesk_model::from_slice(body).unwrap()
}

fn page_parser(criterion: &mut Criterion, body: &[u8]) {
    criterion.bench_function(&format!("page parser: {TRIPS} trips"), |bencher| {
        bencher.iter_with_large_drop(|| parsed(body));
    });
}

fn trip_upsert(criterion: &mut Criterion, runtime: &Runtime, body: &[u8]) {
    // Its token emptied it is the last page.
    let page = Page {
        continuation_token: String::new(),
        ..parsed(body)
    };
    let source = || OnePage(Mutex::new(Some(page.clone())));
    let store = |trips: &Trips, source: OnePage| {
        let (progress, cancel) = (watch::Sender::default(), CancellationToken::new());
        let request = SyncRequest::new(SyncRange::Plain);
        let stored = trips.sync(&source, &request, &progress, &cancel);
        assert_eq!(runtime.block_on(stored).unwrap().upserted, u64::from(TRIPS));
    };
    criterion.bench_function(&format!("trip upsert: {TRIPS} as new"), |bencher| {
        let setup = || {
            let folder = tempfile::tempdir().unwrap();
            (opened(runtime, folder.path()), source(), folder)
        };
        let work = |(trips, source, folder)| {
            store(&trips, source);
            folder
        };
        bencher.iter_batched(setup, work, BatchSize::PerIteration);
    });
    let folder = tempfile::tempdir().unwrap();
    let trips = opened(runtime, folder.path());
    store(&trips, source());
    criterion.bench_function(&format!("trip upsert: {TRIPS} unchanged"), |bencher| {
        bencher.iter_batched(source, |one| store(&trips, one), BatchSize::PerIteration);
    });
}

fn opened(runtime: &Runtime, folder: &Path) -> Trips {
    let dir = DataDir::open(folder.to_owned()).unwrap();
    let store = runtime.block_on(TripStore::open(&dir)).unwrap();
    store.of_key("bench".to_owned())
}

/// One page that is there already, and nothing else.
struct OnePage(Mutex<Option<Page<Trip>>>);

impl TripSource for OnePage {
    fn trips(&self, _: &Ask, _: Option<String>) -> BoxStream<'static, Result<Page<Trip>, Failure>> {
        stream::iter(self.0.lock().unwrap().take().map(Ok)).boxed()
    }

    fn locations<'a>(&'a self, _: &Ask) -> BoxFuture<'a, Result<Listed<Location>, Failure>> {
        async { Ok(Listed::default()) }.boxed()
    }

    fn mass_types<'a>(&'a self, _: &Ask) -> BoxFuture<'a, Result<Listed<MassType>, Failure>> {
        async { Ok(Listed::default()) }.boxed()
    }
}
