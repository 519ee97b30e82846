//! Haul trips as they cross the storage port: narrow rows that point into a book of names.
//!
//! A million trips repeat a few thousand names, so a row holds numbers and the names stand
//! once. What follows from a row (cycle time, speed, cubic metres an hour) is not stored.

use async_trait::async_trait;
use fielddesk_model::{CompanyId, Location, MassType, ProjectId, TripId, WorkOrderId};

use super::{AuditEntry, Result};

/// A trip id as it is kept: the 12 bytes that its 24 hex digits write.
pub type TripKey = [u8; 12];

/// The owners of trips and of their projects; decides who may see them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, sqlx::FromRow)]
pub struct TripAudience {
    /// The company that owns the trips.
    #[sqlx(try_from = "String")]
    pub owner: CompanyId,
    /// The company that owns the project; the trips are shared with it.
    #[sqlx(try_from = "String")]
    pub project_company: CompanyId,
}

/// A project as its trips name it.
#[derive(Debug, Clone, PartialEq, Eq, Default, sqlx::FromRow)]
#[expect(missing_docs, reason = "fields of the specification")]
pub struct TripProject {
    #[sqlx(try_from = "String")]
    pub id: ProjectId,
    /// The company that owns it.
    #[sqlx(try_from = "String")]
    pub company_id: CompanyId,
    /// That company's name.
    pub company_name: String,
    pub name: String,
    pub number: String,
    /// Number in another system.
    pub external_number: Option<String>,
    pub customer_name: Option<String>,
}

/// A work order as it was called when the trip was registered.
#[derive(Debug, Clone, PartialEq, Eq, Default, sqlx::FromRow)]
#[expect(missing_docs, reason = "fields of the specification")]
pub struct TripTask {
    #[sqlx(try_from = "String")]
    pub id: WorkOrderId,
    pub name: String,
    /// Number in the breakdown structure.
    pub wbs_number: String,
    /// Dimension in another system.
    pub external_dim01: String,
}

/// A machine as it was called when the trip was registered.
#[derive(Debug, Clone, PartialEq, Eq, Default, sqlx::FromRow)]
pub struct TripMachine {
    /// Id in this service.
    pub id: String,
    /// Name at that time.
    pub name: String,
    /// Machine number at that time.
    pub number: String,
    /// Number plate.
    pub registration_number: Option<String>,
}

/// A driver or operator.
#[derive(Debug, Clone, PartialEq, Eq, Default, sqlx::FromRow)]
pub struct TripPerson {
    /// The person's id.
    pub id: String,
    /// First and last name.
    pub name: String,
    /// The person's company, which decides for whom id and name are obscured.
    #[sqlx(try_from = "String")]
    pub company_id: CompanyId,
    /// Name of the company.
    pub company_name: String,
}

/// The names that the rows of a load point into, by position.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TripBook {
    /// Audiences.
    pub audiences: Vec<TripAudience>,
    /// Projects, which the store has.
    pub projects: Vec<ProjectId>,
    /// Work orders.
    pub tasks: Vec<TripTask>,
    /// Mass types, with the time of their last change.
    pub mass_types: Vec<MassType>,
    /// Locations of projects of this book, with the time of their last change.
    pub locations: Vec<Location>,
    /// Dumpers and loaders.
    pub machines: Vec<TripMachine>,
    /// Drivers and operators.
    pub people: Vec<TripPerson>,
}

/// The yes-or-no facts of a trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TripFlags(pub i64);

impl TripFlags {
    /// The trip was verified.
    pub const VERIFIED: i64 = 1;
    /// The trip was approved.
    pub const APPROVED: i64 = 2;
    /// The trip was invoiced.
    pub const INVOICED: i64 = 4;
    /// A trailer was used.
    pub const TRAILER: i64 = 8;
    /// Set for the current solution; not set for the legacy module.
    pub const FLOW: i64 = 16;

    /// Returns true where one of the facts holds.
    #[must_use]
    pub const fn has(self, flag: i64) -> bool {
        self.0 & flag != 0
    }
}

