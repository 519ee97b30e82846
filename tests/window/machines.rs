//! Machines: what is done in the grid is what the service holds.

use std::path::Path;

use anyhow::Context;
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::key::Key;
use fielddesk_api::Equipment;
use fielddesk_core::connection::Connection;
use fielddesk_model::Machine;

use crate::APP;
use crate::support::desk::Desk;
use crate::support::{pictures, service, wait_for};

/// A machine of the seed that is active and open.
async fn one(connection: &Connection) -> anyhow::Result<Machine> {
    let all = connection
        .client
        .machines()
        .list(Equipment::LeftOut)
        .await?;
    let open = all
        .into_iter()
        .filter(|machine| machine.active && !machine.block_check_in && !machine.is_equipment);
    // The first row that is shown: the grid draws no others.
    open.min_by_key(|machine| machine.machine_number.clone())
        .context("the seed has such a machine")
}

async fn wait_until(
    connection: &Connection,
    machine: &Machine,
    what: &str,
    is: impl Fn(&Machine) -> bool,
) -> anyhow::Result<()> {
    wait_for(what, || async {
        let now = connection
            .client
            .machines()
            .get(&machine.id, Equipment::LeftOut)
            .await?;
        Ok(is(&now).then_some(()))
    })
    .await
}

async fn keys(desk: &Desk, with_control: Option<char>, text: &str) -> anyhow::Result<()> {
    let mut actions = KeyActions::new("keys".to_owned());
    if let Some(key) = with_control {
        let control = char::from(Key::Control);
        for then in [
            KeyAction::Down { value: control },
            KeyAction::Down { value: key },
            KeyAction::Up { value: key },
            KeyAction::Up { value: control },
        ] {
            actions = actions.then(then);
        }
    }
    for value in text.chars() {
        actions = actions
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value });
    }
    Ok(desk.client.perform_actions(actions).await?)
}

#[tokio::test]
async fn a_machine_is_blocked_released_and_edited_and_the_service_has_it() -> anyhow::Result<()> {
    let data = tempfile::tempdir()?;
    let service = service::start().await?;
    let connection = service::connect(data.path(), &service).await?;
    let machine = one(&connection).await?;
    let desk = Desk::start(Path::new(APP), data.path()).await?;
    desk.follow("Machines").await?;
    let cell = |column: &str| format!("[row-id=\"{}\"] [col-id=\"{column}\"]", machine.id);

    let switch = format!("{} button", cell("blockCheckIn"));
    desk.css(&switch).await?.click().await?;
    wait_until(&connection, &machine, "blocked", |now| now.block_check_in).await?;
    desk.page_picture(&pictures()?.join("machines-blocked.png"))
        .await?;
    desk.css(&switch).await?.click().await?;
    wait_until(&connection, &machine, "released", |now| !now.block_check_in).await?;

    desk.css(&cell("name")).await?.click().await?;
    keys(&desk, None, "Renamed in the grid\u{e007}").await?;
    desk.text("1 change not saved").await?;
    keys(&desk, Some('s'), "").await?;
    wait_until(&connection, &machine, "saved", |now| {
        now.name.as_deref() == Some("Renamed in the grid")
    })
    .await?;
    desk.text("1 machine saved.").await?;
    desk.page_picture(&pictures()?.join("machines-saved.png"))
        .await?;
    desk.close().await
}
