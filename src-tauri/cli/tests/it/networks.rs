//! The way from this computer to the service: certificates, proxies, and characters that came along
//! with a secret that was pasted.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::{Ctl, PROJECT, TestEnv, text};

/// A proxy that answers each request for a connection with these bytes, and counts them.
struct Proxy {
    address: String,
    asked: Arc<AtomicUsize>,
}

impl Proxy {
    fn answering(answer: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let asked = Arc::new(AtomicUsize::new(0));
        let count = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut head = [0; 4096];
                let read = stream.read(&mut head).unwrap_or(0);
                if head[..read].starts_with(b"CONNECT ") {
                    count.fetch_add(1, Ordering::SeqCst);
                }
                stream.write_all(answer.as_bytes()).ok();
            }
        });
        Self { address, asked }
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

fn far(env: &TestEnv, args: &[&str]) -> Ctl {
    env.bare(args)
        .env("FIELDDESK_IDENTITY_URL", "https://id.fjell.example")
        .env("FIELDDESK_BASE_URL", "https://api.fjell.example")
        .env("FIELDDESK_CLIENT_ID", "office")
        .env("FIELDDESK_CLIENT_SECRET", "geheim-42")
        .secret("geheim-42")
}

#[test]
fn a_proxy_that_refuses_is_named_after_one_try() {
    let env = TestEnv::new();
    for (answer, kind, words) in [
        (
            "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n",
            "proxyRefused",
            "wants a user name and password",
        ),
        (
            "HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n",
            "proxyRefused",
            "opens no connection to id.fjell.example",
        ),
    ] {
        for args in [&["projects", "list"][..], &["profile", "test"]] {
            let proxy = Proxy::answering(answer);
            let through = format!("http://kari:hunter2@{}", proxy.address);
            let run = far(&env, args)
                .env("HTTPS_PROXY", &through)
                .secret("hunter2")
                .json();
            let error = run.expect_error(5, kind);
            let message = text(&error["message"]);
            assert!(message.contains(&proxy.address), "{args:?}: {message}");
            assert!(message.contains(words), "{args:?}: {message}");
            assert_eq!(proxy.asked(), 1, "{args:?}: accounts are locked for more");
        }
    }
}

#[test]
fn what_was_pasted_around_a_secret_or_an_id_is_no_part_of_them() {
    let env = TestEnv::new();
    let client = &env.test()["clients"]["admin"];
    let (id, secret) = (text(&client["clientId"]), text(&client["clientSecret"]));
    for (id, secret) in [
        (format!("\u{feff}{id}"), format!("\u{feff}{secret}\r\n")),
        (format!("{id}\u{200b} "), format!("\u{a0}{secret}\u{2060}")),
    ] {
        let run = env
            .ctl(&["projects", "list"])
            .env("FIELDDESK_CLIENT_ID", &id)
            .env("FIELDDESK_CLIENT_SECRET", &secret);
        run.json().expect_code(0);
        let run = env
            .ctl(&["projects", "list", "--client-secret-stdin"])
            .env("FIELDDESK_CLIENT_ID", &id)
            .stdin(&secret);
        run.json().expect_code(0);
    }
    let token = format!("\u{feff}{}\n", env.token(env.test()));
    let run = env
        .ctl(&["projects", "list"])
        .env("FIELDDESK_TOKEN", &token);
    run.env("FIELDDESK_CLIENT_ID", "").json().expect_code(0);
    let inside = format!("{}\u{200b}{}", &id[..4], &id[4..]);
    let run = env
        .ctl(&["projects", "list"])
        .env("FIELDDESK_CLIENT_ID", &inside);
    let run = run.json();
    let error = run.expect_error(2, "usage");
    assert!(text(&error["message"]).contains("invisible"), "{error}");
}

#[test]
fn the_check_of_a_client_that_may_only_read_says_what_it_may_not_do() {
    let env = TestEnv::new();
    for (client, read_only) in [("admin", false), ("readOnly", true)] {
        let run = env.ctl_as(client, &["profile", "test"]).json();
        let report = run.expect_code(0).document();
        assert_eq!(report["readOnly"], read_only, "{client}");
        let run = env.ctl_as(client, &["profile", "test"]).run();
        run.expect_code(0);
        for word in ["may only read", "upload", "machines"] {
            assert_eq!(run.stdout.contains(word), read_only, "{}", run.stdout);
        }
    }
}

