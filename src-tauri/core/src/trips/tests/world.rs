//! A service in memory: trips that change, pages that break, tokens that are forgotten.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use fielddesk_model::{Listed, Location, MassType, Page, Trip};
use futures::future::BoxFuture;
use futures::stream::{self, BoxStream};
use futures::{FutureExt as _, StreamExt as _};
use serde_json::{Value, json};

use super::super::{Ask, Range, TripSource};
use crate::{CancellationToken, Failure, FailureKind};

/// Cheap numbers that are the same for the same seed.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// What happens to the next pages.
#[derive(Default)]
pub(super) struct Trouble {
    /// Pages that still come before the connection breaks.
    pub(super) break_after: Option<u64>,
    /// Pages that still come before the person cancels.
    pub(super) cancel_after: Option<(u64, CancellationToken)>,
    /// Every page comes twice.
    pub(super) repeats: bool,
    /// The world changes between pages, by this seed.
    pub(super) edits: Option<Dice>,
}

pub(super) struct State {
    /// Time of the service, in seconds.
    pub(super) now: i64,
    live: BTreeMap<String, Value>,
    deleted: BTreeMap<String, i64>,
    pub(super) trouble: Trouble,
    /// Tokens of an earlier epoch are not taken.
    pub(super) epoch: u64,
    /// What was asked for and the token with it, by page.
    pub(super) asked: Vec<(Ask, Option<String>)>,
    /// What the look-up streams know.
    pub(super) locations: Vec<Location>,
    pub(super) mass_types: Vec<MassType>,
    made: u64,
}

#[derive(Clone)]
pub(super) struct World(Arc<Mutex<State>>);

pub(super) fn time(seconds: i64) -> String {
    fielddesk_model::Instant::from_millis(seconds * 1000)
        .unwrap()
        .to_string()
}

/// Without a time, a trip comes first.
fn seconds(text: &Value) -> i64 {
    if text.is_null() {
        return 0;
    }
    let at: fielddesk_model::Instant = text.as_str().unwrap().parse().unwrap();
    at.millis() / 1000
}

impl World {
    pub(super) fn new() -> Self {
        Self(Arc::new(Mutex::new(State {
            now: 1_772_000_000,
            live: BTreeMap::new(),
            deleted: BTreeMap::new(),
            trouble: Trouble::default(),
            epoch: 0,
            asked: Vec::new(),
            locations: Vec::new(),
            mass_types: Vec::new(),
            made: 0,
        })))
    }

    pub(super) fn with(count: u64, seed: u64) -> Self {
        let world = Self::new();
        let mut dice = Dice::new(seed);
        for _ in 0..count {
            world.state().add(&mut dice);
        }
        world
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// What the store must hold in the end, by id.
    pub(super) fn truth(&self) -> Vec<Value> {
        let state = self.state();
        let whole = |trip: &Value| {
            let trip: Trip = serde_json::from_value(trip.clone()).unwrap();
            serde_json::to_value(trip).unwrap()
        };
        state.live.values().map(whole).collect()
    }

    fn page(&self, ask: &Ask, token: Option<&str>) -> Result<(Value, String), Failure> {
        let mut state = self.state();
        state.asked.push((ask.clone(), token.map(str::to_owned)));
        if state.trouble.break_after == Some(0) {
            return Err(Failure::new(FailureKind::Unreachable, "Broken.", ""));
        }
        if let Some(left) = &mut state.trouble.break_after {
            *left -= 1;
        }
        match &mut state.trouble.cancel_after {
            Some((0, cancel)) => cancel.cancel(),
            Some((left, _)) => *left -= 1,
            None => {}
        }
        let after: (i64, String) = match token {
            None => (i64::MIN, String::new()),
            Some(token) => {
                let parts: Vec<&str> = token.splitn(3, '|').collect();
                if parts[0] != state.epoch.to_string() {
                    let mut failure = Failure::new(FailureKind::Refused, "Not our token.", "");
                    failure.status = Some(400);
                    return Err(failure);
                }
                (parts[1].parse().unwrap(), parts[2].to_owned())
            }
        };
        let mut found = state.matching(ask);
        found.retain(|(at, id, _)| (*at, id.as_str()) > (after.0, after.1.as_str()));
        found.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
        let size = ask.page_size as usize;
        let more = found.len() > size;
        found.truncate(size);
        let next = match found.last().filter(|_| more) {
            Some((at, id, _)) => format!("{}|{at}|{id}", state.epoch),
            None => String::new(),
        };
        let data: Vec<Value> = found.into_iter().map(|(_, _, trip)| trip).collect();
        if let Some(mut dice) = state.trouble.edits.take() {
            state.change(&mut dice);
            state.trouble.edits = Some(dice);
        }
        Ok((json!({"data": data, "continuationToken": next}), next))
    }
}

impl State {
    fn matching(&self, ask: &Ask) -> Vec<(i64, String, Value)> {
        let ours = |trip: &&Value| {
            let project = ask.project.as_ref().map(|project| project.as_str());
            project.is_none_or(|project| trip["projectId"] == project)
        };
        let all = self.live.values().filter(ours);
        let by = |field: &str, trip: &Value| {
            (
                seconds(&trip[field]),
                trip["id"].as_str().unwrap().to_owned(),
                trip.clone(),
            )
        };
        match ask.range {
            Range::Everything => all.map(|trip| by("dumpDateTime", trip)).collect(),
            Range::Window(from, to) => all
                .map(|trip| by("dumpDateTime", trip))
                .filter(|(at, _, _)| (from.millis()..to.millis()).contains(&(at * 1000)))
                .collect(),
            Range::Since(since) => {
                let gone = self.deleted.iter().map(|(id, at)| {
                    let stone = json!({"id": id, "isDeleted": true,
                        "modifiedDateTime": time(*at), "deletedDateTime": time(*at)});
                    (*at, id.clone(), stone)
                });
                all.map(|trip| by("modifiedDateTime", trip))
                    .chain(gone)
                    .filter(|(at, _, _)| at * 1000 >= since.millis())
                    .collect()
            }
        }
    }

