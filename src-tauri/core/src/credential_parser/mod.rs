//! Reads whatever the administrator pasted: JSON, the ready line of `fieldservice`, labelled
//! lines, settings of an env file, bare addresses. Pure; never fails and never panics.
//!
//! It fills a form that a person looks at before anything is sent, so it may guess.

mod json;
mod labels;
mod lines;

use std::cmp::Reverse;

use fielddesk_model::Environment;
use fielddesk_rules::pasted::bare;
use secrecy::SecretString;
use url::Url;

use crate::addresses::{environment_of, environment_of_all, likely_address};

/// More than any message of an administrator; the rest is not looked at.
const READ_CHARS: usize = 200_000;

/// What was found; what was not is `None`.
#[derive(Debug, Default, Clone)]
pub struct ParsedCredentials {
    /// Test or production, where the text or its addresses say so.
    pub environment: Option<Environment>,
    /// A name for the connection.
    pub name: Option<String>,
    /// Where tokens come from.
    pub identity_url: Option<Url>,
    /// Core and integration API.
    pub base_url: Option<Url>,
    /// Reporting API.
    pub reporting_url: Option<Url>,
    /// The client.
    pub client_id: Option<String>,
    /// Its secret.
    pub client_secret: Option<SecretString>,
}

/// Reads the text: what it says of one connection, or of one in each environment where it has
/// both, the fuller one first. What came first counts where it says a thing twice.
#[must_use]
pub fn read(text: &str) -> Vec<ParsedCredentials> {
    let end = text
        .char_indices()
        .nth(READ_CHARS)
        .map_or(text.len(), |(at, _)| at);
    let text = bare(&text[..end]);
    json::read(text)
        .unwrap_or_else(|| lines::read(text))
        .connections()
}

/// What was found so far, apart by the environment it was found under.
#[derive(Debug, Default)]
struct Found {
    /// In the order in which they were met.
    groups: Vec<ParsedCredentials>,
}

impl Found {
    /// What belongs to an environment, or to none.
    fn of(&mut self, environment: Option<Environment>) -> &mut ParsedCredentials {
        let known = self
            .groups
            .iter()
            .position(|group| group.environment == environment);
        let at = known.unwrap_or_else(|| {
            self.groups.push(ParsedCredentials {
                environment,
                ..ParsedCredentials::default()
            });
            self.groups.len() - 1
        });
        &mut self.groups[at]
    }

    /// What belongs to the environment that an address names itself, where none was said.
    fn of_address(&mut self, said: Option<Environment>, address: &str) -> &mut ParsedCredentials {
        let named = || environment_of(&likely_address(address)?);
        self.of(said.or_else(named))
    }

    fn connections(mut self) -> Vec<ParsedCredentials> {
        let common = self
            .groups
            .iter()
            .position(|group| group.environment.is_none())
            .map(|at| self.groups.remove(at))
            .unwrap_or_default();
        // The sort is stable: of equals the first stays first.
        self.groups.sort_by_key(|group| Reverse(group.richness()));
        let others = self.groups.split_off(self.groups.len().min(1));
        let mut all = vec![self.groups.pop().unwrap_or_default()];
        all.extend(
            others
                .into_iter()
                .filter(ParsedCredentials::is_client_or_place),
        );
        for connection in &mut all {
            connection.fill_from(&common);
            // What an address says of itself is surer than what stands above it.
            connection.environment = connection.named().or(connection.environment);
        }
        all.dedup_by_key(|connection| connection.environment);
        all
    }
}

impl ParsedCredentials {
    fn richness(&self) -> usize {
        [
            self.name.is_some(),
            self.identity_url.is_some(),
            self.base_url.is_some(),
            self.reporting_url.is_some(),
            self.client_id.is_some(),
            self.client_secret.is_some(),
        ]
        .into_iter()
        .filter(|found| *found)
        .count()
    }

    /// Whether it is enough to be a connection of its own beside another one.
    const fn is_client_or_place(&self) -> bool {
        self.client_id.is_some() || self.identity_url.is_some()
    }

