//! A project's site: its road, and its places in the book.

use fielddesk_model::{Environment, Instant, Location, Project};

use super::data::TRIPS;
use super::road::Road;
use crate::seed::ids;
use crate::store::TripBook;

/// The middle of the district, for every other project.
const DISTRICT: [f64; 2] = [61.55, 5.75];

/// A place on a site: its position in the book, its metres along the road.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    pub(super) location: i64,
    pub(super) chainage: f64,
}

/// A project with its road and the places of each haul, load and dump.
pub(super) struct Site {
    pub(super) project: i64,
    pub(super) road: Road,
    places: Vec<(&'static str, Place)>,
}

impl Site {
    /// Adds the project and the locations of its hauls to the book.
    pub(super) fn add(
        book: &mut TripBook,
        environment: Environment,
        project: &Project,
        opened_at: i64,
    ) -> Self {
        let mut roads = TRIPS.roads.iter();
        let road = match roads.find(|road| road.project == project.project_number) {
            Some(road) => Road::through(&road.points),
            None => Road::drawn(DISTRICT, project.id.as_str()),
        };
        let position = push(&mut book.projects, project.id.clone());
        let mut places: Vec<(&'static str, Place)> = Vec::new();
        for haul in &TRIPS.hauls {
            for ((name, share), kind) in [(haul.load, "load"), (haul.dump, "dump")] {
                if places.iter().any(|(known, _)| *known == name) {
                    continue;
                }
                let chainage = (share * road.length() / 10.0).round() * 10.0;
                let [latitude, longitude] = road.at(chainage, 12.0);
                let key = format_args!("{}/{name}", project.id);
                let location = Location {
                    id: ids::id(environment, "location", key),
                    // Profile numbers, as sites name their places.
                    name: Some(format!("{name} pr. {chainage:.0}")),
                    location_type: Some(kind.to_owned()),
                    coordinates: Some([rounded(latitude), rounded(longitude)]),
                    project_id: Some(project.id.clone()),
                    modified_date_time: Instant::from_millis(opened_at),
                    ..Location::default()
                };
                let location = push(&mut book.locations, location);
                places.push((name, Place { location, chainage }));
            }
        }
        Self {
            project: position,
            road,
            places,
        }
    }

    /// The place of this name; every haul's are there.
    pub(super) fn place(&self, name: &str) -> Place {
        let found = self.places.iter().find(|(known, _)| *known == name);
        found.map(|(_, place)| *place).unwrap_or_default()
    }
}

/// Adds an entry and returns its position.
pub(super) fn push<T>(list: &mut Vec<T>, entry: T) -> i64 {
    list.push(entry);
    i64::try_from(list.len()).unwrap_or(i64::MAX) - 1
}

/// The position of an entry, which is added where it is missing.
pub(super) fn position_of<T: PartialEq>(list: &mut Vec<T>, entry: T) -> i64 {
    let known = list.iter().position(|known| *known == entry);
    match known.and_then(|known| i64::try_from(known).ok()) {
        Some(known) => known,
        None => push(list, entry),
    }
}

fn rounded(degrees: f64) -> f64 {
    (degrees * 1_000_000.0).round() / 1_000_000.0
}
