//! The app in its real window, driven through WebKit's own WebDriver.

use std::cell::Cell;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::Context;
use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;

use super::{drag, wait_for};

/// Address of the drivers alone: no other program of the tests is given their free port.
const DRIVER: &str = "127.0.0.3";

/// A running app.
pub struct AppDriver {
    driver: Child,
    /// The WebDriver session.
    pub client: Client,
    data: PathBuf,
}

impl AppDriver {
    /// Starts the app on a data folder and waits until its page is there.
    pub async fn start(app: &Path, data: &Path) -> anyhow::Result<Self> {
        Self::start_with(app, data, &[]).await
    }

    /// The same with more in its environment.
    pub async fn start_with(
        app: &Path,
        data: &Path,
        environment: &[(&str, String)],
    ) -> anyhow::Result<Self> {
        let port = free_port()?;
        let driver = Command::new("WebKitWebDriver")
            .args([format!("--port={port}"), format!("--host={DRIVER}")])
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .env("FIELDDESK_DATA_DIR", data)
            .env("LANG", "en_GB.UTF-8")
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::null())
            // The app is the driver's child: a group of their own ends them together.
            .process_group(0)
            .spawn()
            .context("WebKitWebDriver is not installed (webkit2gtk-driver)")?;
        let address = format!("http://{DRIVER}:{port}");
        let capabilities = json!({
            "webkitgtk:browserOptions": { "binary": app, "args": [] }
        });
        let capabilities = capabilities
            .as_object()
            .cloned()
            .context("capabilities are an object")?;
        let client = wait_for("the driver", || async {
            let client = ClientBuilder::new(HttpConnector::new())
                .capabilities(capabilities.clone())
                .connect(&address)
                .await?;
            Ok(Some(client))
        })
        .await?;
        Ok(Self {
            driver,
            client,
            data: data.to_owned(),
        })
    }

    /// The app's data folder.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Waits for an element with this text, whatever its kind.
    pub async fn text(&self, text: &str) -> anyhow::Result<Element> {
        self.xpath(&format!("//*[contains(normalize-space(.), {0}) and not(*[contains(normalize-space(.), {0})])]", quoted(text)), text)
            .await
    }

    /// Waits for a button whose words begin like this.
    pub async fn button(&self, words: &str) -> anyhow::Result<Element> {
        self.xpath(&button(words), words).await
    }

    /// Waits for the field with this label.
    pub async fn field(&self, label: &str) -> anyhow::Result<Element> {
        let label_quoted = quoted(label);
        self.xpath(
            &format!("//*[(self::input or self::textarea) and (@aria-label={label_quoted} or @id=//label[starts-with(normalize-space(.), {label_quoted})]/@for)]"),
            label,
        )
        .await
    }

    /// Waits for the link with these words.
    pub async fn link(&self, words: &str) -> anyhow::Result<Element> {
        self.xpath(&link(words), words).await
    }

    /// Waits for a heading with these words.
    pub async fn heading(&self, words: &str) -> anyhow::Result<Element> {
        let path = format!(
            "//*[self::h1 or self::h2 or self::h3][normalize-space(.)={}]",
            quoted(words)
        );
        self.xpath(&path, words).await
    }

    /// Waits for an element by a CSS selector.
    pub async fn css(&self, selector: &str) -> anyhow::Result<Element> {
        wait_for(selector, || async {
            Ok(self.client.find(Locator::Css(selector)).await.ok())
        })
        .await
    }

    async fn xpath(&self, path: &str, what: &str) -> anyhow::Result<Element> {
        let found = wait_for(what, || self.shown(Locator::XPath(path))).await;
        self.telling(found).await
    }

    /// The first element of a place that is shown now.
    async fn shown(&self, place: Locator<'_>) -> anyhow::Result<Option<Element>> {
        for element in self.client.find_all(place).await? {
            if self.is_shown(&element).await? {
                return Ok(Some(element));
            }
        }
        Ok(None)
    }

    /// An error says what the window says instead.
    pub async fn telling<T>(&self, outcome: anyhow::Result<T>) -> anyhow::Result<T> {
        match outcome {
            Ok(value) => Ok(value),
            Err(error) => {
                let words = self.words().await.unwrap_or_default();
                Err(error.context(format!("the window says: {words}")))
            }
        }
    }

    /// Whether an element takes room on the screen. WebDriver's own question answers no for
    /// rows of a virtual list.
    async fn is_shown(&self, element: &Element) -> anyhow::Result<bool> {
        let script = "return arguments[0].getClientRects().length > 0";
        let shown = self
            .client
            .execute(script, vec![serde_json::to_value(element)?])
            .await;
        // An element that went away meanwhile is not shown.
        Ok(shown.is_ok_and(|value| value == true))
    }

    /// Clicks the button whose words begin like this.
    pub async fn press(&self, words: &str) -> anyhow::Result<()> {
        self.click(Locator::XPath(&button(words)), words).await
    }

    /// Clicks the link with these words.
    pub async fn follow(&self, words: &str) -> anyhow::Result<()> {
        self.click(Locator::XPath(&link(words)), words).await
    }

    /// Clicks what a CSS selector finds.
    pub async fn click_css(&self, selector: &str) -> anyhow::Result<()> {
        self.click(Locator::Css(selector), selector).await
    }

    /// Clicks. A page that is drawn anew takes elements away between a look and a click: then
    /// it is looked again.
    async fn click(&self, place: Locator<'_>, what: &str) -> anyhow::Result<()> {
        let clicked = wait_for(what, || async {
            let Some(element) = self.shown(place).await? else {
                return Ok(None);
            };
            if let Err(error) = element.click().await {
                // One that a scrolled list cuts off is not brought into view by WebDriver.
                let script = "arguments[0].scrollIntoView({ block: 'nearest' })";
                let element = serde_json::to_value(&element)?;
                self.client.execute(script, vec![element]).await?;
                return Err(error.into());
            }
            Ok(Some(()))
        })
        .await;
        self.telling(clicked).await
    }

    /// Everything that can be read in the window.
    pub async fn words(&self) -> anyhow::Result<String> {
        Ok(self.client.find(Locator::Css("body")).await?.text().await?)
    }

    /// Where the middle of an element is on the screen, once it stands still: a page that is
    /// drawn anew moves it, or puts another in its place.
    pub async fn place_of(
        &self,
        find: impl AsyncFn() -> anyhow::Result<Element>,
    ) -> anyhow::Result<(i32, i32)> {
        let before = Cell::new(None);
        let (x, y, width, height) = wait_for("a place that stays", || async {
            let now = find().await?.rectangle().await?;
            Ok((before.replace(Some(now)) == Some(now)).then_some(now))
        })
        .await?;
        let origin = window_origin()?;
        #[expect(clippy::cast_possible_truncation, reason = "places on a screen")]
        let place = (
            origin.0 + (x + width / 2.0) as i32,
            origin.1 + (y + height / 2.0) as i32,
        );
        Ok(place)
    }

    /// Drags files from another window onto an element and lets them go.
    pub async fn drop_on(
        &self,
        files: &[PathBuf],
        find: impl AsyncFn() -> anyhow::Result<Element>,
    ) -> anyhow::Result<()> {
        let (x, y) = self.place_of(find).await?;
        let files = files.to_vec();
        tokio::task::spawn_blocking(move || drag::Drag::hold_over(&files, x, y)?.let_go()).await?
    }

    /// Presses a button that hides or ends the window, for whose answer nobody could wait.
    pub async fn press_last(&self, words: &str) -> anyhow::Result<()> {
        let button = serde_json::to_value(self.button(words).await?)?;
        let later = "const button = arguments[0]; setTimeout(() => button.click(), 300);";
        self.client.execute(later, vec![button]).await?;
        Ok(())
    }

    /// A picture of the whole screen, as a person sees it.
    pub fn picture(&self, path: &Path) -> anyhow::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let status = Command::new("import")
            .args(["-window", "root"])
            .arg(path)
            .status()
            .context("import is not installed (imagemagick)")?;
        anyhow::ensure!(status.success(), "no picture was taken");
        Ok(())
    }

    /// Closes the window as the person does; the app may go on in the tray.
    pub fn close_window(&self) -> anyhow::Result<()> {
        let window = drag::xdotool("search --onlyvisible --name Fielddesk")?;
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/close_window.py");
        let status = Command::new("/usr/bin/python3")
            .arg(script)
            .args(window.lines())
            .status()?;
        anyhow::ensure!(status.success(), "the window was not asked to close");
        Ok(())
    }

    /// Whether the window can be seen.
    pub fn is_on_screen(&self) -> bool {
        drag::xdotool("search --onlyvisible --name Fielddesk").is_ok()
    }

    /// Ends the app as a power cut would, and waits until it is gone.
    pub async fn kill_app(&self) -> anyhow::Result<()> {
        let parent = self.driver.id().to_string();
        let found = Command::new("pgrep")
            .args(["--parent", &parent, "--exact", "fielddesk"])
            .output()?;
        let app = String::from_utf8(found.stdout)?.trim().to_owned();
        anyhow::ensure!(app.parse::<u32>().is_ok(), "no app to kill: {app:?}");
        let killed = Command::new("kill").args(["-KILL", &app]).status()?;
        anyhow::ensure!(killed.success(), "the app was not killed");
        wait_for("the end of the app", || async {
            // Who was killed stays as a zombie until its parent looks. What it holds is let go
            // with its last thread.
            let state = std::fs::read_to_string(format!("/proc/{app}/stat"));
            let ended = state.map_or(true, |stat| stat.contains(") Z "));
            let threads = std::fs::read_dir(format!("/proc/{app}/task"));
            let alone = threads.map_or(true, |threads| threads.count() <= 1);
            Ok((ended && alone).then_some(()))
        })
        .await
    }

    /// A picture of the page alone, drawn for it: no waiting for the screen.
    pub async fn page_picture(&self, path: &Path) -> anyhow::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        Ok(std::fs::write(path, self.client.screenshot().await?)?)
    }

    /// Closes the window, the app and the driver.
    pub async fn close(mut self) -> anyhow::Result<()> {
        let closed = self.client.clone().close().await;
        self.end();
        closed.context("closing the session")
    }
}

