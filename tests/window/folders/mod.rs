//! Synced folders in the real window: what a person clicks, what the folder on the disk and the
//! service hold afterwards. Every outcome is read from the disk and the service, not believed.

mod mirroring;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use fantoccini::Locator;
use fielddesk_core::connection::Connection;
use fielddesk_service::RunningService;

use crate::APP;
use crate::support::app_driver::AppDriver;
use crate::support::{PATIENCE, pictures, service, wait_for, wait_long_for};

/// The section that the wizard makes.
const SECTION: &str = "Tegninger VA";

/// Name of the folder on the disk, and so of the synced folder.
const FOLDER: &str = "Tegninger";

/// Names with their content: what a folder or a page holds.
type Held = BTreeMap<String, Vec<u8>>;

/// A person's computer with the app on it, a folder of drawings, and a service.
struct Office {
    data: tempfile::TempDir,
    disk: tempfile::TempDir,
    _service: RunningService,
    connection: Connection,
    driver: AppDriver,
}

impl Office {
    async fn open() -> anyhow::Result<Self> {
        let data = tempfile::tempdir()?;
        let disk = tempfile::tempdir()?;
        let service = service::start().await?;
        let connection = service::connect(data.path(), &service).await?;
        std::fs::create_dir(disk.path().join(FOLDER))?;
        let driver = AppDriver::start(Path::new(APP), data.path()).await?;
        driver.follow("Documents").await?;
        driver.text("P-2026-001").await?;
        Ok(Self {
            data,
            disk,
            _service: service,
            connection,
            driver,
        })
    }

    /// The folder with these drawings, mirrored once by way of the wizard.
    async fn mirrored(drawings: &[(&str, &str)]) -> anyhow::Result<Self> {
        let office = Self::open().await?;
        for (name, content) in drawings {
            office.save(name, content)?;
        }
        office.add().await?;
        office.state("Synced").await?;
        office.page_becomes(&office.on_disk()?).await?;
        Ok(office)
    }

    /// Goes through the wizard: the folder by a drop, one section, nothing else changed.
    async fn add(&self) -> anyhow::Result<()> {
        self.drop_folder().await?;
        self.driver.press("P-2026-001").await?;
        let section = self.driver.field("Section").await?;
        section.send_keys(SECTION).await?;
        self.driver.press("Next").await?;
        self.driver.press("Start").await
    }

    /// Drops the folder on the list of synced folders, where there is none yet.
    async fn drop_folder(&self) -> anyhow::Result<()> {
        self.to_folders().await?;
        self.driver.text("Sync a folder with a project").await?;
        let page = || self.driver.css("main");
        self.driver.drop_on(&[self.folder()], page).await?;
        self.driver.text("Which project or work order").await?;
        Ok(())
    }

    /// The list of synced folders.
    async fn to_folders(&self) -> anyhow::Result<()> {
        // The entry is drawn twice at the start: a click on the first one is lost.
        wait_for("the list of synced folders", || async {
            let entry = Locator::Css("nav a[href*='folders']");
            self.driver.client.find(entry).await?.click().await?;
            let title = self.driver.client.find(Locator::Id("sync-title")).await;
            Ok(title.is_ok().then_some(()))
        })
        .await
    }

    /// The folder's own page, at one of its tabs.
    async fn to_tab(&self, tab: &str) -> anyhow::Result<()> {
        self.to_folders().await?;
        self.driver.follow(FOLDER).await?;
        self.driver.press(tab).await
    }

    /// Waits until the list says this of the folder.
    async fn state(&self, state: &str) -> anyhow::Result<()> {
        self.state_within(PATIENCE, state).await
    }

    /// The same where it is slow by intent.
    async fn state_within(&self, patience: Duration, state: &str) -> anyhow::Result<()> {
        self.to_folders().await?;
        let row = format!("li[data-folder][aria-label='{state}. {FOLDER}']");
        let said = wait_long_for(patience, &format!("{FOLDER} {state}"), || async {
            let found = self.driver.client.find(Locator::Css(&row)).await;
            Ok(found.is_ok().then_some(()))
        })
        .await;
        self.driver.telling(said).await
    }

    /// The folder on the disk.
    fn folder(&self) -> PathBuf {
        self.disk.path().join(FOLDER)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    fn save(&self, name: &str, content: &str) -> anyhow::Result<()> {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
        Ok(std::fs::write(path, content)?)
    }

    /// The files at the top of the folder.
    fn on_disk(&self) -> anyhow::Result<Held> {
        let mut held = Held::new();
        for entry in std::fs::read_dir(self.folder())? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type()?.is_file() && !name.starts_with('.') {
                held.insert(name, std::fs::read(entry.path())?);
            }
        }
        Ok(held)
    }

    /// The documents of the section, as the service has them. Two of one name are an error.
    async fn on_page(&self) -> anyhow::Result<Held> {
        let mut held = Held::new();
        for document in service::page(&self.connection, SECTION).await? {
            let name = document.name.clone();
            let twin = held.insert(document.name, document.bytes);
            anyhow::ensure!(twin.is_none(), "{name} is twice on the page");
        }
        Ok(held)
    }

    /// Waits until the page holds exactly this, byte for byte.
    async fn page_becomes(&self, wanted: &Held) -> anyhow::Result<()> {
        let same = wait_for("the page to be as the folder", || async {
            Ok((self.on_page().await? == *wanted).then_some(()))
        })
        .await;
        if same.is_err() {
            let names: Vec<_> = self.on_page().await?.into_keys().collect();
            let wanted: Vec<_> = wanted.keys().collect();
            anyhow::bail!("wanted {wanted:?}; the page has {names:?} or other content");
        }
        Ok(())
    }

    /// Whether this content lies in the history of this computer.
    fn is_kept(&self, content: &str) -> anyhow::Result<bool> {
        let mut folders = vec![self.data.path().join("history")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder)? {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    folders.push(entry.path());
                } else if std::fs::read(entry.path())? == content.as_bytes() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// A picture of a telling state, kept where people look for them.
    async fn picture(&self, name: &str) -> anyhow::Result<()> {
        let path = pictures()?.join(format!("folders-{name}.png"));
        self.driver.page_picture(&path).await
    }
}
