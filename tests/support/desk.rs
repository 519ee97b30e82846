//! The app in its real window, driven through WebKit's own WebDriver.

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

/// A running app.
pub struct Desk {
    driver: Child,
    /// The WebDriver session.
    pub client: Client,
    data: PathBuf,
}

impl Desk {
    /// Starts the app on a data folder and waits until its page is there.
    pub async fn start(app: &Path, data: &Path) -> anyhow::Result<Self> {
        let port = free_port()?;
        let driver = Command::new("WebKitWebDriver")
            .args([format!("--port={port}"), "--host=127.0.0.1".to_owned()])
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .env("FIELDDESK_DATA_DIR", data)
            .env("LANG", "en_GB.UTF-8")
            .stdout(Stdio::null())
            // The app is the driver's child: a group of their own ends them together.
            .process_group(0)
            .spawn()
            .context("WebKitWebDriver is not installed (webkit2gtk-driver)")?;
        let address = format!("http://127.0.0.1:{port}");
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
        let words_quoted = quoted(words);
        self.xpath(
            &format!("//button[starts-with(normalize-space(.), {words_quoted}) or starts-with(@aria-label, {words_quoted})]"),
            words,
        )
        .await
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

    /// Waits for an element by a CSS selector.
    pub async fn css(&self, selector: &str) -> anyhow::Result<Element> {
        wait_for(selector, || async {
            Ok(self.client.find(Locator::Css(selector)).await.ok())
        })
        .await
    }

    async fn xpath(&self, path: &str, what: &str) -> anyhow::Result<Element> {
        let found = wait_for(what, || async {
            for element in self.client.find_all(Locator::XPath(path)).await? {
                if self.is_shown(&element).await? {
                    return Ok(Some(element));
                }
            }
            Ok(None)
        })
        .await;
        match found {
            Ok(element) => Ok(element),
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
        self.button(words)
            .await?
            .click()
            .await
            .with_context(|| format!("pressing {words}"))
    }

    /// Everything that can be read in the window.
    pub async fn words(&self) -> anyhow::Result<String> {
        Ok(self.client.find(Locator::Css("body")).await?.text().await?)
    }

    /// Where the middle of an element is on the screen.
    pub async fn place_of(&self, element: &Element) -> anyhow::Result<(i32, i32)> {
        let (x, y, width, height) = element.rectangle().await?;
        let origin = window_origin()?;
        #[expect(clippy::cast_possible_truncation, reason = "places on a screen")]
        let place = (
            origin.0 + (x + width / 2.0) as i32,
            origin.1 + (y + height / 2.0) as i32,
        );
        Ok(place)
    }

    /// Drags files from another window onto an element and lets them go.
    pub async fn drop_on(&self, files: &[PathBuf], element: &Element) -> anyhow::Result<()> {
        let (x, y) = self.place_of(element).await?;
        let files = files.to_vec();
        tokio::task::spawn_blocking(move || drag::Drag::hold_over(&files, x, y)?.let_go()).await?
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

    /// Closes the window, the app and the driver.
    pub async fn close(mut self) -> anyhow::Result<()> {
        let closed = self.client.clone().close().await;
        self.end();
        closed.context("closing the session")
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        // A failed test leaves neither driver nor app behind: the next app would only show the
        // window of this one.
        self.end();
    }
}

impl Desk {
    #[expect(clippy::print_stderr, reason = "a test's only way to tell it")]
    fn end(&mut self) {
        let group = format!("-{}", self.driver.id());
        let ended = Command::new("kill").args(["-KILL", "--", &group]).output();
        if let Err(error) = ended.and_then(|_| self.driver.wait()) {
            eprintln!("the driver could not be ended: {error}");
        }
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "'"))
}

fn free_port() -> anyhow::Result<u16> {
    Ok(std::net::TcpListener::bind(("127.0.0.1", 0))?
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
