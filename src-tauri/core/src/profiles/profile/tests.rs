use super::*;

fn settings() -> Settings {
    Settings {
        name: " Strømhaug ".to_owned(),
        identity_url: "https://identity.test.example.com/".to_owned(),
        base_url: "https://api.test.example.com".to_owned(),
        client_id: Some("c-1".to_owned()),
        ..Settings::default()
    }
}

#[test]
fn what_was_left_out_gets_its_usual_value() {
    let profile = Profile::from_settings(&settings()).unwrap();
    assert_eq!(profile.name, "Strømhaug");
    assert_eq!(
        profile.environment,
        Environment::Test,
        "as the addresses say"
    );
    assert_eq!(profile.scopes, DEFAULT_SCOPES);
    assert!(!profile.static_token);
    let unsaid = Settings {
        identity_url: "https://id.example.com".to_owned(),
        base_url: "https://api.example.com".to_owned(),
        ..settings()
    };
    let profile = Profile::from_settings(&unsaid).unwrap();
    assert_eq!(profile.environment, Environment::Production);
}

#[test]
fn a_secret_is_for_its_client_at_its_hosts_alone() {
    let settings = Settings {
        reporting_url: Some("https://reporting.test.example.com".into()),
        ..settings()
    };
    let stored = Profile::from_settings(&settings).unwrap();
    let with = |change: fn(&mut Settings)| {
        let mut other = settings.clone();
        change(&mut other);
        stored.secret_is_for(&Profile::from_settings(&other).unwrap())
    };
    assert!(with(|other| other.name = "Other".into()));
    assert!(with(|other| other.reporting_url = None));
    assert!(with(
        |other| other.base_url = "https://api.test.example.com/v4".into()
    ));
    assert!(!with(|other| other.client_id = Some("c-2".into())));
    assert!(!with(
        |other| other.base_url = "https://api.test.example.org".into()
    ));
    assert!(!with(
        |other| other.identity_url = "https://identity.test.example.org".into()
    ));
    assert!(!with(|other| {
        other.reporting_url = Some("https://reporting.test.example.org".into());
    }));
}

#[test]
fn a_static_token_needs_no_identity_address() {
    let settings = Settings {
        identity_url: String::new(),
        client_id: None,
        ..settings()
    };
    let profile = Profile::from_settings(&settings).unwrap();
    assert_eq!(profile.identity_url, profile.base_url);
    let client = Settings {
        client_id: Some("c".to_owned()),
        ..settings
    };
    let failure = Profile::from_settings(&client).unwrap_err();
    assert_eq!(failure.field.as_deref(), Some("identityUrl"));
}

#[test]
fn the_usual_scopes_were_not_chosen() {
    let usual = Profile::from_settings(&settings()).unwrap();
    assert!(usual.chosen_scopes().is_empty());
    let chosen = Settings {
        scopes: vec!["serviceapiv3 more".to_owned()],
        ..settings()
    };
    let chosen = Profile::from_settings(&chosen).unwrap();
    assert_eq!(chosen.chosen_scopes(), ["serviceapiv3", "more"]);
}

#[test]
fn without_a_client_the_secret_is_a_static_token() {
    let token = Settings {
        client_id: Some("  ".to_owned()),
        ..settings()
    };
    let profile = Profile::from_settings(&token).unwrap();
    assert!(profile.static_token);
    assert_eq!(profile.client_id, None);
}

#[test]
fn a_profile_survives_the_way_through_settings() {
    let profile = Profile::from_settings(&settings()).unwrap();
    let mut again = Profile::from_settings(&profile.to_settings()).unwrap();
    again.id = profile.id.clone();
    assert_eq!(again, profile);
}

#[test]
fn what_cannot_be_is_refused_by_its_field() {
    type Spoil = fn(&mut Settings);
    let cases: [(&str, Spoil); 7] = [
        ("name", |s| s.name = " ".to_owned()),
        ("name", |s| s.name = "a\u{202e}b".to_owned()),
        ("name", |s| s.name = "x".repeat(81)),
        ("clientId", |s| s.client_id = Some("two words".to_owned())),
        ("scopes", |s| s.scopes = vec!["æ".to_owned()]),
        ("baseUrl", |s| s.base_url = "http://10.0.0.1".to_owned()),
        ("reportingUrl", |s| {
            s.reporting_url = Some("ftp://x".to_owned());
        }),
    ];
    for (field, spoil) in cases {
        let mut spoiled = settings();
        spoil(&mut spoiled);
        let failure = Profile::from_settings(&spoiled).unwrap_err();
        assert_eq!(failure.field.as_deref(), Some(field), "{failure}");
    }
}

#[test]
fn scopes_may_be_given_as_one_text_or_several() {
    let profile = Profile::from_settings(&Settings {
        scopes: vec!["a b".to_owned(), "b".to_owned(), "c".to_owned()],
        ..settings()
    });
    assert_eq!(profile.unwrap().scopes, ["a", "b", "c"]);
}