    /// A new trip, somewhere in time.
    pub(super) fn add(&mut self, dice: &mut Dice) {
        self.made += 1;
        let id = format!("{:024x}", self.made * 7919);
        let trip = self.trip(&id, dice);
        self.live.insert(id, trip);
    }

    /// Sets a field of every trip.
    pub(super) fn set(&mut self, field: &str, value: &Value) {
        for trip in self.live.values_mut() {
            trip[field] = value.clone();
        }
    }

    /// Changes every trip.
    pub(super) fn edit(&mut self, mut change: impl FnMut(&mut Value)) {
        self.live.values_mut().for_each(&mut change);
    }

    /// Says of every trip that it was modified now.
    pub(super) fn touch(&mut self) {
        self.now += 1;
        let now = time(self.now).into();
        self.set("modifiedDateTime", &now);
    }

    /// Edits one trip.
    pub(super) fn change_comment(&mut self, id: &str, comment: &str) {
        self.now += 1;
        let now = time(self.now);
        let trip = self.live.get_mut(id).unwrap();
        trip["comment"] = comment.into();
        trip["modifiedDateTime"] = now.into();
    }

    fn trip(&mut self, id: &str, dice: &mut Dice) -> Value {
        self.now += 1;
        let dump = 1_770_000_000 + dice.below(3_000_000).cast_signed();
        let (project, mass) = (dice.below(3), dice.below(4));
        let tonnes = mass == 1;
        let quantity = dice.below(3000) as f64 / 100.0;
        let mut trip = json!({
            "id": id,
            "projectId": format!("p{project}"), "projectNumber": format!("P-{project}"),
            "projectName": format!("Project {project}"),
            "massTypeId": format!("m{mass}"), "massType": format!("Mass {mass}"),
            "quantity": quantity,
            "quantityM3": if tonnes { None } else { Some(quantity) },
            "unitOfMeasureText": if tonnes { "tonn" } else { "m3" },
            "loadDateTime": time(dump - 900), "dumpDateTime": time(dump),
            "totalCycleTimeHours": dice.below(100) as f64 / 100.0,
            "distance": dice.below(900) as f64 / 100.0,
            "loadLocationId": format!("l{}", dice.below(3)), "loadLocationName": null,
            "dumpLocationId": "l9", "dumpLocationName": "Tipp Øst",
            "dumpCoordinates": [69.65, 18.95],
            "dumperId": format!("d{}", dice.below(5)), "dumperNumber": format!("D-{}", dice.below(5)),
            "dumperName": "Dumper", "dumperDriverName": "***",
            "verified": dice.below(2) == 0, "isFlowData": true, "isDeleted": false,
            "receiptNumber": format!("R{}", self.now),
            "modifiedDateTime": time(self.now),
        });
        if dice.below(5) == 0 {
            trip["breaks"] = json!([{"minutes": dice.below(60)}]);
        }
        trip
    }

    /// Adds, edits or deletes something.
    pub(super) fn change(&mut self, dice: &mut Dice) {
        let count = self.live.len() as u64;
        let id = (count > 0)
            .then(|| self.live.keys().nth(dice.below(count) as usize).cloned())
            .flatten();
        match (dice.below(3), id) {
            (0, Some(id)) => {
                self.now += 1;
                self.live.remove(&id);
                self.deleted.insert(id, self.now);
            }
            (1, Some(id)) => {
                let trip = self.trip(&id, dice);
                self.live.insert(id, trip);
            }
            _ => self.add(dice),
        }
    }
}

impl TripSource for World {
    fn trips(
        &self,
        ask: &Ask,
        token: Option<String>,
    ) -> BoxStream<'static, Result<Page<Trip>, Failure>> {
        let (world, ask) = (self.clone(), ask.clone());
        let pages = stream::unfold(Some(token), move |next| {
            let (world, ask) = (world.clone(), ask.clone());
            async move {
                let token = next?;
                Some(match world.page(&ask, token.as_deref()) {
                    Ok((page, next)) => {
                        let body: Page<Trip> = serde_json::from_value(page).unwrap();
                        let repeats = world.state().trouble.repeats && !next.is_empty();
                        let bodies = if repeats {
                            vec![Ok(body.clone()), Ok(body)]
                        } else {
                            vec![Ok(body)]
                        };
                        (bodies, (!next.is_empty()).then_some(Some(next)))
                    }
                    Err(failure) => (vec![Err(failure)], None),
                })
            }
        });
        pages.flat_map(stream::iter).boxed()
    }

    fn locations<'a>(&'a self, _ask: &Ask) -> BoxFuture<'a, Result<Listed<Location>, Failure>> {
        async { Ok(self.state().locations.clone().into()) }.boxed()
    }

    fn mass_types<'a>(&'a self, _ask: &Ask) -> BoxFuture<'a, Result<Listed<MassType>, Failure>> {
        async { Ok(self.state().mass_types.clone().into()) }.boxed()
    }
}