    /// The environment that the addresses name.
    fn named(&self) -> Option<Environment> {
        let urls = [&self.identity_url, &self.base_url, &self.reporting_url];
        environment_of_all(urls.into_iter().flatten())
    }

    fn fill_from(&mut self, other: &Self) {
        fn fill<T: Clone>(place: &mut Option<T>, other: &Option<T>) {
            if place.is_none() {
                place.clone_from(other);
            }
        }
        fill(&mut self.name, &other.name);
        fill(&mut self.identity_url, &other.identity_url);
        fill(&mut self.base_url, &other.base_url);
        fill(&mut self.reporting_url, &other.reporting_url);
        fill(&mut self.client_id, &other.client_id);
        fill(&mut self.client_secret, &other.client_secret);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use secrecy::ExposeSecret as _;

    use super::*;

    /// environment, identity, base, reporting, client, secret, name
    fn told(text: &str) -> [String; 7] {
        shown(read(text).into_iter().next().unwrap())
    }

    fn shown(pasted: ParsedCredentials) -> [String; 7] {
        let url = |url: Option<Url>| url.map_or_else(String::new, |url| url.to_string());
        [
            pasted
                .environment
                .map_or_else(String::new, |e| e.to_string()),
            url(pasted.identity_url),
            url(pasted.base_url),
            url(pasted.reporting_url),
            pasted.client_id.unwrap_or_default(),
            pasted
                .client_secret
                .map_or_else(String::new, |s| s.expose_secret().to_owned()),
            pasted.name.unwrap_or_default(),
        ]
    }

    const ALL: [&str; 7] = [
        "test",
        "https://identity.test.example.com/",
        "https://api.test.example.com/",
        "https://reporting.test.example.com/",
        "c-42",
        "hemme:lig=1",
        "",
    ];

    #[test]
    fn labelled_lines_are_read_in_three_languages() {
        for text in [
            "Identity URL: https://identity.test.example.com\nBase URL: https://api.test.example.com\nReporting URL: https://reporting.test.example.com\nClient ID: c-42\nClient secret: hemme:lig=1",
            "Identitetsadresse: identity.test.example.com\r\nBasisadresse: api.test.example.com\r\nRapporteringsadresse: reporting.test.example.com\r\nKlient-ID: c-42\r\nKlienthemmelighet: hemme:lig=1\r\n",
            "Miljö: test\nIdentitetsadress = https://identity.test.example.com/connect/token\nBasadress = https://api.test.example.com/api/v4/integration\nRapportadress = https://reporting.test.example.com/v1/flow-mass-types\nKlient-id = c-42\nKlienthemlighet = hemme:lig=1",
            "# for the pilot\nexport FIELDDESK_IDENTITY_URL=\"https://identity.test.example.com\"\nexport FIELDDESK_BASE_URL='https://api.test.example.com'\nFIELDDESK_REPORTING_URL=https://reporting.test.example.com\nFIELDDESK_CLIENT_ID=c-42\nFIELDDESK_CLIENT_SECRET=hemme:lig=1\n",
            "Hei! Her er det du trenger.\n\n  • Client ID:\n    c-42\n  • Client secret:\n    `hemme:lig=1`\n\nToken endpoint https://identity.test.example.com/connect/token, API https://api.test.example.com.\nTrips: <https://reporting.test.example.com>\nHilsen Kari",
        ] {
            assert_eq!(told(text), ALL, "{text}");
        }
    }

    #[test]
    fn a_client_is_read_from_the_words_of_one_line() {
        for text in [
            "Client ID: c-42 Client secret: hemme:lig=1",
            "Hei Kari, her er tilgangen: klient-ID: c-42, klienthemmelighet: hemme:lig=1.",
            "Use client id = \"c-42\"; secret = `hemme:lig=1`, not before Monday: 8 o'clock",
        ] {
            assert_eq!(told(text)[4..6], ["c-42", "hemme:lig=1"], "{text}");
        }
        for text in [
            "Client secret: see the other mail",
            "The client ID: ask Kari for it",
        ] {
            assert_eq!(told(text)[4..6], ["", ""], "{text}");
        }
    }

    #[test]
    fn json_is_read_whatever_its_names_and_nesting() {
        for text in [
            r#"{"identityUrl":"https://identity.test.example.com","baseUrl":"https://api.test.example.com","reportingUrl":"https://reporting.test.example.com","clientId":"c-42","clientSecret":"hemme:lig=1"}"#,
            r#"{"Environment":"Test","hosts":{"identity_url":"https://identity.test.example.com","base_url":"https://api.test.example.com","reporting_url":"https://reporting.test.example.com"},"client":{"id":"c-42","secret":"hemme:lig=1"}}"#,
            "Here you are:\n```json\n{\"client_id\": \"c-42\", \"client_secret\": \"hemme:lig=1\",\n \"identity\": \"https://identity.test.example.com\", \"core\": \"https://api.test.example.com\",\n \"reporting\": \"https://reporting.test.example.com\"}\n```",
        ] {
            assert_eq!(told(text), ALL, "{text}");
        }
    }

    #[test]
    fn the_ready_line_gives_the_admin_of_the_test_environment() {
        let line = r#"{"event":"ready","environments":{"production":{"identityUrl":"http://127.0.0.1:4/production/identity","baseUrl":"http://127.0.0.1:4/production/core","clients":{"admin":{"clientId":"p","clientSecret":"ps"}}},"test":{"identityUrl":"http://127.0.0.1:4/test/identity","baseUrl":"http://127.0.0.1:4/test/core","reportingUrl":"http://127.0.0.1:4/test/reporting","masstransportUrl":"http://127.0.0.1:4/test/masstransport","companyId":"x","clients":{"standard":{"clientId":"s","clientSecret":"ss"},"admin":{"clientId":"a","clientSecret":"as","scopes":["serviceapiv3"]}}}}}"#;
        let expected = [
            "test",
            "http://127.0.0.1:4/test/identity",
            "http://127.0.0.1:4/test/core",
            "http://127.0.0.1:4/test/reporting",
            "a",
            "as",
            "",
        ];
        assert_eq!(told(line), expected);
        assert_eq!(told(&format!("2026-11-20 starting\n{line}\n")), expected);
    }

    #[test]
    fn bare_addresses_are_told_apart_by_their_words() {
        let text = "http://127.0.0.1:9/production/core http://127.0.0.1:9/production/identity\nhttp://127.0.0.1:9/production/masstransport";
        assert_eq!(
            told(text),
            [
                "production",
                "http://127.0.0.1:9/production/identity",
                "http://127.0.0.1:9/production/core",
                "",
                "",
                "",
                ""
            ]
        );
    }

    #[test]
    fn a_form_body_is_read() {
        let text = "POST https://id.example.com/connect/token\ngrant_type=client_credentials&client_id=c-42&client_secret=a%26b&scope=serviceapiv3";
        assert_eq!(told(text)[4..6], ["c-42", "a&b"]);
        assert_eq!(told(text)[1], "https://id.example.com/");
    }

    #[test]
    fn a_text_that_holds_both_environments_gives_both() {
        let client = |name: &str| {
            format!(
                r#"{{"identityUrl":"http://127.0.0.1:4/{name}/identity","baseUrl":"http://127.0.0.1:4/{name}/core","clients":{{"admin":{{"clientId":"{name}-id","clientSecret":"{name}-s"}}}}}}"#
            )
        };
        let (test, production) = (client("test"), client("production"));
        let ready = format!(
            r#"{{"event":"ready","environments":{{"test":{test},"production":{production}}}}}"#
        );
        let mail = "Test:\nClient ID: test-id\nClient secret: test-s\n\
            Identity: http://127.0.0.1:4/test/identity\nAPI: http://127.0.0.1:4/test/core\n\
            Production:\nClient ID: production-id\nClient secret: production-s\n\
            Identity: http://127.0.0.1:4/production/identity\n\
            API: http://127.0.0.1:4/production/core\n";
        for text in [ready.as_str(), mail] {
            let both: Vec<_> = read(text).into_iter().map(shown).collect();
            assert_eq!(both.len(), 2, "{text}");
            for (connection, name) in both.iter().zip(["test", "production"]) {
                let place = |host: &str| format!("http://127.0.0.1:4/{name}/{host}");
                let (id, secret) = (format!("{name}-id"), format!("{name}-s"));
                assert_eq!(connection[0], name);
                assert_eq!(connection[1..3], [place("identity"), place("core")]);
                assert_eq!(connection[4..6], [id, secret]);
            }
        }
        let addresses = "http://127.0.0.1:4/test/identity http://127.0.0.1:4/production/identity\n\
            http://127.0.0.1:4/production/core http://127.0.0.1:4/test/core";
        let both: Vec<_> = read(addresses).into_iter().map(shown).collect();
        assert_eq!(both.len(), 2);
        for connection in both {
            let name = &connection[0];
            assert!(connection[1].contains(name) && connection[2].contains(name));
        }
    }

    #[test]
    fn the_environment_follows_the_addresses() {
        for text in [
            "Environment: Production\nClient ID: c\nIdentity: https://identity.test.example.com",
            r#"{"environment":"production","clientId":"c","identityUrl":"https://identity.test.example.com"}"#,
        ] {
            assert_eq!(read(text).len(), 1, "{text}");
            assert_eq!(told(text)[0], "test", "{text}");
        }
    }

    #[test]
    fn of_two_environments_the_fuller_one_is_taken_whole() {
        let text = "Company: Strømhaug Anlegg AS\nTest:\nClient ID: t\n\nProduction:\nClient ID: p\nClient secret: ps\nIdentity: https://id.example.com\n";
        assert_eq!(
            told(text),
            [
                "production",
                "https://id.example.com/",
                "",
                "",
                "p",
                "ps",
                "Strømhaug Anlegg AS"
            ]
        );
    }

    #[test]
    fn ordinary_text_gives_nothing() {
        for text in [
            "",
            "Call me at 14:30 about the id card: it is lost.",
            "{}",
            "[1,2",
            "https://",
            "https://www.example.com/news",
            "ID: see the attachment",
        ] {
            assert_eq!(told(text), [""; 7], "{text}");
        }
    }

    #[test]
    fn a_secret_that_was_found_is_not_in_debug_output() {
        let shown = format!("{:?}", read("Client secret: hemmelig"));
        assert!(!shown.contains("hemmelig\""), "{shown}");
        assert!(!shown.contains("\"hemmelig"), "{shown}");
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text in "(?s).{0,400}") {
            prop_assert!(read(&text)[0].client_id.as_ref().is_none_or(|id| !id.is_empty()));
        }

        #[test]
        fn text_made_of_telling_pieces_is_survived(
            pieces in proptest::collection::vec(
                prop::sample::select(vec![
                    "https://", "http://[", "client", " id", ": ", "=", "\n", "{", "}", "\"", "'", "“",
                    "secret", "test", "æ", "&client_id=", "%", "identity", "://", "😀", ",", "`", "\u{0}",
                    "environments", "[", "]", "\\", "null",
                ]),
                0..60,
            )
        ) {
            let pasted = read(&pieces.concat()).remove(0);
            prop_assert!(pasted.client_id.is_none_or(|id| !id.contains(char::is_whitespace)));
            prop_assert!(pasted.identity_url.is_none_or(|url| url.has_host()));
        }

        #[test]
        fn json_of_any_shape_is_survived(name in "[a-zA-Z]{0,12}", depth in 0usize..300) {
            let text = format!("{}{{\"{name}\":1}}{}", "{\"test\":".repeat(depth), "}".repeat(depth));
            prop_assert!(read(&text)[0].client_id.is_none());
        }
    }
}
