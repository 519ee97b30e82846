//! API clients: made, listed, changed, deleted. A secret is shown once, by the act that makes it.

use std::path::Path;

use fielddesk_model::{CompanyId, Environment, scope};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Administration, no_client};
use crate::auth::{LONGEST_LIFETIME_S, hash_secret, new_secret};
use crate::store::{ClientChange, ClientRecord};
use crate::{ServiceError, audit, clock};

/// A client to be made.
#[derive(Debug, Clone)]
pub struct NewClient {
    /// Purpose of the client.
    pub name: String,
    /// Scopes that it may ask for.
    pub scopes: Vec<String>,
    /// May use the document endpoints.
    pub administrator: bool,
    /// May not write.
    pub read_only: bool,
    /// The company it acts for; none means the environment's own.
    pub company: Option<CompanyId>,
    /// Token lifetime in seconds; `None` for the environment's.
    pub lifetime_s: Option<u64>,
}

/// A client as lists show it, without anything secret.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientView {
    client_id: String,
    name: String,
    company_id: CompanyId,
    scopes: Vec<String>,
    administrator: bool,
    read_only: bool,
    enabled: bool,
    lifetime_seconds: Option<u64>,
    created_at: chrono::DateTime<chrono::Utc>,
}

impl ClientView {
    /// Returns the id for the token endpoint.
    #[must_use]
    pub fn client_id(&self) -> &str {
        &self.client_id
    }
}

impl From<ClientRecord> for ClientView {
    fn from(client: ClientRecord) -> Self {
        Self {
            client_id: client.id,
            name: client.name,
            company_id: client.company_id,
            scopes: client.scopes,
            administrator: client.administrator,
            read_only: client.read_only,
            enabled: client.enabled,
            lifetime_seconds: client.lifetime_s,
            created_at: client.created_at,
        }
    }
}

/// A client together with its secret, which is shown this once.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientWithSecret {
    /// The client without its secret.
    #[serde(flatten)]
    pub client: ClientView,
    /// In the clear.
    pub client_secret: String,
}

/// An administrative change of a client, by id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientAct {
    /// Lets it in again.
    Enable,
    /// Keeps it out at once.
    Disable,
    /// The operator grants a scope.
    Grant(String),
    /// Takes a scope away.
    Ungrant(String),
}

impl Administration {
    /// Makes a client.
    ///
    /// # Errors
    /// An unknown company or scope, a lifetime over a day.
    pub async fn create_client(&self, new: NewClient) -> Result<ClientWithSecret, ServiceError> {
        if new
            .lifetime_s
            .is_some_and(|s| s == 0 || s > LONGEST_LIFETIME_S)
        {
            return Err(ServiceError::Invalid(format!(
                "a client's tokens live 1 to {LONGEST_LIFETIME_S} seconds"
            )));
        }
        if new.scopes.is_empty() {
            return Err(ServiceError::Invalid("a client needs a scope".to_owned()));
        }
        for scope in &new.scopes {
            check_scope(scope)?;
        }
        let company_id = self.company_for(new.company).await?;
        let secret = new_secret();
        let client = ClientRecord {
            id: hex::encode(rand::random::<[u8; 12]>()),
            name: new.name,
            company_id,
            secret_hash: hash_secret(&secret),
            scopes: new.scopes,
            administrator: new.administrator,
            read_only: new.read_only,
            enabled: true,
            lifetime_s: new.lifetime_s,
            generation: 0,
            revoked_at: None,
            created_at: clock::now(),
        };
        let entry = audit::entry(
            audit::OPERATOR,
            "client.created",
            &client.id,
            [
                ("name", json!(client.name)),
                ("companyId", json!(client.company_id)),
                ("scopes", json!(client.scopes)),
                ("administrator", json!(client.administrator)),
                ("readOnly", json!(client.read_only)),
            ],
        );
        self.store.insert_client(&client, entry).await?;
        Ok(ClientWithSecret {
            client: client.into(),
            client_secret: secret,
        })
    }

    /// Returns all clients of the environment.
    pub async fn clients(&self) -> Result<Vec<ClientView>, ServiceError> {
        let clients = self.store.clients().await?;
        Ok(clients.into_iter().map(Into::into).collect())
    }

    /// Changes a client.
    pub async fn change_client(
        &self,
        id: &str,
        act: ClientAct,
    ) -> Result<ClientView, ServiceError> {
        let (action, change, details) = match act {
            ClientAct::Enable => ("client.enabled", ClientChange::Enabled(true), Value::Null),
            ClientAct::Disable => ("client.disabled", ClientChange::Enabled(false), Value::Null),
            ClientAct::Grant(scope) => {
                check_scope(&scope)?;
                let details = json!(scope);
                ("client.scopeGranted", ClientChange::Grant(scope), details)
            }
            ClientAct::Ungrant(scope) => {
                check_scope(&scope)?;
                let details = json!(scope);
                ("client.scopeTaken", ClientChange::Ungrant(scope), details)
            }
        };
        let entry = audit::entry(audit::OPERATOR, action, id, [("scope", details)]);
        let changed = self.store.change_client(id, change, entry).await?;
        changed.map(Into::into).ok_or_else(|| no_client(id))
    }

    /// Gives a client a new secret; the old one is refused from now on.
    pub async fn rotate_client(&self, id: &str) -> Result<ClientWithSecret, ServiceError> {
        let secret = new_secret();
        let change = ClientChange::SecretHash(hash_secret(&secret));
        let entry = audit::entry(audit::OPERATOR, "client.secretRotated", id, []);
        let changed = self.store.change_client(id, change, entry).await?;
        Ok(ClientWithSecret {
            client: changed.ok_or_else(|| no_client(id))?.into(),
            client_secret: secret,
        })
    }

    /// Deletes a client; its tokens are refused from now on.
    pub async fn delete_client(&self, id: &str) -> Result<(), ServiceError> {
        let entry = audit::entry(audit::OPERATOR, "client.deleted", id, []);
        if self.store.delete_client(id, entry).await? {
            Ok(())
        } else {
            Err(no_client(id))
        }
    }
}

/// Gives a client a new secret and returns it.
pub async fn rotate_client(
    data: &Path,
    environment: Environment,
    client_id: &str,
) -> Result<String, ServiceError> {
    let administration = Administration::open(data, environment).await?;
    Ok(administration.rotate_client(client_id).await?.client_secret)
}

fn check_scope(scope: &str) -> Result<(), ServiceError> {
    if [scope::SERVICE, scope::REPORTING, scope::MASS_TRANSPORT].contains(&scope) {
        return Ok(());
    }
    Err(ServiceError::Invalid(format!(
        "there is no scope `{scope}`"
    )))
}
