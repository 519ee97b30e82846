//! A description of this installation for support: no secret, no person, no file name.

use crate::runtime::AppHandle;
use chrono::SecondsFormat;
use fielddesk_core::{Failure, data_loss};

use crate::state::AppState;

/// The text that "Copy diagnostics" puts on the clipboard.
pub(crate) async fn describe(app: &AppHandle, state: &AppState) -> Result<String, Failure> {
    let mut text = String::new();
    let mut line = |name: &str, value: &dyn std::fmt::Display| {
        text.push_str(&format!("{name}: {value}\n"));
    };
    line("Fielddesk", &app.package_info().version);
    line(
        "System",
        &format_args!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
    );
    line("Web view", &tauri::webview_version().unwrap_or_default());
    line("Region", &crate::locale::of_the_computer());
    let now = state.clock.now();
    line("Time", &now.to_rfc3339_opts(SecondsFormat::Millis, true));
    line(
        "Credential store",
        &yes_no(state.secrets.keyring_available()),
    );
    line(
        "Lost records not acknowledged",
        &data_loss::unacknowledged(&state.data)?.len(),
    );
    let active = state.profiles.active()?.map(|profile| profile.id);
    for profile in state.profiles.list()? {
        let host = |url: &url::Url| url.host_str().unwrap_or("none").to_owned();
        line(
            "Connection",
            &format_args!(
                "{} sign-in {} main {} haul trips {} proxy {} secret {:?}{}{}",
                profile.environment,
                host(&profile.identity_url),
                host(&profile.base_url),
                profile
                    .reporting_url
                    .as_ref()
                    .map_or("none".to_owned(), host),
                yes_no(profile.proxy.is_some()),
                state.secrets.kept(&profile.id).await,
                if profile.sample_data {
                    " sample data"
                } else {
                    ""
                },
                if active.as_ref() == Some(&profile.id) {
                    " in use"
                } else {
                    ""
                },
            ),
        );
    }
    if let Ok(session) = state.session().await {
        let view = session.transfers.view();
        let transfers = view.borrow().clone();
        line(
            "Transfers",
            &format_args!(
                "{} moving, {} waiting, {} failed, {} need a person, paused {}",
                transfers.active,
                transfers.waiting,
                transfers.failed,
                transfers.needs_you,
                yes_no(transfers.paused)
            ),
        );
        for transfer in transfers.items.iter() {
            if let Some(failure) = &transfer.failure {
                line(
                    "Failed transfer",
                    &format_args!(
                        "{:?} status {} code {} tries {}",
                        failure.kind,
                        failure
                            .status
                            .map_or("none".to_owned(), |status| status.to_string()),
                        failure.code.as_deref().unwrap_or("none"),
                        transfer.attempts
                    ),
                );
            }
        }
    }
    Ok(text)
}

const fn yes_no(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}
