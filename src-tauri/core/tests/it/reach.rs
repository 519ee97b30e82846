//! Time until the program knows that the server cannot be reached, and that it is back.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use fielddesk_api::testing::ManualClock;
use fielddesk_api::{Client, Clock, Credentials, Endpoints, Reach, Url};
use fielddesk_core::FailureKind;
use fielddesk_core::online::{Online, OnlineWatch};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A clock whose waits never end.
struct Standing;

#[async_trait]
impl Clock for Standing {
    fn now(&self) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH
    }

    async fn sleep(&self, _: Duration) {
        std::future::pending::<()>().await;
    }
}

/// An address that nothing listens on: no other test uses this one of the computer's own.
async fn nowhere() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.2:0").await.unwrap();
    listener.local_addr().unwrap()
}

/// Answers every request there with a status.
async fn answering(address: SocketAddr, status: u16) -> JoinHandle<()> {
    let listener = TcpListener::bind(address).await.unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n")
                && stream.read_buf(&mut head).await.is_ok_and(|n| n > 0)
            {}
            let answer =
                format!("HTTP/1.1 {status} X\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]");
            stream.write_all(answer.as_bytes()).await.ok();
            stream.shutdown().await.ok();
        }
    })
}

fn client(address: SocketAddr, clock: Arc<dyn Clock>) -> Client {
    let url: Url = format!("http://{address}/").parse().unwrap();
    let endpoints = Endpoints {
        identity: url.clone(),
        base: url,
        reporting: None,
    };
    let token = Credentials::StaticToken("token".to_owned().into());
    Client::builder(endpoints, token)
        .clock(clock)
        .build()
        .unwrap()
}

fn is_offline(online: &Online) -> bool {
    matches!(online, Online::Offline { .. })
}

#[tokio::test]
async fn it_is_offline_while_the_request_waits_for_its_first_retry_and_back_by_itself() {
    let address = nowhere().await;
    let client = client(address, Arc::new(Standing));
    let clock = ManualClock::new(Utc::now());
    let (began, online) = (clock.now(), OnlineWatch::new());
    let mut state = online.subscribe();
    let told = async {
        // Its first wait never ends: the retries say nothing.
        let asking = client.clone();
        let asking = tokio::spawn(async move { asking.projects().list().await.map(drop) });
        let offline = state.wait_for(is_offline).await.unwrap().clone();
        assert!(!asking.is_finished(), "the request goes on");
        asking.abort();
        let Online::Offline { since, failure, .. } = offline else {
            panic!("{offline:?}")
        };
        assert!((since - began).num_seconds() <= 3, "{since} {began}");
        assert_eq!(failure.kind, FailureKind::Unreachable);
        let server = answering(address, 404).await;
        state.wait_for(|online| !is_offline(online)).await.unwrap();
        server.abort();
    };
    tokio::select! {
        () = online.follow(&client, &clock) => panic!("it follows for ever"),
        () = told => {}
    }
    let longest = clock.sleeps().into_iter().max().unwrap();
    assert!(longest <= Duration::from_secs(3), "asked every {longest:?}");
}

#[tokio::test]
async fn a_server_that_goes_is_missed_where_somebody_looks_and_nothing_else_asks() {
    let address = nowhere().await;
    let clock = ManualClock::new(Utc::now());
    let client = client(address, Arc::new(Standing));
    let online = OnlineWatch::new();
    let mut reach = client.watch_reach();
    let looks = std::cell::Cell::new(0);
    // Nobody looks at the first two times.
    let is_seen = || looks.replace(looks.get() + 1) >= 2;
    tokio::select! {
        () = online.ask_while_seen(&client, &clock, is_seen) => panic!("it asks for ever"),
        missed = reach.wait_for(|reach| matches!(reach, Reach::Unreached(_))) => drop(missed.unwrap()),
    }
    assert!(looks.get() >= 3, "asked at look {}", looks.get());
    assert_eq!(clock.sleeps()[..3], [Duration::from_secs(5); 3]);
}

#[tokio::test]
async fn a_break_that_the_next_attempt_mends_is_not_told() {
    let address = nowhere().await;
    let client = client(address, Arc::new(Standing)).single_attempt();
    let online = OnlineWatch::new();
    let mut state = online.subscribe();
    let told = async {
        client.projects().list().await.unwrap_err();
        tokio::task::yield_now().await;
        let server = answering(address, 200).await;
        client.projects().list().await.unwrap();
        server.abort();
        tokio::task::yield_now().await;
    };
    tokio::select! {
        () = online.follow(&client, &Standing) => panic!("it follows for ever"),
        () = told => {}
    }
    assert!(!state.has_changed().unwrap());
    assert_eq!(*state.borrow_and_update(), Online::Online);
}

#[tokio::test]
async fn an_answer_is_an_answer_but_for_one_that_asks_to_wait() {
    let address = nowhere().await;
    let client = client(address, Arc::new(Standing)).single_attempt();
    let reach = client.watch_reach();
    let unreached = || matches!(*reach.borrow(), Reach::Unreached(_));
    assert!(!unreached(), "nothing was asked yet");
    for (status, still) in [(429, true), (503, true), (404, false), (200, false)] {
        client.projects().list().await.unwrap_err();
        assert!(unreached());
        let server = answering(address, status).await;
        drop(client.projects().list().await);
        server.abort();
        drop(server.await);
        assert_eq!(unreached(), still, "{status}");
    }
}
