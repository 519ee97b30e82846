//! An object store that misbehaves on order: s3s-fs in this process, or the server that
//! `FIELDSERVICE_TEST_OBJECTS` and the `AWS_` variables name, behind a proxy with faults.

use std::path::PathBuf;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::TryStreamExt as _;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;
use object_store::{ObjectStore as _, ObjectStoreExt as _};
use tokio::sync::watch;

use super::proxy;

/// A fault of so many requests.
#[derive(Clone)]
pub(crate) struct Fault {
    /// Method of the request.
    pub(crate) method: &'static str,
    /// Part of path and query that it has.
    pub(crate) with: &'static str,
    /// Requests that meet it.
    pub(crate) times: usize,
    /// Their fate.
    pub(crate) action: Action,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Action {
    /// The server is not asked.
    Status(u16),
    /// The answer ends after so many bytes.
    Cut(usize),
    /// The request is done, and no answer comes.
    Lost,
    /// The answer waits.
    Slow(Duration),
}

/// The state that proxy and test share.
#[derive(Default)]
pub(super) struct Orders {
    pub(super) faults: Mutex<Vec<Fault>>,
    /// Methods with path and query of the requests so far.
    pub(super) seen: watch::Sender<Vec<String>>,
}

/// A server with a bucket, and a place in it.
pub(crate) struct ObjectServer {
    orders: Arc<Orders>,
    bucket: String,
    prefix: String,
    variables: Vec<(&'static str, String)>,
    upstream: AmazonS3,
    folder: Option<tempfile::TempDir>,
}

const KEYS: [&str; 2] = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];

impl ObjectServer {
    pub(crate) fn start() -> Self {
        let outside = std::env::var("FIELDSERVICE_TEST_OBJECTS").ok();
        let folder = outside.is_none().then(|| tempfile::tempdir().unwrap());
        let bucket = match &outside {
            Some(url) => url.trim_start_matches("s3://").to_owned(),
            None => "documents".to_owned(),
        };
        let set = |name| std::env::var(name).unwrap();
        let keys = match outside {
            Some(_) => KEYS.map(set),
            None => ["key", "secret of the tests"].map(str::to_owned),
        };
        let orders = Arc::new(Orders::default());
        let (started, addresses) = mpsc::channel();
        let root = folder.as_ref().map(|folder| folder.path().to_owned());
        let shared = Arc::clone(&orders);
        let (key, secret) = (keys[0].clone(), keys[1].clone());
        // A test waits for a process without giving way to others of its thread.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let upstream = match root {
                    Some(root) => {
                        std::fs::create_dir(root.join("documents")).unwrap();
                        proxy::serve_folder(root, key, secret).await
                    }
                    None => std::env::var("AWS_ENDPOINT_URL").unwrap(),
                };
                let front = proxy::listen().await;
                let url = format!("http://{}", front.local_addr().unwrap());
                started.send((upstream.clone(), url)).unwrap();
                proxy::serve(front, upstream, shared).await;
            });
        });
        let (upstream, url) = addresses.recv().unwrap();
        let builder = AmazonS3Builder::new()
            .with_endpoint(upstream)
            .with_allow_http(true)
            .with_bucket_name(&bucket)
            .with_access_key_id(&keys[0])
            .with_secret_access_key(&keys[1]);
        let [key, secret] = keys;
        Self {
            orders,
            upstream: builder.build().unwrap(),
            bucket,
            prefix: format!("it/{:016x}", rand::random::<u64>()),
            variables: vec![
                (KEYS[0], key),
                (KEYS[1], secret),
                ("AWS_ENDPOINT_URL", url),
                ("AWS_ALLOW_HTTP", "true".to_owned()),
            ],
            folder,
        }
    }

    /// The value of `--objects`.
    pub(crate) fn url(&self) -> String {
        format!("s3://{}/{}", self.bucket, self.prefix)
    }

    pub(crate) fn variables(&self) -> &[(&'static str, String)] {
        &self.variables
    }

    pub(crate) fn misbehave(&self, fault: Fault) {
        self.orders.faults.lock().unwrap().push(fault);
    }

    /// Faults that no request met.
    pub(crate) fn unmet(&self) -> usize {
        let faults = self.orders.faults.lock().unwrap();
        faults.iter().map(|fault| fault.times).sum()
    }

    /// Waits for a request with this method, and this part of path and query.
    pub(crate) async fn seen(&self, method: &str, with: &str) {
        let mut seen = self.orders.seen.subscribe();
        let found = seen.wait_for(|seen| {
            let mut seen = seen.iter();
            seen.any(|request| request.starts_with(method) && request.contains(with))
        });
        let found = tokio::time::timeout(Duration::from_secs(20), found).await;
        assert!(found.is_ok(), "no {method} with {with}");
    }

    fn key(&self, id: &str) -> Path {
        let shard = &id[id.len() - 2..];
        format!("{}/test/{shard}/{id}", self.prefix).into()
    }

    /// The ids of the objects of the test environment.
    pub(crate) async fn ids(&self) -> Vec<String> {
        let prefix = Path::from(format!("{}/test", self.prefix));
        let found = self.upstream.list(Some(&prefix));
        let found: Vec<_> = found.try_collect().await.unwrap();
        let mut ids: Vec<String> = found
            .iter()
            .map(|object| object.location.filename().unwrap().to_owned())
            .collect();
        for id in &ids {
            assert!(found.iter().any(|object| object.location == self.key(id)));
        }
        ids.sort();
        ids
    }

    pub(crate) async fn put(&self, id: &str, content: &'static [u8]) {
        let key = self.key(id);
        self.upstream.put(&key, content.into()).await.unwrap();
    }

    pub(crate) async fn delete(&self, id: &str) {
        self.upstream.delete(&self.key(id)).await.unwrap();
    }

    /// The file of an object, where this process keeps them.
    pub(crate) fn file(&self, id: &str) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?.path().join("documents");
        Some(folder.join(self.key(id).as_ref()))
    }
}
