//! Connecting: what the administrator sent, with a secret that is wrong and one that is right.

use std::path::Path;

use anyhow::Context;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::profiles::Profiles;
use fielddesk_model::Environment;
use serde_json::json;

use crate::APP;
use crate::support::app_driver::AppDriver;
use crate::support::service;

#[tokio::test]
async fn a_wrong_secret_is_said_and_nothing_is_stored_until_it_is_right() -> anyhow::Result<()> {
    let data = tempfile::tempdir()?;
    let service = service::start().await?;
    let place = service.ready.environment(Environment::Test);
    let admin = &place.clients.as_ref().context("the start seeds")?.admin;
    // One line: typed, a line break in the box would begin the check.
    let mail = |secret: &str| {
        json!({
            "identityUrl": place.identity_url,
            "baseUrl": place.base_url,
            "reportingUrl": place.reporting_url,
            "clientId": admin.client_id,
            "clientSecret": secret,
        })
        .to_string()
    };
    let driver = AppDriver::start(Path::new(APP), data.path()).await?;

    driver.press("Connect…").await?;
    paste(&driver, &mail("not-the-secret-at-all")).await?;
    driver.press("Check").await?;
    driver
        .text("The server did not accept this client ID and secret")
        .await?;
    let profiles = Profiles::open(&DataDir::open(data.path().to_owned())?);
    assert!(
        profiles.list()?.is_empty(),
        "a refused connection is not stored"
    );
    let words = driver.words().await?;
    assert!(
        !words.contains("not-the-secret-at-all"),
        "the secret is not shown: {words}"
    );

    paste(&driver, &mail(&admin.client_secret)).await?;
    driver.press("Check").await?;
    driver.text("Connected").await?;
    driver.press("Start").await?;
    driver.text("P-2026-001").await?;
    let stored = profiles.active()?.context("it is in use now")?;
    assert_eq!(stored.client_id.as_deref(), Some(admin.client_id.as_str()));
    let file = std::fs::read_to_string(data.path().join("profiles.json"))?;
    assert!(!file.contains(&admin.client_secret), "no secret in a file");
    let page = driver.client.source().await?;
    assert!(
        !page.contains(&admin.client_secret),
        "no secret on the web side"
    );
    driver.close().await
}

/// Types into the box that takes whatever the administrator sent.
async fn paste(driver: &AppDriver, text: &str) -> anyhow::Result<()> {
    type_into_box(driver, text).await?;
    driver.text("Filled in:").await?;
    Ok(())
}

async fn type_into_box(driver: &AppDriver, text: &str) -> anyhow::Result<()> {
    let field = driver.field("Paste the administrator’s message").await?;
    field.send_keys(text).await?;
    // What was typed is read when the box is left.
    driver.field("Connection name").await?.click().await?;
    Ok(())
}
