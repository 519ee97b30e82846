//! Tiles of the map of haul trips, by the protocol `tiles`: from the address of the settings and
//! nowhere else.

use fielddesk_core::map_tiles::{MapAddress, MapTiles, NoTile, TileName};
use fielddesk_core::settings;
use tauri::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, ORIGIN,
    X_CONTENT_TYPE_OPTIONS,
};
use tauri::http::{Request, Response, StatusCode};
use tauri::{Manager, UriSchemeContext, UriSchemeResponder};

use crate::previews::own_origin;
use crate::runtime::{AppHandle, Runtime};
use crate::state_handle::StateHandle;

/// The protocol: `tiles://localhost/z/x/y`, on Windows `http://tiles.localhost/z/x/y`.
pub(crate) const SCHEME: &str = "tiles";

/// Answers a request of the window. Images are asked for without an origin; where there is one it
/// is that of a page of the app.
pub(crate) fn serve(
    context: UriSchemeContext<'_, Runtime>,
    request: Request<Vec<u8>>,
    responder: UriSchemeResponder,
) {
    let app = context.app_handle().clone();
    tauri::async_runtime::spawn(async move {
        let origin = own_origin(request.headers());
        if request.headers().contains_key(ORIGIN) && origin.is_none() {
            return responder.respond(empty(StatusCode::FORBIDDEN));
        }
        let mut answer = answer(&app, request.uri().path()).await;
        if let Some(origin) = origin {
            let headers = answer.headers_mut();
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        }
        responder.respond(answer);
    });
}

/// The tile that a path names; 404 without a map, 502 where its server gave none.
pub(crate) async fn answer(app: &AppHandle, path: &str) -> Response<Vec<u8>> {
    let (Some(name), Some(address)) = (name(path), address(app).await) else {
        return empty(StatusCode::NOT_FOUND);
    };
    match app.state::<MapTiles>().tile(&address, name).await {
        Ok(image) => {
            let mut answer = Response::new(image.bytes.to_vec());
            let headers = answer.headers_mut();
            let of = HeaderValue::from_static;
            headers.insert(CONTENT_TYPE, of(image.content_type));
            headers.insert(X_CONTENT_TYPE_OPTIONS, of("nosniff"));
            // The web view keeps no copy on the disk.
            headers.insert(CACHE_CONTROL, of("no-store"));
            answer
        }
        Err(NoTile::NotThere) => empty(StatusCode::NOT_FOUND),
        Err(NoTile::NotGiven(why)) => {
            tracing::debug!(?why, "a tile of the map was not given");
            empty(StatusCode::BAD_GATEWAY)
        }
    }
}

async fn address(app: &AppHandle) -> Option<MapAddress> {
    let state = app.state::<StateHandle>().state().await.ok()?;
    let address = settings::load(&state.data).map_address?;
    MapAddress::read(&address).ok()
}

/// Reads `/z/x/y`.
fn name(path: &str) -> Option<TileName> {
    let mut parts = path.strip_prefix('/')?.split('/');
    let name = (
        parts.next()?.parse().ok()?,
        parts.next()?.parse().ok()?,
        parts.next()?.parse().ok()?,
    );
    parts.next().is_none().then_some(name)
}

fn empty(status: StatusCode) -> Response<Vec<u8>> {
    let mut answer = Response::new(Vec::new());
    *answer.status_mut() = status;
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_a_tile_or_nothing() {
        assert_eq!(name("/12/2168/1190"), Some((12, 2168, 1190)));
        for path in [
            "",
            "/",
            "12/1/1",
            "/12/1",
            "/12/1/1/1",
            "/a/1/1",
            "/12/-1/1",
            "/300/1/1",
        ] {
            assert_eq!(name(path), None, "{path}");
        }
    }
}