/// A trip. References are positions in a [`TripBook`] where the row is to be stored, and
/// the store's own keys where it was read.
///
/// Instants are milliseconds since 1970; quantities and `utilization` thousandths;
/// coordinates latitude and longitude in millionths of a degree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "named like the fields of the specification")]
pub struct TripRow {
    pub id: TripKey,
    pub audience: i64,
    pub project: i64,
    pub task: Option<i64>,
    pub mass_type: i64,
    pub load_location: i64,
    pub dump_location: i64,
    pub dumper: i64,
    pub dumper_driver: Option<i64>,
    pub loader: Option<i64>,
    pub loader_driver: Option<i64>,
    pub load_at: i64,
    pub dump_at: i64,
    pub modified_at: i64,
    pub deleted_at: Option<i64>,
    pub quantity: i64,
    pub quantity_m3: Option<i64>,
    pub verified_quantity: Option<i64>,
    pub registered_quantity: Option<i64>,
    pub utilization: Option<i64>,
    pub distance_m: Option<i64>,
    pub distance_accumulated_m: Option<i64>,
    pub load_coordinates: Option<[i64; 2]>,
    pub dump_coordinates: Option<[i64; 2]>,
    pub flags: TripFlags,
    pub receipt_number: Option<String>,
    pub comment: Option<String>,
}

/// Trips to store, with their names.
#[derive(Default)]
pub struct TripLoad {
    /// Records that the rows refer to.
    pub book: TripBook,
    /// The rows; taken one by one, so that a million never stand in memory.
    pub rows: Option<Box<dyn Iterator<Item = TripRow> + Send>>,
}

/// The end of a page: the time that orders the stream, and the key that orders equal times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Milliseconds since 1970.
    pub at: i64,
    /// The row's key.
    pub key: i64,
}

/// The records of a stream, and their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TripWindow {
    /// Existing trips, by the time of the dump: `from ≤ t < to`, or everything.
    Full(Option<(i64, i64)>),
    /// Changed trips, deleted ones included, by the time of the change: `since ≤ t < before`.
    Incremental {
        /// The first instant.
        since: i64,
        /// The first instant after it, where there is one.
        before: Option<i64>,
    },
}

/// The trips that a caller sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripFilter {
    /// Keys of the audiences.
    pub audiences: Vec<i64>,
    /// Restricts the trips to one project.
    pub project: Option<ProjectId>,
    /// The mode and its bounds.
    pub window: TripWindow,
}

/// A record and where it stands in its stream.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed<T> {
    /// A page may end behind it.
    pub position: Position,
    /// Record of the stream.
    pub record: T,
}

/// A change of a stored trip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TripChange {
    /// Verified, with this quantity in thousandths.
    Verified(i64),
    /// Approved.
    Approved,
    /// Invoiced.
    Invoiced,
    /// Deleted.
    Deleted,
}

/// Takes trips as they are read.
pub type EachTrip<'a> = &'a mut (dyn FnMut(Placed<TripRow>) + Send);

/// Haul trips and what they refer to.
#[async_trait]
pub trait TripStore {
    /// All audiences with their keys.
    async fn trip_audiences(&self) -> Result<Vec<(i64, TripAudience)>>;
    /// Gives the first `limit` trips behind a position, in the order of the window, each as
    /// soon as it is read.
    async fn trips(
        &self,
        filter: &TripFilter,
        after: Option<Position>,
        limit: usize,
        each: EachTrip<'_>,
    ) -> Result<()>;
    /// Locations that the trips of the filter refer to, by their last change; in an
    /// incremental window also those that changed in it themselves.
    async fn trip_locations(
        &self,
        filter: &TripFilter,
        after: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Placed<Location>>>;
    /// Mass types, in the same way.
    async fn trip_mass_types(
        &self,
        filter: &TripFilter,
        after: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Placed<MassType>>>;
    /// Projects by the keys of rows.
    async fn trip_project_names(&self, keys: &[i64]) -> Result<Vec<(i64, TripProject)>>;
    /// Work orders by the keys of rows.
    async fn trip_task_names(&self, keys: &[i64]) -> Result<Vec<(i64, TripTask)>>;
    /// Mass types by the keys of rows.
    async fn trip_mass_type_names(&self, keys: &[i64]) -> Result<Vec<(i64, MassType)>>;
    /// Locations by the keys of rows.
    async fn trip_location_names(&self, keys: &[i64]) -> Result<Vec<(i64, Location)>>;
    /// Machines by the keys of rows.
    async fn trip_machine_names(&self, keys: &[i64]) -> Result<Vec<(i64, TripMachine)>>;
    /// People by the keys of rows.
    async fn trip_person_names(&self, keys: &[i64]) -> Result<Vec<(i64, TripPerson)>>;
    /// Stores trips with their names, all or none; an id that is there already is an error.
    async fn load_trips(&self, load: TripLoad, audit: AuditEntry) -> Result<u64>;
    /// Changes a trip; false when there is none or it is deleted.
    ///
    /// The stamp is the time of the database behind a lock, or just after the last stamp where the
    /// clock stands before that: a reader that pages by changes never misses one.
    async fn change_trip(&self, id: &TripId, change: TripChange, audit: AuditEntry)
    -> Result<bool>;
}
