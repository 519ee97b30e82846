//! The nodes of scripts/cluster.sh: their addresses, their processes and the operator's commands.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::Value;
use sqlx::{Connection as _, PgConnection};

/// Longer than anything may take; what takes this long hangs.
const LONGEST_REQUEST: Duration = Duration::from_secs(30);

/// A started cluster.
pub(crate) struct Place {
    folder: PathBuf,
    pub(crate) http: Client,
    /// The address of HAProxy.
    pub(crate) public: String,
    pub(crate) nodes: Vec<String>,
    pub(crate) company: String,
    database: String,
    /// Seconds until the first node served, which seeded the database.
    pub(crate) seconds_of_first_start: f64,
    /// Id and secret of the seeded administrator.
    client: [String; 2],
}

impl Place {
    /// Returns the cluster that scripts/cluster.sh started, or `None` outside of it.
    pub(crate) fn find() -> Option<Self> {
        let folder = PathBuf::from(std::env::var_os("CLUSTER")?);
        let written = std::fs::read(folder.join("cluster.json")).unwrap();
        let written: Value = serde_json::from_slice(&written).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let admin = ["clientId", "clientSecret"];
        Some(Self {
            folder,
            http: Client::builder()
                .no_proxy()
                .timeout(LONGEST_REQUEST)
                .build()
                .unwrap(),
            public: text(&written["public"]),
            nodes: written["nodes"]
                .as_array()
                .unwrap()
                .iter()
                .map(text)
                .collect(),
            company: text(&written["test"]["companyId"]),
            database: text(&written["database"]),
            seconds_of_first_start: written["secondsOfFirstStart"].as_f64().unwrap(),
            client: admin.map(|name| text(&written["test"]["clients"]["admin"][name])),
        })
    }

    /// A process by its name in scripts/cluster.sh.
    pub(crate) fn process(&self, name: &str) -> u32 {
        let file = self.folder.join(format!("{name}.pid"));
        let text = std::fs::read_to_string(file).unwrap();
        text.trim().parse().unwrap()
    }

    /// Sends a signal to a process of the cluster.
    pub(crate) fn signal(&self, name: &str, signal: &str) {
        let id = self.process(name).to_string();
        let sent = Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(sent.success(), "kill {signal} {name}");
    }

    /// Keeps a process that ends from being started again until [`Self::release`].
    pub(crate) fn hold(&self, name: &str) {
        std::fs::write(self.folder.join(format!("{name}.hold")), "").unwrap();
    }

    pub(crate) fn release(&self, name: &str) {
        std::fs::remove_file(self.folder.join(format!("{name}.hold"))).unwrap();
    }

    /// The URL of the database, as nodes get it.
    pub(crate) fn database_url(&self) -> &str {
        &self.database
    }

    /// Connects to the database of the test environment.
    pub(crate) async fn database(&self) -> sqlx::Result<PgConnection> {
        let url = self.database.replace("{environment}", "test");
        PgConnection::connect(&url).await
    }

    /// Returns once the database takes connections.
    pub(crate) async fn database_is_back(&self) -> Instant {
        loop {
            if let Ok(connection) = self.database().await {
                connection.close().await.unwrap();
                return Instant::now();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Returns once every node answers and HAProxy takes it for ready.
    pub(crate) async fn nodes_are_back(&self) -> Instant {
        for node in &self.nodes {
            while !self.is_ready(node).await {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        Instant::now()
    }

    async fn is_ready(&self, node: &str) -> bool {
        let check = std::env::var("FIELDSERVICE_CHECK").unwrap_or_else(|_| "/readyz".to_owned());
        let asked = self.http.get(format!("{node}{check}")).send().await;
        asked.is_ok_and(|answer| answer.status() == StatusCode::OK)
    }

    /// Runs a command of the operator, as on any machine of the cluster.
    pub(crate) async fn operator(&self, words: &[&str]) -> Value {
        let mut command = tokio::process::Command::new(self.program());
        command.args(words).args(["--environment", "test"]);
        command.arg("--signing-keys").arg(self.folder.join("keys"));
        let output = command.output().await.unwrap();
        assert!(
            output.status.success(),
            "{words:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Asks for a token of the seeded administrator.
    pub(crate) fn ask_token(&self, scope: &str) -> RequestBuilder {
        let [id, secret] = &self.client;
        self.ask_token_of(&self.public, id, secret, scope)
    }

    /// Asks for a token of a client at an address.
    pub(crate) fn ask_token_of(
        &self,
        base: &str,
        id: &str,
        secret: &str,
        scope: &str,
    ) -> RequestBuilder {
        let form = format!(
            "grant_type=client_credentials&scope={scope}&client_id={id}&client_secret={secret}"
        );
        self.http
            .post(format!("{base}/test/identity/connect/token"))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form)
    }

    /// The program of the nodes.
    pub(crate) fn program(&self) -> OsString {
        std::env::var_os("CLUSTER_PROGRAM").unwrap()
    }

    /// Issues a token of a client that outlasts the run.
    pub(crate) async fn static_token(&self, client: Option<&str>) -> String {
        let client = client.unwrap_or(&self.client[0]);
        let words = [
            "token",
            "issue",
            "--lifetime",
            "1000000",
            "--client",
            client,
        ];
        self.operator(&words).await["access_token"]
            .as_str()
            .unwrap()
            .to_owned()
    }
}
