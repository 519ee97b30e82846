//! The meaning of the label before a value, in English, Norwegian and Swedish.

use fielddesk_model::Environment;
use fielddesk_rules::file_name::shown;
use fielddesk_rules::pasted::bare;
use url::Url;

use super::ParsedCredentials;
use crate::addresses::{Role, environment_in, likely_address, role_in, role_of};

/// What a label announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Address(Role),
    ClientId,
    Secret,
    Environment,
    Name,
}

/// Reads a label as people and programs write it: `Client ID`, `FIELDDESK_CLIENT_ID`,
/// `clientId`, `Klienthemmelighet`.
pub(super) fn label(text: &str) -> Option<Label> {
    let words = split(text);
    if words.is_empty() || words.len() > 6 {
        return None;
    }
    let joined = words.concat();
    let has = |stems: &[&str]| stems.iter().any(|stem| joined.contains(stem));
    if has(&[
        "secret",
        "hemmelig",
        "hemlig",
        "passord",
        "password",
        "lösenord",
    ]) {
        return Some(Label::Secret);
    }
    let id = words.last().is_some_and(|word| {
        matches!(word.as_str(), "id" | "ident" | "identifier") || word.ends_with("klientid")
    }) || joined.ends_with("clientid");
    if id && (has(&["client", "klient", "application"]) || words.len() == 1) {
        return Some(Label::ClientId);
    }
    if words.len() == 1 && matches!(joined.as_str(), "client" | "klient") {
        return Some(Label::ClientId);
    }
    if has(&["environment", "miljø", "miljö"]) || joined == "env" {
        return Some(Label::Environment);
    }
    // Compound words: `identitetsadresse`, `rapporteringsurl`.
    for (role, stems) in [
        (
            Role::Identity,
            &["identitet", "innlogging", "pålogging", "inloggning"][..],
        ),
        (Role::Reporting, &["rapport"][..]),
        (
            Role::MassTransport,
            &["masstransport", "massetransport"][..],
        ),
        (
            Role::Core,
            &[
                "basisadresse",
                "baseadresse",
                "basadress",
                "tjenesteadresse",
                "tjänsteadress",
                "apiadress",
            ][..],
        ),
    ] {
        if has(stems) {
            return Some(Label::Address(role));
        }
    }
    if let Some(role) = role_in(&words) {
        return Some(Label::Address(role));
    }
    let named = [
        "name",
        "navn",
        "namn",
        "company",
        "firma",
        "bedrift",
        "företag",
        "selskap",
        "connection",
        "tilkobling",
        "anslutning",
    ];
    (words.len() <= 3
        && words
            .last()
            .is_some_and(|word| named.iter().any(|n| word.ends_with(n))))
    .then_some(Label::Name)
}

/// The environment that a heading such as `Test:` or `Production environment` names.
pub(super) fn heading(text: &str) -> Option<Environment> {
    let words = split(text);
    if words.is_empty() || words.len() > 3 {
        return None;
    }
    environment_in(&words)
}

/// Puts a value where its label says, unless something is there already. Returns whether the
/// value could be one of that kind.
pub(super) fn assign(found: &mut ParsedCredentials, label: Label, value: &str) -> bool {
    let value = bare(value);
    match label {
        Label::Address(role) => {
            let Some(url) = addressed(value) else {
                return false;
            };
            put_address(found, role, url);
        }
        Label::ClientId => {
            let fits = (1..=256).contains(&value.len())
                && !value.contains("://")
                && value.chars().all(|c| !c.is_whitespace() && !c.is_control());
            if !fits {
                return false;
            }
            found.client_id.get_or_insert_with(|| value.to_owned());
        }
        Label::Secret => {
            if value.is_empty() || value.len() > 65_536 || value.contains(char::is_whitespace) {
                return false;
            }
            found
                .client_secret
                .get_or_insert_with(|| value.to_owned().into());
        }
        Label::Environment => {
            let Some(environment) = environment_in(&split(value)) else {
                return false;
            };
            found.environment.get_or_insert(environment);
        }
        Label::Name => {
            if value.is_empty() || value.chars().count() > 80 || shown(value) != value {
                return false;
            }
            found.name.get_or_insert_with(|| value.to_owned());
        }
    }
    true
}

/// Puts a bare address where its own words, else those before it, say.
pub(super) fn assign_bare(found: &mut ParsedCredentials, before: &str, text: &str) {
    let Ok(url) = Url::parse(text) else { return };
    let role = role_of(&url).or_else(|| role_in(&split(before)));
    if let (Some(role), Some(url)) = (role, likely_address(text)) {
        put_address(found, role, url);
    }
}

fn put_address(found: &mut ParsedCredentials, role: Role, url: Url) {
    let place = match role {
        Role::Identity => &mut found.identity_url,
        Role::Core => &mut found.base_url,
        Role::Reporting => &mut found.reporting_url,
        Role::MassTransport => return,
    };
    place.get_or_insert(url);
}

/// An address behind a label may lack its scheme, but then it looks like a host.
fn addressed(value: &str) -> Option<Url> {
    let host_like = value.contains('.') && !value.contains(char::is_whitespace);
    (value.contains("://") || host_like)
        .then(|| likely_address(value))
        .flatten()
}

/// Words of a label in lower case; `clientId` is two.
fn split(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut small_before = false;
    let mut inside = false;
    for c in text.chars() {
        if !c.is_alphabetic() {
            inside = false;
            continue;
        }
        if !inside || (small_before && c.is_uppercase()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
        inside = true;
        small_before = c.is_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_mean_what_people_mean() {
        for (text, expected) in [
            ("Client ID", Some(Label::ClientId)),
            ("clientId", Some(Label::ClientId)),
            ("CLIENT_ID", Some(Label::ClientId)),
            ("client_id", Some(Label::ClientId)),
            ("Klient-ID", Some(Label::ClientId)),
            ("klientid", Some(Label::ClientId)),
            ("id", Some(Label::ClientId)),
            ("company id", None),
            ("companyId", None),
            ("Client secret", Some(Label::Secret)),
            ("Hemmelighet", Some(Label::Secret)),
            ("Klienthemlighet", Some(Label::Secret)),
            ("identityUrl", Some(Label::Address(Role::Identity))),
            ("Token endpoint", Some(Label::Address(Role::Identity))),
            ("API", Some(Label::Address(Role::Core))),
            (
                "Rapporteringsadresse",
                Some(Label::Address(Role::Reporting)),
            ),
            (
                "masstransportUrl",
                Some(Label::Address(Role::MassTransport)),
            ),
            ("Miljø", Some(Label::Environment)),
            ("Firma", Some(Label::Name)),
            ("Connection name", Some(Label::Name)),
            ("Call me at", None),
            ("https", None),
            ("", None),
        ] {
            assert_eq!(label(text), expected, "{text}");
        }
    }
}
