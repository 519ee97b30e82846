//! Every row of who says what, and where a secret may go.

use fielddesk_core::FailureKind;

use super::*;

fn layer(identity: &str, base: &str, client: &str) -> Layer {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Layer {
        identity_url: text(identity),
        base_url: text(base),
        client_id: text(client),
        ..Layer::default()
    }
}

fn full() -> Layer {
    layer(
        "https://id.example.com",
        "https://api.example.com",
        "env-client",
    )
}

fn stored(client: Option<&str>) -> Profile {
    Profile::from_settings(&Settings {
        name: "Office".to_owned(),
        identity_url: "https://id.stored.example.com".to_owned(),
        base_url: "https://api.stored.example.com".to_owned(),
        reporting_url: Some("https://rep.stored.example.com".to_owned()),
        client_id: client.map(str::to_owned),
        ..Settings::default()
    })
    .unwrap()
}

fn sources(options: Layer, environment: Layer) -> Sources {
    Sources {
        options,
        environment,
        ..Sources::default()
    }
}

#[test]
fn an_option_beats_the_environment_and_that_beats_the_profile() {
    let stored = stored(Some("stored-client"));
    for (options, environment, expected) in [
        ("", "", "stored-client"),
        ("", "env-client", "env-client"),
        ("opt-client", "env-client", "opt-client"),
        ("opt-client", "", "opt-client"),
    ] {
        let sources = sources(layer("", "", options), layer("", "", environment));
        let resolved = resolve(&sources, Some(&stored)).unwrap();
        assert_eq!(resolved.profile.client_id.as_deref(), Some(expected));
        assert_eq!(resolved.profile.base_url, stored.base_url);
        assert_eq!(resolved.profile.reporting_url, stored.reporting_url);
    }
}

#[test]
fn every_setting_can_come_from_the_environment() {
    let read = |name: &str| {
        let value = match name {
            "FIELDDESK_IDENTITY_URL" => "https://id.example.com",
            "FIELDDESK_BASE_URL" => "https://api.example.com",
            "FIELDDESK_REPORTING_URL" => "https://rep.example.com",
            "FIELDDESK_CLIENT_ID" => "c",
            "FIELDDESK_SCOPES" => "one two",
            _ => " ",
        };
        Some(OsString::from(value))
    };
    let layer = Layer::of_environment(read);
    assert_eq!(layer.proxy, None, "an empty variable says nothing");
    assert!(layer.is_complete(false));
    let profile = resolve(&sources(Layer::default(), layer), None)
        .unwrap()
        .profile;
    assert_eq!(profile.scopes, ["one", "two"]);
    assert_eq!(
        profile.reporting_url.unwrap().as_str(),
        "https://rep.example.com/"
    );
}

#[test]
fn what_is_missing_is_named_all_at_once() {
    for (given, token, field, words) in [
        (
            Layer::default(),
            false,
            "identityUrl",
            &["IDENTITY_URL", "BASE_URL", "CLIENT_ID"][..],
        ),
        (
            layer("https://i.example.com", "", "c"),
            false,
            "baseUrl",
            &["--base-url"],
        ),
        (
            layer("https://i.example.com", "https://b.example.com", ""),
            false,
            "clientId",
            &["--client-id"],
        ),
        (Layer::default(), true, "baseUrl", &["BASE_URL"]),
    ] {
        let mut sources = sources(Layer::default(), given);
        sources.token_in_environment = token;
        let failure = resolve(&sources, None).unwrap_err();
        assert_eq!(failure.kind, FailureKind::Usage);
        assert_eq!(failure.field.as_deref(), Some(field));
        for word in words {
            assert!(failure.message.contains(word), "{failure}");
        }
    }
}

#[test]
fn who_signs_in_follows_the_same_order() {
    let client = stored(Some("stored-client"));
    let token = stored(None);
    // (client option, stdin, token variable, client variable, profile) → what is shown
    for (option, stdin, variable, client_variable, profile, expected) in [
        ("", false, false, "", &client, SignIn::Client),
        ("", false, true, "", &client, SignIn::Token),
        ("", false, true, "env", &client, SignIn::Token),
        ("opt", false, true, "", &client, SignIn::Client),
        ("", true, true, "", &client, SignIn::Client),
        ("", false, false, "", &token, SignIn::KeptToken),
        ("", false, false, "env", &token, SignIn::Client),
        ("opt", false, false, "", &token, SignIn::Client),
        ("", false, true, "", &token, SignIn::Token),
    ] {
        let mut sources = sources(layer("", "", option), layer("", "", client_variable));
        sources.secret_on_stdin = stdin;
        sources.token_in_environment = variable;
        let resolved = resolve(&sources, Some(profile)).unwrap();
        assert_eq!(resolved.sign_in, expected, "{sources:?}");
        assert_eq!(resolved.profile.static_token, expected != SignIn::Client);
    }
}

#[test]
fn a_kept_secret_goes_to_its_own_hosts_alone() {
    let stored = stored(Some("stored-client"));
    for (options, allowed, same) in [
        (Layer::default(), true, true),
        (
            layer("https://id.stored.example.com/other", "", ""),
            true,
            false,
        ),
        (layer("https://evil.example.com", "", ""), false, false),
        (layer("", "https://evil.example.com", ""), false, false),
        (layer("", "", "other-client"), false, false),
        (
            Layer {
                reporting_url: Some("https://evil.example.com".into()),
                ..Layer::default()
            },
            false,
            true,
        ),
    ] {
        let resolved = resolve(&sources(options.clone(), Layer::default()), Some(&stored)).unwrap();
        assert_eq!(resolved.kept_secret_of.is_some(), allowed, "{options:?}");
        assert_eq!(resolved.profile.id == stored.id, same, "{options:?}");
    }
}

#[test]
fn adding_a_profile_takes_nothing_from_the_active_one() {
    let failure = new_profile(&Sources::default(), "new").unwrap_err();
    assert_eq!(failure.kind, FailureKind::Usage);
    let added = new_profile(&sources(Layer::default(), full()), "new").unwrap();
    assert_eq!(added.profile.name, "new");
}
