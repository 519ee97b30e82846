//! Effective settings: a stored profile, over it the environment, over that the options. Pure.
//!
//! Decides the source of the secret, and never reads the secret itself. A secret kept for a profile
//! goes nowhere but to that profile's hosts and as that profile's client.

use std::ffi::OsString;

use fielddesk_core::Failure;
use fielddesk_core::model::Environment;
use fielddesk_core::profiles::{Profile, ProfileId, Settings};
use fielddesk_rules::pasted::bare;

/// The name of a connection that no profile stands behind.
const UNNAMED: &str = "command line";

/// Settings of one origin; what it does not say is `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Layer {
    pub(crate) environment: Option<Environment>,
    pub(crate) identity_url: Option<String>,
    pub(crate) base_url: Option<String>,
    pub(crate) reporting_url: Option<String>,
    pub(crate) client_id: Option<String>,
    pub(crate) scopes: Option<String>,
    pub(crate) proxy: Option<String>,
}

impl Layer {
    /// The settings among environment variables. An empty variable says nothing.
    pub(crate) fn of_environment(read: impl Fn(&str) -> Option<OsString>) -> Self {
        let text = |name: &str| said(read(name)?.into_string().ok());
        Self {
            environment: None,
            identity_url: text("FIELDDESK_IDENTITY_URL"),
            base_url: text("FIELDDESK_BASE_URL"),
            reporting_url: text("FIELDDESK_REPORTING_URL"),
            client_id: text("FIELDDESK_CLIENT_ID"),
            scopes: text("FIELDDESK_SCOPES"),
            proxy: text("FIELDDESK_PROXY"),
        }
    }

    /// This layer over a weaker one.
    #[must_use]
    pub(crate) fn over(self, weaker: Self) -> Self {
        Self {
            environment: self.environment.or(weaker.environment),
            identity_url: said(self.identity_url).or(weaker.identity_url),
            base_url: said(self.base_url).or(weaker.base_url),
            reporting_url: said(self.reporting_url).or(weaker.reporting_url),
            client_id: said(self.client_id).or(weaker.client_id),
            scopes: said(self.scopes).or(weaker.scopes),
            proxy: said(self.proxy).or(weaker.proxy),
        }
    }

    /// Whether it says where the service is and as whom to speak to it.
    pub(crate) fn is_complete(&self, static_token: bool) -> bool {
        self.base_url.is_some()
            && (static_token || (self.identity_url.is_some() && self.client_id.is_some()))
    }

    fn of_profile(profile: &Profile) -> Self {
        let settings = profile.to_settings();
        Self {
            environment: settings.environment,
            identity_url: Some(settings.identity_url),
            base_url: Some(settings.base_url),
            reporting_url: settings.reporting_url,
            client_id: settings.client_id,
            scopes: Some(settings.scopes.join(" ")),
            proxy: settings.proxy,
        }
    }
}

fn said(text: Option<String>) -> Option<String> {
    text.map(|text| bare(&text).to_owned())
        .filter(|text| !text.is_empty())
}

/// Everything that was said, by origin.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sources {
    pub(crate) options: Layer,
    pub(crate) environment: Layer,
    /// FIELDDESK_TOKEN is set.
    pub(crate) token_in_environment: bool,
    /// --client-secret-stdin was given.
    pub(crate) secret_on_stdin: bool,
}

/// What the service is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SignIn {
    /// The token in the environment.
    Token,
    /// The static token that is kept for the profile.
    KeptToken,
    /// A client and its secret.
    Client,
}

/// The settings that hold.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Resolved {
    /// Checked, with the profile's own id only where nothing of it was overridden.
    pub(crate) profile: Profile,
    /// What the service is shown.
    pub(crate) sign_in: SignIn,
    /// The profile whose kept secret may be used.
    pub(crate) kept_secret_of: Option<Profile>,
    /// There is a profile, but its secret is not for these hosts or this client.
    pub(crate) kept_secret_withheld: bool,
}

