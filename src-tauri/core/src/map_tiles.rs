//! The tiles behind the map of haul trips: their address, and those that were fetched.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;

use fielddesk_api::{Image, Images, NoImage};
use fielddesk_rules::file_name::shown;
use url::Url;

use crate::Failure;
use crate::addresses::protected_address;
use fielddesk_documents::lock::lock;

/// The setting with the address.
const FIELD: &str = "mapAddress";
/// The parts that an address has to have.
const PARTS: [&str; 3] = ["{z}", "{x}", "{y}"];
/// How much of tiles is kept in memory.
const MOST_BYTES: usize = 48 * 1024 * 1024;
/// The deepest zoom there is anywhere.
const DEEPEST: u8 = 24;

/// An address with a place for zoom, column and row of a tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapAddress(String);

impl MapAddress {
    /// Reads what a person gave.
    ///
    /// # Errors
    /// Usage, of `mapAddress`: no web address, one without `{z}`, `{x}` or `{y}` in its path, or
    /// one without protection to another computer.
    pub fn read(text: &str) -> Result<Self, Failure> {
        let text = text.trim();
        let fix = "Enter an address such as https://tiles.example.org/{z}/{x}/{y}.png.";
        protected_address(FIELD, &filled(text, [0, 0, 0]), fix)?;
        // A part in the host would let the window choose whom to ask.
        let after_host = text.splitn(4, '/').nth(3).unwrap_or_default();
        if !PARTS.iter().all(|part| after_host.contains(part)) {
            let why = format!(
                "{} cannot be the address: it lacks {{z}}, {{x}} or {{y}}.",
                shown(text)
            );
            return Err(Failure::usage(FIELD, why, fix));
        }
        Ok(Self(text.to_owned()))
    }

    /// The address of a tile; none where there is no such tile.
    #[must_use]
    pub fn tile(&self, zoom: u8, column: u32, row: u32) -> Option<Url> {
        let side = 1_u32
            .checked_shl(u32::from(zoom))
            .filter(|_| zoom <= DEEPEST)?;
        if column >= side || row >= side {
            return None;
        }
        let tile = filled(&self.0, [u32::from(zoom), column, row]);
        Url::parse(&tile).ok().filter(Url::has_host)
    }
}

/// An address with numbers in the place of its parts.
fn filled(address: &str, numbers: [u32; 3]) -> String {
    let parts = PARTS.into_iter().zip(numbers);
    parts.fold(address.to_owned(), |text, (part, number)| {
        text.replace(part, &number.to_string())
    })
}

/// Which tile: zoom, column, row.
pub type TileName = (u8, u32, u32);

/// Why a tile cannot be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoTile {
    /// There is no tile of these numbers.
    NotThere,
    /// Its server gave none.
    NotGiven(NoImage),
}

/// Fetches tiles, and keeps the latest in memory.
#[derive(Debug, Default)]
pub struct MapTiles {
    images: Images,
    kept: Mutex<KeptTiles>,
}

/// Tiles of one address.
#[derive(Debug, Default)]
struct KeptTiles {
    address: String,
    tiles: HashMap<TileName, Image>,
    /// The oldest first.
    order: VecDeque<TileName>,
    bytes: usize,
}

impl MapTiles {
    /// A tile of an address: one that is kept, else from its server.
    pub async fn tile(&self, address: &MapAddress, name: TileName) -> Result<Image, NoTile> {
        let (zoom, column, row) = name;
        let url = address.tile(zoom, column, row).ok_or(NoTile::NotThere)?;
        if let Some(image) = lock(&self.kept).get(address, name) {
            return Ok(image);
        }
        let image = self.images.fetch(&url).await.map_err(NoTile::NotGiven)?;
        lock(&self.kept).put(address, name, image.clone());
        Ok(image)
    }
}

impl KeptTiles {
    fn get(&self, address: &MapAddress, name: TileName) -> Option<Image> {
        let is_same = self.address == address.0;
        self.tiles.get(&name).filter(|_| is_same).cloned()
    }

    fn put(&mut self, address: &MapAddress, name: TileName, image: Image) {
        if self.address != address.0 {
            *self = Self {
                address: address.0.clone(),
                ..Self::default()
            };
        }
        self.bytes += image.bytes.len();
        match self.tiles.insert(name, image) {
            Some(before) => self.bytes -= before.bytes.len(),
            None => self.order.push_back(name),
        }
        while self.bytes > MOST_BYTES {
            let Some(oldest) = self.order.pop_front() else {
                break;
            };
            let gone = self.tiles.remove(&oldest);
            self.bytes -= gone.map_or(0, |image| image.bytes.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_filled_with_the_numbers_of_a_tile() {
        let address =
            MapAddress::read(" https://t.example.org/a/{z}/{x}/{y}@2x.png?k={z} ").unwrap();
        let tile = address.tile(3, 7, 1).unwrap();
        assert_eq!(tile.as_str(), "https://t.example.org/a/3/7/1@2x.png?k=3");
        assert_eq!(address.tile(3, 8, 1), None, "there are eight columns");
        assert_eq!(address.tile(25, 0, 0), None);
        assert!(MapAddress::read("http://127.0.0.1:8080/{z}/{x}/{y}").is_ok());
    }

    #[test]
    fn what_could_ask_somebody_else_is_refused() {
        for text in [
            "",
            "tiles",
            "https://t.example.org/{z}/{x}.png",
            "https://{z}.example.org/{x}/{y}",
            "https://{z}{x}{y}/",
            "http://t.example.org/{z}/{x}/{y}",
            "http://localhost.example.org/{z}/{x}/{y}",
            "https://user:word@t.example.org/{z}/{x}/{y}",
            "file:///{z}/{x}/{y}",
            "javascript:{z}/{x}/{y}",
        ] {
            let failure = MapAddress::read(text).unwrap_err();
            assert_eq!(failure.field.as_deref(), Some("mapAddress"), "{text}");
        }
    }

    #[test]
    fn kept_tiles_are_bounded_and_of_one_address() {
        let [one, other] = ["one", "other"].map(|host| {
            MapAddress::read(&format!("https://{host}.example/{{z}}/{{x}}/{{y}}")).unwrap()
        });
        let image = |bytes: usize| Image {
            content_type: "image/png",
            bytes: vec![0; bytes].into(),
        };
        let mut kept = KeptTiles::default();
        for row in 0..4 {
            kept.put(&one, (9, 0, row), image(MOST_BYTES / 3));
            kept.put(&one, (9, 0, row), image(MOST_BYTES / 3));
        }
        assert!(kept.bytes <= MOST_BYTES);
        assert!(kept.get(&one, (9, 0, 0)).is_none(), "the oldest went");
        assert!(kept.get(&one, (9, 0, 3)).is_some());
        assert!(kept.get(&other, (9, 0, 3)).is_none());
        kept.put(&other, (1, 0, 0), image(10));
        assert_eq!((kept.tiles.len(), kept.bytes), (1, 10));
    }
}
