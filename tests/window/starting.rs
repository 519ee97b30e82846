//! A start beside a program that is ending.

use std::path::Path;

use anyhow::Context;
use futures::StreamExt as _;
use zbus::MessageStream;

use crate::APP;
use crate::support::app_driver::AppDriver;
use crate::support::wait_for;

/// What the running program is called on the session bus.
const NAME: &str = "org.fielddesk.app.SingleInstance";

#[tokio::test]
async fn a_start_that_meets_a_program_that_is_ending_begins_anew() -> anyhow::Result<()> {
    // Has the name of the program, and goes when it is asked to show its window.
    // The window of the test before may be a moment from its end.
    let ending = wait_for("the name of the program", || async {
        let builder = zbus::connection::Builder::session()?.name(NAME)?;
        Ok(Some(builder.build().await?))
    })
    .await?;
    let mut messages = MessageStream::from(&ending);
    let asked = tokio::spawn(async move {
        while let Some(Ok(message)) = messages.next().await {
            let header = message.header();
            if header
                .member()
                .is_some_and(|member| member == "ExecuteCallback")
            {
                break;
            }
        }
        drop(messages);
        ending.close().await
    });
    let data = tempfile::tempdir()?;
    let driver = AppDriver::start(Path::new(APP), data.path()).await?;
    driver.button("Connect…").await?;
    asked.await?.context("the name is free again")?;
    driver.close().await
}
