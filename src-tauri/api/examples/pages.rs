//! Measures how fast pages of trips are fetched and read, beside the bare connection.
//!
//! `cargo run --release -p fielddesk-api --example pages [PAGES] [TRIPS_A_PAGE]`: a server in
//! this process hands out the same page again and again, so that only the client works.

#![expect(clippy::print_stderr, reason = "its figures are for a person")]

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::time::Instant;

use anyhow::{Context as _, Result};
use fielddesk_api::{Client, Credentials, Endpoints, TripQuery, Url};
use fielddesk_model::{Page, Trip};
use futures::TryStreamExt as _;

/// A page as `fieldservice` writes one; the token counts down to the end.
fn page(trips: usize, left: usize) -> Result<Vec<u8>> {
    let trip: Trip = serde_json::from_str(
        r#"{"id":"66f1c0ffee00000000000001","projectCompanyName":"Nordfjell Entreprenør AS",
        "projectCompanyId":"66f1c0ffee00000000000002","projectId":"66f1c0ffee00000000000003",
        "projectName":"E39 Sørdalen – Bruvik","projectNumber":"P-2026-001","taskName":"Masseflytting",
        "taskWbsNumber":"WO-104","taskId":"66f1c0ffee00000000000004","massType":"Sprengstein",
        "massTypeId":"66f1c0ffee00000000000005","quantity":17.5,"quantityM3":10.3,
        "verifiedQuantity":17.4,"registeredQuantity":17.5,"unitOfMeasureText":"tonn",
        "loadDateTime":"2026-03-01T10:30:00Z","dumpDateTime":"2026-03-01T10:52:00Z",
        "totalCycleTimeHours":0.37,"totalCycleTimeSeconds":1320,"m3PerHour":27.8,
        "utilizationRate":0.81,"distance":4.2,"distanceAccumulated":8.4,"averageSpeedKmh":31.5,
        "loadLocationName":"Skjæring nord","dumpLocationName":"Deponi øst",
        "loadLocationId":"66f1c0ffee00000000000006","dumpLocationId":"66f1c0ffee00000000000007",
        "loadCoordinates":[60.391,5.322],"dumpCoordinates":[60.402,5.351],
        "dumperId":"66f1c0ffee00000000000008","dumperName":"Volvo A40G","dumperNumber":"701",
        "dumperRegistrationNumber":"SV 12345","dumperDriverName":"Kari Moen",
        "dumperDriverId":"auth0|66f1c0ffee00000000000009","dumperDriverCompanyName":"Nordfjell",
        "loaderName":"Cat 395","loaderNumber":"802","loaderDriverName":"Ola Bø","verified":true,
        "approved":false,"invoiced":false,"receiptNumber":"R-000123","isFlowData":true,
        "modifiedDateTime":"2026-03-01T11:00:00.250Z","isDeleted":false}"#,
    )?;
    let page = Page {
        data: vec![trip; trips].into(),
        continuation_token: if left == 0 {
            String::new()
        } else {
            left.to_string()
        },
        sync_type_name: Some("full".to_owned()),
        record_count: i64::try_from(trips).ok(),
        deleted_record_count: Some(0),
    };
    Ok(serde_json::to_vec(&page)?)
}

/// Answers with page after page on each connection, counted by the token.
fn serve(pages: usize, trips: usize) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    let bodies = [page(trips, 0)?, page(trips, 1_000_000)?];
    std::thread::spawn(move || {
        let mut served = 0_usize;
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let mut head = [0; 4096];
            while stream.read(&mut head).is_ok_and(|count| count > 0) {
                served += 1;
                let last = served.is_multiple_of(pages);
                let body = &bodies[usize::from(!last)];
                // A token of its own for each page, of the same length.
                let token = format!("{:07}", 1_000_000 + served);
                let text =
                    String::from_utf8_lossy(body).replace("\"1000000\"", &format!("\"{token}\""));
                let head = format!(
                    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
                    text.len()
                );
                let sent = stream
                    .write_all(head.as_bytes())
                    .and_then(|()| stream.write_all(text.as_bytes()));
                if sent.is_err() {
                    break;
                }
            }
        }
    });
    Ok(format!("http://{address}"))
}

fn client(server: &str) -> Result<Client> {
    let endpoints = Endpoints {
        identity: Url::parse(server)?,
        base: Url::parse(server)?,
        reporting: Some(Url::parse(server)?),
    };
    let token = Credentials::StaticToken("token".into());
    Ok(Client::builder(endpoints, token).build()?)
}

#[tokio::main]
async fn main() -> Result<()> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let pages = numbers.next().transpose()?.unwrap_or(200);
    let trips = numbers.next().transpose()?.unwrap_or(5_000);
    let one = page(trips, 1_000_000)?;
    let megabytes = (one.len() * pages) as f64 / 1e6;
    eprintln!("{pages} pages of {trips} trips, {megabytes:.0} MB");
    let told = |what: &str, began: Instant| {
        let seconds = began.elapsed().as_secs_f64();
        eprintln!(
            "{what:<28} {seconds:7.2} s  {:8.0} MB/s",
            megabytes / seconds
        );
    };

    let began = Instant::now();
    for _ in 0..pages {
        let page: Page<Trip> = serde_json::from_slice(&one)?;
        anyhow::ensure!(page.data.len() == trips, "a page was read short");
    }
    told("reading alone, one core", began);

    let server = serve(pages, trips)?;
    let query = TripQuery::everything();
    let began = Instant::now();
    let bytes = client(&server)?
        .trips()
        .raw_pages(&query, None)
        .try_fold(0, async |sum, page| Ok(sum + page.body.len()))
        .await
        .context("raw pages")?;
    told("raw pages", began);
    anyhow::ensure!(
        bytes / 1_000_000 == megabytes as usize,
        "{bytes} bytes came"
    );

    let began = Instant::now();
    let count = client(&server)?
        .trips()
        .pages(&query, None)
        .try_fold(0, async |sum, page| Ok(sum + page.data.len()))
        .await
        .context("pages")?;
    told("pages, read", began);
    anyhow::ensure!(count == pages * trips, "{count} trips came");
    Ok(())
}
