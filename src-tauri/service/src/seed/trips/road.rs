//! A haul road: a line of coordinates, and places along it by their distance from its start.

use crate::seed::draw::Draw;

const METRES_A_DEGREE: f64 = 111_320.0;
/// Cosine of 61.8 degrees north: east-west degrees are this much shorter in the west of Norway.
const COSINE: f64 = 0.4726;

/// Latitude and longitude in degrees, and the metres driven to get there.
pub(super) struct Road(Vec<([f64; 2], f64)>);

impl Road {
    /// Through these points.
    pub(super) fn through(points: &[[f64; 2]]) -> Self {
        let mut line = Vec::new();
        let mut driven = 0.0;
        let mut last: Option<[f64; 2]> = None;
        for point in points {
            driven += last.map_or(0.0, |last| metres(last, *point));
            line.push((*point, driven));
            last = Some(*point);
        }
        Self(line)
    }

    /// Draws a road that winds away from a point, the same for the same text.
    pub(super) fn drawn(from: [f64; 2], text: &str) -> Self {
        let mut draw = Draw::of(text);
        let [mut latitude, mut longitude] = from;
        latitude += f64::from(draw.within(0, 4000)) / 100_000.0;
        longitude += f64::from(draw.within(0, 8000)) / 100_000.0;
        // West or east along the valley, swinging a little to either side.
        let along = if draw.within(0, 2) == 0 { -1.0 } else { 1.0 };
        let mut points = vec![[latitude, longitude]];
        for _ in 0..draw.within(6, 11) {
            let east = f64::from(draw.within(180, 520)) * along;
            let north = f64::from(draw.within(0, 360)) - 150.0;
            latitude += north / METRES_A_DEGREE;
            longitude += east / (METRES_A_DEGREE * COSINE);
            points.push([latitude, longitude]);
        }
        Self::through(&points)
    }

    /// Returns the length in metres.
    pub(super) fn length(&self) -> f64 {
        self.0.last().map_or(0.0, |(_, driven)| *driven)
    }

    /// The point so many metres from the start and beside the line to the right.
    pub(super) fn at(&self, chainage: f64, beside: f64) -> [f64; 2] {
        let wanted = chainage.clamp(0.0, self.length());
        let pairs = self.0.iter().zip(self.0.iter().skip(1));
        for ((a, driven), (b, next)) in pairs {
            if wanted <= *next && next > driven {
                let share = (wanted - driven) / (next - driven);
                let [north, east] = [b[0] - a[0], (b[1] - a[1]) * COSINE];
                let length = (next - driven) / METRES_A_DEGREE;
                let aside = beside / METRES_A_DEGREE / length;
                return [
                    a[0] + (b[0] - a[0]) * share - east * aside,
                    a[1] + (b[1] - a[1]) * share + north * aside / COSINE,
                ];
            }
        }
        self.0.first().map_or([0.0, 0.0], |(point, _)| *point)
    }
}

/// Metres between two near points, on a plane: only sums, products and roots, which every
/// machine rounds alike.
pub(super) fn metres(a: [f64; 2], b: [f64; 2]) -> f64 {
    let north = (b[0] - a[0]) * METRES_A_DEGREE;
    let east = (b[1] - a[1]) * METRES_A_DEGREE * COSINE;
    (north * north + east * east).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lie_where_their_chainage_says() {
        let road = Road::through(&[[61.73, 6.50], [61.74, 6.48], [61.74, 6.45]]);
        assert!((metres(road.at(0.0, 0.0), [61.73, 6.50])) < 0.01);
        let (near, far) = (road.at(400.0, 0.0), road.at(900.0, 0.0));
        assert!((metres(near, far) - 500.0).abs() < 1.0);
        assert!((metres(near, road.at(400.0, 30.0)) - 30.0).abs() < 0.5);
        assert!(
            road.length() > 2900.0 && road.length() < 3300.0,
            "{}",
            road.length()
        );
    }
}
