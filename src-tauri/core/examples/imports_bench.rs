//! How long imports take: 2,000 machines created, changed, with fuel, and taken back, and a
//! plan of 100,000 rows, against the real service in this process.
//!
//! `cargo run --release -p fielddesk-core --example imports_bench`

#![expect(clippy::print_stdout, reason = "it prints its figures")]

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use fielddesk_core::connection::Connection;
use fielddesk_core::each::Following;
use fielddesk_core::import::{self, ImportOptions, Plan, Resource};
use fielddesk_core::profiles::{Profile, Settings};
use fielddesk_model::Environment;
use fielddesk_service::{Durability, Seed, ServeOptions, serve};

const MACHINES: usize = 2_000;
const ROWS: usize = 100_000;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    for durability in [Durability::Process, Durability::Power] {
        println!("durability {durability:?}");
        all(durability).await?;
    }
    Ok(())
}

async fn all(durability: Durability) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let service = serve(ServeOptions {
        seed: Seed::Demo,
        data: Some(folder.path().join("service")),
        durability: Some(durability),
        ..ServeOptions::default()
    })
    .await?;
    let test = &service.ready.environments.test;
    let admin = &test
        .clients
        .as_ref()
        .context("the service was not seeded")?
        .admin;
    let settings = Settings {
        name: "Bench".to_owned(),
        environment: Some(Environment::Test),
        identity_url: test.identity_url.clone(),
        base_url: test.base_url.clone(),
        reporting_url: Some(test.reporting_url.clone()),
        client_id: Some(admin.client_id.clone()),
        ..Settings::default()
    };
    let profile = Profile::from_settings(&settings)?;
    let connection = Connection::with_secret(profile, admin.client_secret.clone().into())?;
    let back = folder.path().join("back.json");
    for (name, text) in [
        ("create", file("A", MACHINES, "Dumper", false)),
        ("change", file("A", MACHINES, "Hjullaster", false)),
        ("create with fuel", file("B", MACHINES, "Dumper", true)),
    ] {
        let begun = Instant::now();
        let plan = planned(&connection, folder.path(), &text).await?;
        let planned = begun.elapsed();
        let following = Following::default();
        let report = import::apply(&connection, &plan, Some(back.clone()), &following).await?;
        let done = report.totals.created + report.totals.updated;
        let all = begun.elapsed();
        println!("  {name} {done} machines: {all:.2?}, of it the plan {planned:.2?}");
    }
    let begun = Instant::now();
    let report = import::revert(&connection, back, &Following::default()).await?;
    println!("  take {} back: {:.2?}", report.rows.len(), begun.elapsed());
    let text = file("C", ROWS, "Dumper", true);
    let begun = Instant::now();
    let plan = planned(&connection, folder.path(), &text).await?;
    println!(
        "  plan {} rows: {:.2?}",
        plan.totals.create,
        begun.elapsed()
    );
    service.stop().await;
    Ok(())
}

fn file(prefix: &str, rows: usize, name: &str, fuel: bool) -> String {
    let mut text = "Nummer;Navn;Aktiv;Timer;Siste service".to_owned();
    text.push_str(if fuel {
        ";Forbruk;Enhet;Drivstoff\n"
    } else {
        "\n"
    });
    for index in 0..rows {
        let row = format!("{prefix}-{index};{name} {index};ja;{index},5;14.09.2026");
        text.push_str(&row);
        text.push_str(if fuel {
            ";14,2;L/time;anleggsdiesel\n"
        } else {
            "\n"
        });
    }
    text
}

async fn planned(connection: &Connection, folder: &Path, text: &str) -> anyhow::Result<Plan> {
    let path: PathBuf = folder.join("list.csv");
    tokio::fs::write(&path, text).await?;
    let options = ImportOptions::default();
    let following = Following::default();
    Ok(import::plan(connection, Resource::Machines, path, options, &following).await?)
}