#[test]
fn an_upload_names_no_section_that_nobody_asked_for() {
    let env = TestEnv::new();
    let file = env.file("a.txt", "x");
    let order = env.work_order();
    for (line, query) in [
        (format!("docs upload {file} --project {PROJECT}"), ""),
        (
            format!("docs upload {file} --project {PROJECT} --replace"),
            "",
        ),
        (format!("docs upload {file} --work-order {order}"), ""),
        (
            format!("docs upload {file} --project {PROJECT} --section HMS"),
            "section=HMS",
        ),
    ] {
        env.line(&line).json().expect_code(0);
        let seen = env.requests();
        let posts = seen.iter().filter(|one| one["method"] == "POST");
        let mut last = posts.filter(|one| text(&one["path"]).ends_with("/documents"));
        assert_eq!(last.next_back().unwrap()["query"], query, "{line}");
    }
    let page = env.section("Documents");
    let ours = page.iter().filter(|(name, _)| name == "a.txt").count();
    assert_eq!(ours, 1, "the page of the answer: {page:?}");
}

/// Tested on the systems where the environment names the certificates that are trusted.
#[cfg(target_os = "linux")]
mod certificates {
    use std::net::TcpStream;
    use std::path::PathBuf;

    use rustls::pki_types::pem::PemObject as _;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer};
    use rustls::{ServerConfig, ServerConnection};

    use super::*;

    /// Made with openssl: an authority, and certificates of it for `localhost` and 127.0.0.1 that
    /// are good until 2099, ended in 2021, begin in 2098, or are for `other.example`; one that
    /// issued itself; the key of them all.
    fn data(name: &str) -> PathBuf {
        let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests");
        tests.join("data/tls").join(name)
    }

    /// A server that answers every request with an empty list. Its address.
    fn serving(certificate: &str) -> String {
        let chain = CertificateDer::from_pem_file(data(certificate)).unwrap();
        let key = PrivateKeyDer::from_pem_file(data("server.key")).unwrap();
        let config = ServerConfig::builder().with_no_client_auth();
        let config = Arc::new(config.with_single_cert(vec![chain], key).unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let tls = ServerConnection::new(config.clone()).unwrap();
                // A client that does not like the certificate goes away.
                answer(tls, stream.unwrap()).ok();
            }
        });
        address.to_string()
    }

    fn answer(mut tls: ServerConnection, mut stream: TcpStream) -> std::io::Result<()> {
        let mut both = rustls::Stream::new(&mut tls, &mut stream);
        if both.read(&mut [0; 4096])? == 0 {
            return Ok(());
        }
        both.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n[]")?;
        both.conn.send_close_notify();
        both.flush()
    }

    fn asking(env: &TestEnv, address: &str, trusted: &str) -> Ctl {
        env.bare(&["projects", "list"])
            .env("FIELDDESK_BASE_URL", &format!("https://{address}"))
            .env("FIELDDESK_TOKEN", "t0ken")
            .env("SSL_CERT_FILE", trusted)
            .env("TZ", "UTC")
    }

    #[test]
    fn issuer_time_and_name_of_a_certificate_are_four_sentences() {
        let env = TestEnv::new();
        let authority = data("ca.pem");
        let other = data("self-issued.pem");
        let year = chrono::Utc::now().format("%Y-").to_string();
        for (certificate, trusted, parts) in [
            (
                "good.pem",
                &other,
                &["does not trust the issuer", "Ask IT"][..],
            ),
            (
                "self-issued.pem",
                &authority,
                &["does not trust the issuer"],
            ),
            (
                "expired.pem",
                &authority,
                &["expired on 2021-01-01", "clock of this computer", &year],
            ),
            (
                "not-yet-valid.pem",
                &authority,
                &[
                    "not valid yet",
                    "2098-01-01",
                    "the clock of this computer shows",
                    &year,
                ],
            ),
            (
                "other-name.pem",
                &authority,
                &["a certificate for other.example", "spelling"],
            ),
        ] {
            let address = serving(certificate);
            let run = asking(&env, &address, trusted.to_str().unwrap()).json();
            let error = run.expect_error(5, "certificate");
            let told = format!("{} {}", text(&error["message"]), text(&error["fix"]));
            assert!(told.contains(&address), "{told}");
            for part in parts {
                assert!(told.contains(part), "{certificate}: {told}");
            }
        }
        let address = serving("good.pem");
        let run = asking(&env, &address, authority.to_str().unwrap());
        run.json().expect_code(0);
    }

    #[test]
    fn certificates_of_the_environment_that_cannot_be_used_are_named() {
        let env = TestEnv::new();
        let empty = env.file("empty.pem", "");
        let gone = env.path("gone.pem").to_str().unwrap().to_owned();
        for (path, fault) in [(&gone, "is not there"), (&empty, "holds no certificate")] {
            for ctl in [
                asking(&env, "127.0.0.1:9", path),
                env.ctl(&["projects", "list"]).env("SSL_CERT_FILE", path),
                env.ctl(&["profile", "test"]).env("SSL_CERT_FILE", path),
            ] {
                let run = ctl.json();
                let error = run.expect_error(2, "usage");
                let told = text(&error["message"]);
                let expected = format!("SSL_CERT_FILE names {path}, which {fault}");
                assert!(told.contains(&expected), "{told}");
                assert!(text(&error["fix"]).contains("SSL_CERT_FILE"), "{error}");
            }
        }
    }
}
