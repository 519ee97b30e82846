//! The tray's menu: how everything stands, and what a person is asked.

use fielddesk_core::folders::State;
use tauri::menu::{Menu, MenuItem, PredefinedMenuItem, Submenu};

use crate::i18n::Words;
use crate::runtime::{AppHandle, Runtime};

/// A line of the menu: its id and its text.
pub(crate) type Line = (String, String);

/// The menu with the items that change.
pub(super) struct TrayMenu {
    pub(super) menu: Menu<Runtime>,
    /// A line for each connection, or the one of everything.
    lines: Vec<MenuItem<Runtime>>,
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
            lines: vec![line],
            review: item("review", words.review)?,
            resume,
            asks: false,
        })
    }

    /// Says how everything stands.
    pub(super) fn tell(&mut self, lines: &[Line], worst: State, paused: bool) -> tauri::Result<()> {
        let ids = lines.iter().map(|(id, _)| id.as_str());
        if ids.ne(self.lines.iter().map(|line| line.id().0.as_str())) {
            self.show_lines(lines)?;
        }
        for (line, (_, text)) in self.lines.iter().zip(lines) {
            line.set_text(text)?;
        }
        self.resume.set_enabled(paused)?;
        let asks = worst == State::NeedsDecision;
        if asks && !self.asks {
            self.menu.insert(&self.review, self.lines.len())?;
        } else if self.asks && !asks {
            self.menu.remove(&self.review)?;
        }
        self.asks = asks;
        Ok(())
    }

    /// Puts other lines in the place of those that are shown.
    fn show_lines(&mut self, lines: &[Line]) -> tauri::Result<()> {
        for line in self.lines.drain(..) {
            self.menu.remove(&line)?;
        }
        for (at, (id, text)) in lines.iter().enumerate() {
            let app = self.menu.app_handle();
            let line = MenuItem::with_id(app, id, text, true, None::<&str>)?;
            self.menu.insert(&line, at)?;
            self.lines.push(line);
        }
        Ok(())
    }
}
