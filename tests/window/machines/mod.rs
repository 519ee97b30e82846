//! Machines: what is done in the grid is what the service holds.

mod acting;
mod editing;
mod files;

use std::path::Path;

use anyhow::Context;
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::key::Key;
use fielddesk_api::Equipment;
use fielddesk_core::connection::Connection;
use fielddesk_model::{Machine, MachineChange, MachineId};
use fielddesk_service::RunningService;
use serde_json::json;

use crate::APP;
use crate::support::app_driver::AppDriver;
use crate::support::{pictures, service, wait_for};

/// The open grid of a service that has fifty more machines, `W-01` to `W-50`.
struct Yard {
    data: tempfile::TempDir,
    /// Stands as long as the test.
    _service: RunningService,
    connection: Connection,
    driver: AppDriver,
    /// The fifty, in the order of their numbers.
    ids: Vec<MachineId>,
}

impl Yard {
    async fn open() -> anyhow::Result<Self> {
        let data = tempfile::tempdir()?;
        let service = service::start().await?;
        let connection = service::connect(data.path(), &service).await?;
        let ids = fifty(&connection).await?;
        let driver = AppDriver::start(Path::new(APP), data.path()).await?;
        driver.follow("Machines").await?;
        let yard = Self {
            data,
            _service: service,
            connection,
            driver,
            ids,
        };
        yard.search("Yard").await?;
        Ok(yard)
    }

    fn id(&self, place: usize) -> anyhow::Result<&MachineId> {
        self.ids.get(place).context("there are fifty")
    }

    /// Shows only what has this text.
    async fn search(&self, text: &str) -> anyhow::Result<()> {
        let field = self.driver.field("Search machines").await?;
        field.clear().await?;
        field.send_keys(text).await?;
        Ok(())
    }

    /// Where a cell is in the page.
    fn cell(id: &MachineId, column: &str) -> String {
        format!("[row-id=\"{id}\"] [col-id=\"{column}\"]")
    }

    /// Puts the focus into a cell.
    async fn go_to(&self, id: &MachineId, column: &str) -> anyhow::Result<()> {
        let cell = self.driver.css(&Self::cell(id, column)).await?;
        Ok(cell.click().await?)
    }

    /// The record as the service has it.
    async fn stored(&self, id: &MachineId) -> anyhow::Result<Machine> {
        let machines = self.connection.client.machines();
        Ok(machines.get(id, Equipment::LeftOut).await?)
    }

    /// Every record of the service.
    async fn all(&self) -> anyhow::Result<Vec<Machine>> {
        let machines = self.connection.client.machines();
        Ok(machines.list(Equipment::LeftOut).await?.records)
    }

    async fn wait_until(
        &self,
        id: &MachineId,
        what: &str,
        is: impl Fn(&Machine) -> bool,
    ) -> anyhow::Result<()> {
        wait_for(what, || async {
            Ok(is(&self.stored(id).await?).then_some(()))
        })
        .await
    }

    /// Waits until all fifty are so.
    async fn wait_for_all(&self, what: &str, is: impl Fn(&Machine) -> bool) -> anyhow::Result<()> {
        wait_for(what, || async {
            let all = self.all().await?;
            let mut ours = all.iter().filter(|one| self.ids.contains(&one.id));
            Ok(ours.all(&is).then_some(()))
        })
        .await
    }

    /// Presses keys where the focus is.
    async fn keys(&self, held: &[Key], text: &str) -> anyhow::Result<()> {
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

    async fn picture(&self, name: &str) -> anyhow::Result<()> {
        let path = pictures()?.join(format!("machines-{name}.png"));
        self.driver.page_picture(&path).await
    }
}

/// Enter, as a key.
const ENTER: &str = "\u{e007}";

/// Creates the fifty: they have hours, a department and no fuel data.
async fn fifty(connection: &Connection) -> anyhow::Result<Vec<MachineId>> {
    let machines = connection.client.machines();
    let before = machines.list(Equipment::LeftOut).await?;
    let like = before
        .iter()
        .find(|machine| !machine.is_equipment && machine.active)
        .context("the seed has machines")?;
    let bodies = (1..=50).map(|n| {
        json!({
            "companyId": like.company_id, "typeId": like.type_id, "active": true,
            "machineNumber": format!("W-{n:02}"), "name": format!("Volvo A25 no. {n}"),
            "hourMeter": 10, "department": "Yard",
        })
    });
    let bodies: Vec<MachineChange> = serde_json::from_value(bodies.collect())?;
    let made = machines.create_array(&bodies).await?;
    made.into_iter()
        .map(|one| one.id.context("each is created"))
        .collect()
}