/// Decides.
pub(crate) fn resolve(sources: &Sources, profile: Option<&Profile>) -> Result<Resolved, Failure> {
    let sign_in = sign_in(sources, profile);
    let said = sources.options.clone().over(sources.environment.clone());
    let merged = match profile {
        Some(profile) => said.over(Layer::of_profile(profile)),
        None => said,
    };
    let mut checked = check(
        merged,
        sign_in,
        profile.map_or(UNNAMED, |profile| &profile.name),
    )?;
    checked.id = ProfileId::unstored(&checked.base_url, checked.client_id.as_deref());
    let mut kept_secret_of = None;
    if let Some(profile) = profile {
        if profile.secret_is_for(&checked) {
            kept_secret_of = Some(profile.clone());
        }
        // Records and history hang on the id, and another service may use equal ids of its own.
        if is_same_service(profile, &checked) {
            checked.id = profile.id.clone();
            checked.sample_data = profile.sample_data;
            checked.company.clone_from(&profile.company);
        }
    }
    Ok(Resolved {
        profile: checked,
        sign_in,
        kept_secret_withheld: profile.is_some() && kept_secret_of.is_none(),
        kept_secret_of,
    })
}

/// The profile that `profile add` stores: options over environment, nothing else.
pub(crate) fn new_profile(sources: &Sources, name: &str) -> Result<Resolved, Failure> {
    let sign_in = sign_in(sources, None);
    let said = sources.options.clone().over(sources.environment.clone());
    Ok(Resolved {
        profile: check(said, sign_in, name)?,
        sign_in,
        kept_secret_of: None,
        kept_secret_withheld: false,
    })
}

/// An option says more than the environment, the environment more than the profile.
fn sign_in(sources: &Sources, profile: Option<&Profile>) -> SignIn {
    if sources.options.client_id.is_some() || sources.secret_on_stdin {
        return SignIn::Client;
    }
    if sources.token_in_environment {
        return SignIn::Token;
    }
    let kept_token = profile.is_some_and(|profile| profile.static_token);
    if kept_token && sources.environment.client_id.is_none() {
        return SignIn::KeptToken;
    }
    SignIn::Client
}

fn check(layer: Layer, sign_in: SignIn, name: &str) -> Result<Profile, Failure> {
    let is_client = sign_in == SignIn::Client;
    missing(&layer, is_client)?;
    Profile::from_settings(&Settings {
        name: name.to_owned(),
        environment: layer.environment,
        identity_url: layer.identity_url.unwrap_or_default(),
        base_url: layer.base_url.unwrap_or_default(),
        reporting_url: layer.reporting_url,
        client_id: layer.client_id.filter(|_| is_client),
        scopes: layer.scopes.into_iter().collect(),
        proxy: layer.proxy,
        sample_data: false,
    })
}

fn missing(layer: &Layer, is_client: bool) -> Result<(), Failure> {
    let missing: Vec<_> = [
        (
            is_client && layer.identity_url.is_none(),
            "identityUrl",
            "the identity address (FIELDDESK_IDENTITY_URL or --identity-url)",
        ),
        (
            layer.base_url.is_none(),
            "baseUrl",
            "the core address (FIELDDESK_BASE_URL or --base-url)",
        ),
        (
            is_client && layer.client_id.is_none(),
            "clientId",
            "the client id (FIELDDESK_CLIENT_ID or --client-id)",
        ),
    ]
    .into_iter()
    .filter_map(|(is_missing, field, words)| is_missing.then_some((field, words)))
    .collect();
    let Some((field, _)) = missing.first() else {
        return Ok(());
    };
    let words: Vec<_> = missing.iter().map(|(_, words)| *words).collect();
    Err(Failure::usage(
        field,
        format!(
            "Connection settings incomplete: {} missing.",
            match words.as_slice() {
                [one] => format!("{one} is"),
                several => format!("{} are", several.join(", ")),
            }
        ),
        "Set these, or store a connection with `fieldctl profile add`.",
    ))
}

fn is_same_service(profile: &Profile, checked: &Profile) -> bool {
    profile.identity_url == checked.identity_url
        && profile.base_url == checked.base_url
        && profile.client_id == checked.client_id
}

#[cfg(test)]
mod tests;