impl Drop for AppDriver {
    fn drop(&mut self) {
        // A failed test leaves neither driver nor app behind: the next app would only show the
        // window of this one.
        self.end();
    }
}

impl AppDriver {
    /// Ends driver and app, whatever they are doing.
    #[expect(clippy::print_stderr, reason = "a test's only way to tell it")]
    pub fn end(&mut self) {
        let group = format!("-{}", self.driver.id());
        let ended = Command::new("kill").args(["-KILL", "--", &group]).output();
        if let Err(error) = ended.and_then(|_| self.driver.wait()) {
            eprintln!("the driver could not be ended: {error}");
        }
    }
}

fn button(words: &str) -> String {
    let words = quoted(words);
    // A key may be printed before the words: "1 Drawings".
    format!(
        "//button[starts-with(normalize-space(.), {words}) or starts-with(@aria-label, {words}) \
         or .//text()[starts-with(normalize-space(.), {words})]]"
    )
}

fn link(words: &str) -> String {
    format!("//a[normalize-space(.)={}]", quoted(words))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "'"))
}

fn free_port() -> anyhow::Result<u16> {
    Ok(std::net::TcpListener::bind((DRIVER, 0))?
        .local_addr()?
        .port())
}

/// Where the window's content begins on the screen.
fn window_origin() -> anyhow::Result<(i32, i32)> {
    let text = drag::xdotool("search --onlyvisible --name Fielddesk getwindowgeometry --shell")?;
    let value = |name: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(name))
            .and_then(|number| number.parse::<i32>().ok())
            .with_context(|| format!("no {name} in the window's geometry"))
    };
    Ok((value("X=")?, value("Y=")?))
}

/// Pause that lets a picture settle; never used to wait for an outcome.
pub async fn settle() {
    tokio::time::sleep(Duration::from_millis(1500)).await;
}
