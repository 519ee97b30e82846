//! The servers below [`ObjectServer`](super::objects::ObjectServer): s3s-fs, and the proxy with
//! faults before whichever server there is.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{Request, Response, StatusCode, header};
use futures::{StreamExt as _, stream};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use s3s_fs::FileSystem;
use tokio::net::TcpListener;

use super::objects::{Action, Orders};

pub(super) async fn listen() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.unwrap()
}

/// Serves the buckets that are folders of a folder, and returns the address.
pub(super) async fn serve_folder(root: PathBuf, key: String, secret: String) -> String {
    let mut service = S3ServiceBuilder::new(FileSystem::new(root).unwrap());
    service.set_auth(SimpleAuth::from_single(key, secret));
    let service = service.build();
    let listener = listen().await;
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let connection =
                http1::Builder::new().serve_connection(TokioIo::new(stream), service.clone());
            tokio::spawn(connection);
        }
    });
    url
}

/// Hands requests on to a server, for ever, unless a fault is ordered.
pub(super) async fn serve(listener: TcpListener, upstream: String, orders: Arc<Orders>) {
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        let (upstream, orders, http) = (upstream.clone(), Arc::clone(&orders), http.clone());
        let service = service_fn(move |request| {
            let (upstream, orders, http) = (upstream.clone(), Arc::clone(&orders), http.clone());
            async move { answer(&http, &upstream, &orders, request).await }
        });
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}

async fn answer(
    http: &reqwest::Client,
    upstream: &str,
    orders: &Orders,
    request: Request<Incoming>,
) -> io::Result<Response<Body>> {
    let (head, body) = request.into_parts();
    let target = head.uri.path_and_query().unwrap().as_str();
    let action = take(orders, head.method.as_str(), target);
    let body = axum::body::to_bytes(Body::new(body), usize::MAX).await;
    let body = body.map_err(io::Error::other)?;
    if let Some(Action::Status(status)) = action {
        let status = StatusCode::from_u16(status).unwrap();
        note(orders, &head.method, target);
        return Ok(respond(status, Bytes::new()));
    }
    let forwarded = http
        .request(head.method.clone(), format!("{upstream}{target}"))
        .headers(head.headers)
        .body(body);
    let answer = forwarded.send().await.map_err(io::Error::other)?;
    let (status, mut headers) = (answer.status(), answer.headers().clone());
    headers.remove(header::TRANSFER_ENCODING);
    headers.remove(header::CONNECTION);
    let content = answer.bytes().await.map_err(io::Error::other)?;
    note(orders, &head.method, target);
    let body = match action {
        Some(Action::Lost) => return Err(io::Error::other("lost on order")),
        Some(Action::Slow(wait)) => {
            tokio::time::sleep(wait).await;
            content.into()
        }
        Some(Action::Cut(bytes)) => {
            let sent: Result<Bytes, io::Error> = Ok(content.slice(..bytes));
            let cut = Err(io::Error::other("cut on order"));
            Body::from_stream(stream::iter([sent, cut]).then(|part| async {
                // What was sent goes out before the connection ends.
                tokio::task::yield_now().await;
                part
            }))
        }
        Some(Action::Status(_)) | None => content.into(),
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    Ok(response)
}

fn respond(status: StatusCode, content: Bytes) -> Response<Body> {
    let mut response = Response::new(content.into());
    *response.status_mut() = status;
    response
}

fn note(orders: &Orders, method: &axum::http::Method, target: &str) {
    let request = format!("{method} {target}");
    orders.seen.send_modify(|seen| seen.push(request));
}

/// The fault of a request, counted down.
fn take(orders: &Orders, method: &str, target: &str) -> Option<Action> {
    let mut faults = orders.faults.lock().unwrap();
    let fault = faults
        .iter_mut()
        .find(|fault| fault.times > 0 && fault.method == method && target.contains(fault.with))?;
    fault.times -= 1;
    Some(fault.action)
}
