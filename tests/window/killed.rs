//! The app killed at each step of a replace by hand: at every moment the document is its old or
//! its new content, and what was replaced is kept.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::Context as _;
use fielddesk_api::SystemClock;
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::db::Database;
use fielddesk_core::history::History;
use fielddesk_documents::ports::bytes_of;
use fielddesk_service::RunningService;
use serde_json::{Value, json};

use crate::APP;
use crate::support::app_driver::AppDriver;
use crate::support::service::Document;
use crate::support::{service, wait_for};

const NAME: &str = "Plan of the quay.pdf";
const SECTION: &str = "Drawings";
const DOCUMENTS: &str = "/test/core/api/v4/integration/projects";

/// Where a replace is held up: the method of the request, and what the service does with it.
fn steps() -> [(&'static str, &'static str, Value); 5] {
    let late = || json!({ "delayMs": 60_000 });
    [
        ("the old content is fetched", "GET", late()),
        ("the new content is on its way", "POST", late()),
        (
            "the new content is stored, its answer lost",
            "POST",
            json!({ "resetAfterCommit": true }),
        ),
        ("the old document is about to go", "DELETE", late()),
        (
            "the old document is gone, the answer lost",
            "DELETE",
            json!({ "resetAfterCommit": true }),
        ),
    ]
}

#[tokio::test]
async fn killed_at_each_step_of_a_replace_the_queue_ends_it() -> anyhow::Result<()> {
    let data = tempfile::tempdir()?;
    let files = tempfile::tempdir()?;
    let path = files.path().join(NAME);
    let service = service::start().await?;
    let connection = service::connect(data.path(), &service).await?;
    let mut driver = AppDriver::start(Path::new(APP), data.path()).await?;
    let mut contents = vec![b"as sent first".to_vec()];
    write(&path, b"as sent first")?;
    plan(&driver, &connection, &path).await?;
    driver.press("Upload 1 file to P-2026-001").await?;
    holds(&connection, b"as sent first").await?;

    for (step, method, action) in steps() {
        let content = step.as_bytes().to_vec();
        write(&path, &content)?;
        plan(&driver, &connection, &path).await?;
        let there = on_page(&connection).await?;
        let project = service::project(&connection).await?.id;
        let prefix = match (method, there.first()) {
            ("GET", Some(old)) => format!("{DOCUMENTS}/{project}/documents/{}", old.id),
            _ => format!("{DOCUMENTS}/{project}/documents"),
        };
        let before = arrived(&service, method, &prefix).await?;
        let fault = json!({ "method": method, "pathPrefix": prefix, "times": 1, "action": action });
        service::fault(&service, &fault).await?;
        driver.press("Upload 1 file to P-2026-001").await?;
        wait_for(step, || async {
            let now = arrived(&service, method, &prefix).await?;
            Ok((now > before).then_some(()))
        })
        .await?;
        driver.kill_app().await?;
        driver.end();
        let old = contents.last().cloned().unwrap_or_default();
        let there = on_page(&connection).await?;
        let is_whole = |found: &Document| found.bytes == old || found.bytes == content;
        anyhow::ensure!(!there.is_empty(), "{step}: nothing is there");
        anyhow::ensure!(
            there.iter().all(is_whole),
            "{step}: something else is there"
        );
        service::no_faults(&service).await?;
        driver = AppDriver::start(Path::new(APP), data.path()).await?;
        holds(&connection, &content).await.context(step)?;
        contents.push(content);
    }
    driver.close().await?;
    let kept = kept(data.path()).await?;
    for old in contents.iter().rev().skip(1) {
        let told = String::from_utf8_lossy(old);
        assert!(kept.contains(old), "{told} is out of reach");
    }
    service.stop().await;
    Ok(())
}

/// Writes a file that nobody saves any more.
fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    std::fs::write(path, content)?;
    let minute_ago = SystemTime::now() - Duration::from_secs(60);
    let file = std::fs::File::options().write(true).open(path)?;
    Ok(file.set_modified(minute_ago)?)
}

/// Drops the file onto the project, up to the plan.
async fn plan(driver: &AppDriver, connection: &Connection, path: &Path) -> anyhow::Result<()> {
    driver.follow("Documents").await?;
    // In the list: what was uploaded before is told with the number, too.
    let id = service::project(connection).await?.id;
    let project = format!("[data-drop-hover='{id}']");
    let project = || driver.css(&project);
    driver.drop_on(&[path.to_owned()], project).await?;
    driver.text("Review upload").await?;
    Ok(())
}

async fn on_page(connection: &Connection) -> anyhow::Result<Vec<Document>> {
    let mut page = service::page(connection, SECTION).await?;
    page.retain(|document| document.name == NAME);
    Ok(page)
}

/// Waits until the page has the document once, with this content.
async fn holds(connection: &Connection, content: &[u8]) -> anyhow::Result<()> {
    wait_for("one document with the new content", || async {
        let page = on_page(connection).await?;
        let holds = matches!(page.as_slice(), [one] if one.bytes == content);
        Ok(holds.then_some(()))
    })
    .await
}

/// How many such requests arrived.
async fn arrived(service: &RunningService, method: &str, prefix: &str) -> anyhow::Result<usize> {
    let log = format!("http://{}/_control/requests", service.addr);
    let seen: Vec<Value> = reqwest::get(log).await?.json().await?;
    let is_such = |request: &&Value| {
        let path = request["path"].as_str().unwrap_or_default();
        request["method"] == method && path.starts_with(prefix)
    };
    Ok(seen.iter().filter(is_such).count())
}

/// What the history of a data folder has.
async fn kept(data: &Path) -> anyhow::Result<Vec<Vec<u8>>> {
    let dir = DataDir::open(data.to_owned())?;
    let database = Database::open(&dir).await?;
    let history = History::open(&dir, &database, Arc::new(SystemClock)).await?;
    let mut contents = Vec::new();
    for version in history.versions().await? {
        let read = history.store().read(version.version).await;
        let (_, bytes) = read.map_err(|error| anyhow::anyhow!("{error}"))?;
        let bytes = bytes_of(bytes).await;
        contents.push(bytes.map_err(|error| anyhow::anyhow!("{error}"))?);
    }
    Ok(contents)
}
