//! Updates in the real window: offered, refused when they are not as their maker signed them, and
//! installed by a restart. The program runs from a separate folder that it may write.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use fielddesk_service::RunningService;
use serde_json::json;

use crate::APP;
use crate::support::app_driver::AppDriver;
use crate::support::update_server::{Maker, UpdateServer};
use crate::support::{pictures, service, wait_for};

/// A program that is newer than the tested one, by a real build; without it, a copy of the
/// tested one with another end takes its place.
const NEXT: &str = "FIELDDESK_NEXT_PROGRAM";
/// The version of the newer one.
const VERSION: &str = "0.2.0";

/// The app in a folder of its own, with the address of a server of updates in its settings.
struct Installed {
    folder: tempfile::TempDir,
    _service: RunningService,
    server: UpdateServer,
    maker: Maker,
}

impl Installed {
    async fn new() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let service = service::start().await?;
        let server = UpdateServer::start().await?;
        let maker = Maker::new()?;
        let installed = Self {
            folder,
            _service: service,
            server,
            maker,
        };
        service::connect(&installed.data(), &installed._service).await?;
        let settings = json!({ "updateAddress": installed.server.address }).to_string();
        std::fs::write(installed.data().join("settings.json"), settings)?;
        strip(Path::new(APP), &installed.program())?;
        Ok(installed)
    }

    fn program(&self) -> PathBuf {
        self.folder.path().join("fielddesk")
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    async fn start(&self) -> anyhow::Result<AppDriver> {
        let key = ("FIELDDESK_UPDATE_KEY", self.maker.key()?);
        let driver = AppDriver::start_with(&self.program(), &self.data(), &[key]).await?;
        driver.follow("Settings").await?;
        Ok(driver)
    }

    /// The process that runs the program as it is on the disk now.
    fn process(&self) -> anyhow::Result<Option<u32>> {
        for entry in std::fs::read_dir("/proc")? {
            let entry = entry?;
            let exe = std::fs::read_link(entry.path().join("exe"));
            if exe.is_ok_and(|exe| exe == self.program()) {
                return Ok(entry.file_name().to_str().and_then(|id| id.parse().ok()));
            }
        }
        Ok(None)
    }
}

/// A copy without what only a debugger reads.
fn strip(program: &Path, to: &Path) -> anyhow::Result<()> {
    let stripped = Command::new("strip")
        .arg("-o")
        .args([to, program])
        .status()?;
    anyhow::ensure!(stripped.success(), "strip: {stripped}");
    Ok(std::fs::set_permissions(
        to,
        PermissionsExt::from_mode(0o755),
    )?)
}

/// Any program of this system: small, and of the right form.
fn small_program() -> anyhow::Result<Vec<u8>> {
    Ok(std::fs::read("/bin/true")?)
}

#[tokio::test]
async fn what_its_maker_did_not_sign_for_this_version_is_never_installed() -> anyhow::Result<()> {
    let installed = Installed::new().await?;
    let before = std::fs::read(installed.program())?;
    let (server, maker) = (&installed.server, &installed.maker);
    let package = small_program()?;
    let driver = installed.start().await?;
    driver.text("There is no list of versions").await?;

    server.offer(&Maker::new()?, &package, VERSION, VERSION)?;
    driver.press("Check now").await?;
    driver.text("damaged or not from the maker").await?;
    driver
        .page_picture(&pictures()?.join("updates-signature.png"))
        .await?;

    server.offer(maker, &package, VERSION, VERSION)?;
    server.cut()?;
    driver.press("Check now").await?;
    driver.text("the connection was lost").await?;

    // A package of before with the makers' own signature, told to be newer.
    server.offer(maker, &package, VERSION, "0.0.9")?;
    driver.press("Check now").await?;
    driver.text("damaged or not from the maker").await?;

    server.offer(maker, &package, "0.0.9", "0.0.9")?;
    driver.press("Check now").await?;
    driver.text("This is the newest version").await?;

    anyhow::ensure!(
        std::fs::read(installed.program())? == before,
        "the program was changed"
    );
    driver.close().await
}

#[tokio::test]
async fn a_newer_version_is_there_after_the_restart() -> anyhow::Result<()> {
    let installed = Installed::new().await?;
    let newer = installed.folder.path().join("newer");
    let built = std::env::var_os(NEXT);
    strip(built.as_deref().map_or(Path::new(APP), Path::new), &newer)?;
    let mut newer = std::fs::read(newer)?;
    newer.extend(b"newer");
    installed
        .server
        .offer(&installed.maker, &newer, VERSION, VERSION)?;

    let mut driver = installed.start().await?;
    driver.text("Version 0.2.0 is ready to install").await?;
    driver.text("Lists open faster.").await?;
    driver.text("Fielddesk 0.1.0").await?;
    driver
        .page_picture(&pictures()?.join("updates-ready.png"))
        .await?;
    let before = installed.process()?.context("the program does not run")?;
    driver.press_last("Restart to update").await?;
    let after = wait_for("the new program", || async {
        Ok(installed.process()?.filter(|process| *process != before))
    })
    .await?;
    anyhow::ensure!(
        std::fs::read(installed.program())? == newer,
        "another program runs"
    );
    wait_for("the end of the old program", || async {
        let exe = std::fs::read_link(format!("/proc/{before}/exe"));
        Ok(exe.is_err().then_some(()))
    })
    .await?;
    wait_for("the window of the new one", || async {
        Ok(driver.is_on_screen().then_some(()))
    })
    .await?;
    // It began by itself and is in nobody's hand: it ends, and starts under the driver.
    let ended = Command::new("kill").arg(after.to_string()).status()?;
    anyhow::ensure!(ended.success(), "the new program is gone");
    wait_for("the end of the new program", || async {
        Ok(installed.process()?.is_none().then_some(()))
    })
    .await?;
    driver.end();

    let driver = installed.start().await?;
    if built.is_some() {
        driver.text("Fielddesk 0.2.0").await?;
        driver.text("This is the newest version").await?;
    }
    driver
        .page_picture(&pictures()?.join("updates-after.png"))
        .await?;
    driver.close().await
}
