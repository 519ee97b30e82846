//! A project's site: its road, and its places in the book.

use fielddesk_model::{Environment, Instant, Location, Project, ProjectId};

use super::masses::HAULS;
use super::road::Road;
use crate::seed::ids;
use crate::store::TripBook;

/// Where the projects of the demo really lie: along the new E39, in Stryn, at Grovaneset.
const ROADS: &[(&str, &[[f64; 2]])] = &[
    (
        "P-2026-001",
        &[
            [61.7306, 6.5075],
            [61.7330, 6.4950],
            [61.7352, 6.4821],
            [61.7371, 6.4683],
            [61.7389, 6.4560],
            [61.7412, 6.4447],
            [61.7438, 6.4342],
            [61.7461, 6.4228],
            [61.7480, 6.4105],
        ],
    ),
    (
        "P-2026-002",
        &[
            [61.9046, 6.7205],
            [61.9058, 6.7130],
            [61.9064, 6.7045],
            [61.9071, 6.6958],
            [61.9085, 6.6869],
            [61.9103, 6.6791],
        ],
    ),
    (
        "G-2026-102",
        &[
            [61.7899, 6.2012],
            [61.7911, 6.1968],
            [61.7930, 6.1931],
            [61.7952, 6.1911],
        ],
    ),
];

/// The middle of the district, for every other project.
const DISTRICT: [f64; 2] = [61.55, 5.75];

/// A place on a site: its position in the book, its metres along the road.
#[derive(Clone, Copy)]
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
        let known = ROADS.iter().find(|row| row.0 == project.project_number);
        let road = match known {
            Some((_, points)) => Road::through(points),
            None => Road::drawn(DISTRICT, project.id.as_str()),
        };
        book.projects.push(project.id.clone());
        let mut site = Self {
            project: position(book.projects.len()),
            road,
            places: Vec::new(),
        };
        for haul in HAULS {
            for ((name, share), kind) in [(haul.load, "load"), (haul.dump, "dump")] {
                site.add_place(
                    book,
                    environment,
                    (&project.id, opened_at),
                    (name, share),
                    kind,
                );
            }
        }
        site
    }

    fn add_place(
        &mut self,
        book: &mut TripBook,
        environment: Environment,
        (project, opened_at): (&ProjectId, i64),
        (name, share): (&'static str, f64),
        kind: &str,
    ) {
        if self.places.iter().any(|(known, _)| *known == name) {
            return;
        }
        let chainage = (share * self.road.length() / 10.0).round() * 10.0;
        let [latitude, longitude] = self.road.at(chainage, 12.0);
        book.locations.push(Location {
            id: ids::location(environment, project, name),
            // Profile numbers, as sites name their places.
            name: Some(format!("{name} pr. {chainage:.0}")),
            location_type: Some(kind.to_owned()),
            coordinates: Some([rounded(latitude), rounded(longitude)]),
            project_id: Some(project.clone()),
            modified_date_time: Instant::from_millis(opened_at),
            ..Location::default()
        });
        let place = Place {
            location: position(book.locations.len()),
            chainage,
        };
        self.places.push((name, place));
    }

    /// The place of this name; every haul's are there.
    pub(super) fn place(&self, name: &str) -> Place {
        let found = self.places.iter().find(|(known, _)| *known == name);
        found.map_or(
            Place {
                location: 0,
                chainage: 0.0,
            },
            |(_, place)| *place,
        )
    }
}

/// The position of what was pushed last.
pub(super) fn position(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX) - 1
}

fn rounded(degrees: f64) -> f64 {
    (degrees * 1_000_000.0).round() / 1_000_000.0
}
