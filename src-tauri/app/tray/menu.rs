//! The tray's menu: how everything stands, and what a person is asked.

use fielddesk_core::folders::State;
use tauri::menu::{Menu, MenuItem, PredefinedMenuItem, Submenu};

use crate::i18n::Words;
use crate::runtime::{AppHandle, Runtime};

/// Where *Review…* stands while somebody is asked.
const REVIEW_AT: usize = 1;

/// The menu with the items that change.
pub(super) struct TrayMenu {
    pub(super) menu: Menu<Runtime>,
    line: MenuItem<Runtime>,
    review: MenuItem<Runtime>,
    resume: MenuItem<Runtime>,
    asks: bool,
}

impl TrayMenu {
    pub(super) fn new(app: &AppHandle, words: &Words) -> tauri::Result<Self> {
        let item = |id: &str, text: &str| MenuItem::with_id(app, id, text, true, None::<&str>);
        let line = item("folders", words.folders)?;
        let resume = MenuItem::with_id(app, "resume", words.resume, false, None::<&str>)?;
        let pause = Submenu::with_items(
            app,
            words.pause,
            true,
            &[
                &item("pauseHour", words.pause_hour)?,
                &item("pauseTomorrow", words.pause_tomorrow)?,
                &item("pauseAll", words.pause_all)?,
            ],
        )?;
        let menu = Menu::with_items(
            app,
            &[
                &line,
                &PredefinedMenuItem::separator(app)?,
                &item("open", words.open)?,
                &item("uploadFiles", words.upload_files)?,
                &item("transfers", words.transfers)?,
                &PredefinedMenuItem::separator(app)?,
                &pause,
                &resume,
                &PredefinedMenuItem::separator(app)?,
                &item("settings", words.settings)?,
                &item("quit", words.quit)?,
            ],
        )?;
        Ok(Self {
            menu,
            line,
            review: item("review", words.review)?,
            resume,
            asks: false,
        })
    }

    /// Says how everything stands.
    pub(super) fn tell(&mut self, line: &str, worst: State, paused: bool) -> tauri::Result<()> {
        self.line.set_text(line)?;
        self.resume.set_enabled(paused)?;
        let asks = worst == State::NeedsDecision;
        if asks && !self.asks {
            self.menu.insert(&self.review, REVIEW_AT)?;
        } else if self.asks && !asks {
            self.menu.remove(&self.review)?;
        }
        self.asks = asks;
        Ok(())
    }
}
