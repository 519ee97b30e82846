//! `fieldservice client …`

use fielddesk_service::admin::{Administration, ClientAct as Act, NewClient};
use serde_json::json;

use super::arguments::{ClientAct, ClientCommand, Place};
use super::output;

pub(super) async fn run(command: ClientCommand) -> anyhow::Result<()> {
    match command {
        ClientCommand::Create {
            place,
            name,
            scopes,
            administrator,
            read_only,
            company,
            lifetime,
        } => {
            let new = NewClient {
                name,
                scopes: scopes.split_whitespace().map(str::to_owned).collect(),
                administrator,
                read_only,
                company: company.map(Into::into),
                lifetime_s: lifetime,
            };
            output::json(&open(place).await?.create_client(new).await?)
        }
        ClientCommand::List { place, client } => {
            let mut clients = open(place).await?.clients().await?;
            clients.retain(|held| client.as_deref().is_none_or(|id| id == held.client_id()));
            output::json(&clients)
        }
        ClientCommand::Disable(act) => change(act, Act::Disable).await,
        ClientCommand::Enable(act) => change(act, Act::Enable).await,
        ClientCommand::Grant(act) => change(act.act, Act::Grant(act.scope)).await,
        ClientCommand::Ungrant(act) => change(act.act, Act::Ungrant(act.scope)).await,
        ClientCommand::Rotate(act) => {
            output::json(&open(act.place).await?.rotate_client(&act.client).await?)
        }
        ClientCommand::Delete(act) => {
            open(act.place).await?.delete_client(&act.client).await?;
            output::json(&json!({ "clientId": act.client, "deleted": true }))
        }
    }
}

async fn change(act: ClientAct, what: Act) -> anyhow::Result<()> {
    output::json(
        &open(act.place)
            .await?
            .change_client(&act.client, what)
            .await?,
    )
}

async fn open(place: Place) -> anyhow::Result<Administration> {
    Ok(Administration::open(place.location, place.environment).await?)
}
