//! The app on a service with sample data, at one of its screens, and what screens with a grid
//! have in common.

use std::path::Path;

use fantoccini::Locator;
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::key::Key;
use fielddesk_core::connection::Connection;
use fielddesk_service::RunningService;

use crate::APP;
use crate::support::app_driver::AppDriver;
use crate::support::{pictures, service, wait_for};

/// Enter, as a key.
pub(crate) const ENTER: &str = "\u{e007}";

/// A running app with its own data folder, a service and a connection to it from the test.
pub(crate) struct SeededApp {
    pub(crate) data: tempfile::TempDir,
    /// The data folder of the service.
    _service_data: tempfile::TempDir,
    _service: RunningService,
    pub(crate) connection: Connection,
    pub(crate) driver: AppDriver,
    /// What the names of its pictures begin with.
    name: &'static str,
}

impl SeededApp {
    /// Starts a service, prepares it, and starts the app at the screen with this title.
    pub(crate) async fn open<T>(
        screen: &str,
        name: &'static str,
        prepare: impl AsyncFnOnce(&Connection) -> anyhow::Result<T>,
    ) -> anyhow::Result<(Self, T)> {
        let data = tempfile::tempdir()?;
        let service_data = tempfile::tempdir()?;
        let service = service::start_in(service_data.path()).await?;
        let connection = service::connect(data.path(), &service).await?;
        let prepared = prepare(&connection).await?;
        let driver = AppDriver::start(Path::new(APP), data.path()).await?;
        driver.follow(screen).await?;
        let app = Self {
            data,
            _service_data: service_data,
            _service: service,
            connection,
            driver,
            name,
        };
        Ok((app, prepared))
    }

    /// Replaces what a field has by a text.
    pub(crate) async fn fill(&self, label: &str, text: &str) -> anyhow::Result<()> {
        let field = self.driver.field(label).await?;
        // As a person does: to clear an element, WebDriver also takes the focus away from it.
        field.click().await?;
        self.keys(&[Key::Control], "a").await?;
        field.send_keys(text).await?;
        let now = field.prop("value").await?;
        anyhow::ensure!(
            now.as_deref() == Some(text),
            "typed {text}, there is {now:?}"
        );
        Ok(())
    }

    /// Puts the focus into a cell of the grid, and looks that it is there: keys go where it is.
    pub(crate) async fn go_to(&self, row: impl AsRef<str>, column: &str) -> anyhow::Result<()> {
        let place = cell(row, column);
        wait_for(&format!("the focus in {place}"), || async {
            self.driver.click_css(&place).await?;
            let focused = format!("{place}:focus");
            let found = self.driver.client.find_all(Locator::Css(&focused)).await?;
            Ok(found.first().map(|_| ()))
        })
        .await
    }

    /// Presses keys where the focus is.
    pub(crate) async fn keys(&self, held: &[Key], text: &str) -> anyhow::Result<()> {
        let mut actions = KeyActions::new("keys".to_owned());
        for key in held {
            let value = char::from(*key);
            actions = actions.then(KeyAction::Down { value });
        }
        for value in text.chars() {
            actions = actions
                .then(KeyAction::Down { value })
                .then(KeyAction::Up { value });
        }
        for key in held.iter().rev() {
            let value = char::from(*key);
            actions = actions.then(KeyAction::Up { value });
        }
        Ok(self.driver.client.perform_actions(actions).await?)
    }

    pub(crate) async fn picture(&self, name: &str) -> anyhow::Result<()> {
        let path = pictures()?.join(format!("{}-{name}.png", self.name));
        self.driver.page_picture(&path).await
    }

    /// Closes the app.
    pub(crate) async fn close(self) -> anyhow::Result<()> {
        self.driver.close().await
    }
}

/// Where a cell of the grid is in the page.
pub(crate) fn cell(row: impl AsRef<str>, column: &str) -> String {
    format!("[row-id=\"{}\"] [col-id=\"{column}\"]", row.as_ref())
}
