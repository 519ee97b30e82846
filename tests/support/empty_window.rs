//! A window with nothing in it, for `make bench`: what every program of this kind takes. It says when
//! its page is loaded, and stays open.

#![expect(clippy::print_stderr, reason = "a program that the bench reads")]

use tauri::http::Response;
use tauri::http::header::{CONTENT_TYPE, HeaderValue};
use tauri::test::{mock_context, noop_assets};
use tauri::webview::PageLoadEvent;
use tauri::{WebviewUrl, WebviewWindowBuilder, Wry};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let empty = WebviewUrl::CustomProtocol("empty://localhost".parse()?);
    tauri::Builder::<Wry>::new()
        .register_uri_scheme_protocol("empty", |_, _| {
            let mut page = Response::new(b"<!doctype html><title>Empty</title>".to_vec());
            let html = HeaderValue::from_static("text/html");
            page.headers_mut().insert(CONTENT_TYPE, html);
            page
        })
        .setup(|app| {
            WebviewWindowBuilder::new(app, "main", empty)
                .inner_size(1440.0, 900.0)
                .on_page_load(|_, page| {
                    if page.event() == PageLoadEvent::Finished {
                        eprintln!("window usable");
                    }
                })
                .build()?;
            Ok(())
        })
        .run(mock_context(noop_assets()))?;
    Ok(())
}
