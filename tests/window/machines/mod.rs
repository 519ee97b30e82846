//! Machines: what is done in the grid is what the service holds.

mod editing;

use std::ops::Deref;

use anyhow::Context;
use fielddesk_api::MachineQuery;
use fielddesk_core::connection::Connection;
use fielddesk_model::{Machine, MachineChange, MachineId};
use serde_json::json;

use crate::seeded_app::SeededApp;
use crate::support::wait_for;

/// The open grid of a service that has fifty more machines, `W-01` to `W-50`.
struct Yard {
    app: SeededApp,
    /// The fifty, in the order of their numbers.
    ids: Vec<MachineId>,
}

impl Deref for Yard {
    type Target = SeededApp;

    fn deref(&self) -> &SeededApp {
        &self.app
    }
}

impl Yard {
    async fn open() -> anyhow::Result<Self> {
        let (app, ids) = SeededApp::open("Machines", "machines", fifty).await?;
        let yard = Self { app, ids };
        yard.search("Yard").await?;
        Ok(yard)
    }

    fn id(&self, place: usize) -> anyhow::Result<&MachineId> {
        self.ids.get(place).context("there are fifty")
    }

    /// Shows only what has this text.
    async fn search(&self, text: &str) -> anyhow::Result<()> {
        self.fill("Search machines", text).await
    }

    /// Closes the app.
    async fn close(self) -> anyhow::Result<()> {
        self.app.close().await
    }

    /// The record as the service has it.
    async fn stored(&self, id: &MachineId) -> anyhow::Result<Machine> {
        let machines = self.connection.client.machines();
        Ok(machines.get(id, MachineQuery::default()).await?)
    }

    async fn wait_until(
        &self,
        id: &MachineId,
        what: &str,
        is: impl Fn(&Machine) -> bool,
    ) -> anyhow::Result<()> {
        let found = wait_for(what, || async {
            let now = self.stored(id).await?;
            anyhow::ensure!(is(&now), "the service has {now:?}");
            Ok(Some(()))
        })
        .await;
        if found.is_err() {
            self.picture("failed").await?;
        }
        found
    }
}

/// Creates the fifty: they have hours, a department and no fuel data.
async fn fifty(connection: &Connection) -> anyhow::Result<Vec<MachineId>> {
    let machines = connection.client.machines();
    let before = machines.list(MachineQuery::default()).await?;
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
