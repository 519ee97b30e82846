//! The fields of a trip: one table for storing, reading and exporting.

use fielddesk_model::{CompanyId, Instant, ProjectId, Trip, TripId, WorkOrderId};

/// How a field's values are stored and exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldKind {
    /// A text of the project, mass type, machine or a location: stored with its dimension.
    OfDimension,
    /// A text that repeats from trip to trip.
    Word,
    /// An id that repeats from trip to trip.
    SharedId,
    /// A text of its own in nearly every trip.
    Text,
    Number,
    Whole,
    Flag,
    /// Milliseconds since 1970.
    Instant,
    /// `[latitude, longitude]` in degrees: two columns.
    Coordinates,
}

/// A value of a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Value<'a> {
    Null,
    Text(&'a str),
    Number(f64),
    Whole(i64),
    Flag(bool),
    Instant(i64),
    Coordinates([f64; 2]),
}

/// A field of a trip (specification: Mass transport trip).
pub(crate) struct TripField {
    /// Its name on the wire and in the store.
    pub(crate) name: &'static str,
    pub(crate) kind: FieldKind,
    pub(crate) get: for<'a> fn(&'a Trip) -> Value<'a>,
    pub(crate) set: fn(&mut Trip, Value<'_>),
}

/// What a record's member holds, as a value and back. A value of another kind is none.
trait Member {
    fn get(&self) -> Value<'_>;
    fn set(&mut self, value: Value<'_>);
}

macro_rules! texts {
    ($($id:ty),*) => {$(
        impl Member for Option<$id> {
            fn get(&self) -> Value<'_> {
                self.as_ref().map_or(Value::Null, |text| Value::Text(text.as_ref()))
            }

            fn set(&mut self, value: Value<'_>) {
                *self = match value {
                    Value::Text(text) => Some(text.into()),
                    _ => None,
                };
            }
        }
    )*};
}
texts!(String, CompanyId, ProjectId, WorkOrderId);

impl Member for TripId {
    fn get(&self) -> Value<'_> {
        Value::Text(self.as_str())
    }

    fn set(&mut self, value: Value<'_>) {
        if let Value::Text(text) = value {
            *self = text.into();
        }
    }
}

macro_rules! plain {
    ($($type:ty: $value:ident;)*) => {$(
        impl Member for Option<$type> {
            fn get(&self) -> Value<'_> {
                self.map_or(Value::Null, Value::$value)
            }

            fn set(&mut self, value: Value<'_>) {
                *self = match value {
                    Value::$value(value) => Some(value),
                    _ => None,
                };
            }
        }
    )*};
}
plain! { f64: Number; i64: Whole; bool: Flag; [f64; 2]: Coordinates; }

impl Member for Option<Instant> {
    fn get(&self) -> Value<'_> {
        self.map_or(Value::Null, |at| Value::Instant(at.millis()))
    }

    fn set(&mut self, value: Value<'_>) {
        *self = match value {
            Value::Instant(ms) => Instant::from_millis(ms),
            _ => None,
        };
    }
}

macro_rules! fields {
    ($($member:ident $name:literal $kind:ident;)*) => {
        &[$(TripField {
            name: $name,
            kind: FieldKind::$kind,
            get: |trip| trip.$member.get(),
            set: |trip, value| trip.$member.set(value),
        }),*]
    };
}

/// Every field, in the order of the specification's record.
pub(crate) const FIELDS: &[TripField] = fields! {
    id "id" Text;
    project_company_name "projectCompanyName" Word;
    project_company_id "projectCompanyId" SharedId;
    project_id "projectId" OfDimension;
    project_name "projectName" OfDimension;
    project_number "projectNumber" OfDimension;
    project_external_number "projectExternalNumber" Word;
    task_id "taskId" SharedId;
    task_name "taskName" Word;
    task_wbs_number "taskWbsNumber" Word;
    task_external_dim01 "taskExternalDim01" Word;
    mass_type "massType" OfDimension;
    mass_type_id "massTypeId" OfDimension;
    quantity "quantity" Number;
    quantity_m3 "quantityM3" Number;
    verified_quantity "verifiedQuantity" Number;
    registered_quantity "registeredQuantity" Number;
    unit_of_measure_text "unitOfMeasureText" Word;
    load_date_time "loadDateTime" Instant;
    dump_date_time "dumpDateTime" Instant;
    total_cycle_time_hours "totalCycleTimeHours" Number;
    total_cycle_time_seconds "totalCycleTimeSeconds" Whole;
    m3_per_hour "m3PerHour" Number;
    utilization_rate "utilizationRate" Number;
    distance "distance" Number;
    distance_accumulated "distanceAccumulated" Number;
    average_speed_kmh "averageSpeedKmh" Number;
    load_location_name "loadLocationName" OfDimension;
    dump_location_name "dumpLocationName" OfDimension;
    load_location_id "loadLocationId" OfDimension;
    dump_location_id "dumpLocationId" OfDimension;
    load_coordinates "loadCoordinates" Coordinates;
    dump_coordinates "dumpCoordinates" Coordinates;
    dumper_id "dumperId" OfDimension;
    dumper_name "dumperName" OfDimension;
    dumper_number "dumperNumber" OfDimension;
    dumper_registration_number "dumperRegistrationNumber" Word;
    dumper_driver_name "dumperDriverName" Word;
    dumper_driver_id "dumperDriverId" SharedId;
    dumper_driver_company_name "dumperDriverCompanyName" Word;
    loader_id "loaderId" SharedId;
    loader_name "loaderName" Word;
    loader_number "loaderNumber" Word;
    loader_driver_name "loaderDriverName" Word;
    verified "verified" Flag;
    approved "approved" Flag;
    invoiced "invoiced" Flag;
    receipt_number "receiptNumber" Text;
    customer_name "customerName" Word;
    comment "comment" Text;
    trailer "trailer" Flag;
    is_flow_data "isFlowData" Flag;
    modified_date_time "modifiedDateTime" Instant;
    is_deleted "isDeleted" Flag;
    deleted_date_time "deletedDateTime" Instant;
};

/// The names of a pair of coordinates in the store and in files.
pub(crate) fn coordinate_names(field: &TripField) -> [String; 2] {
    ["Latitude", "Longitude"].map(|half| format!("{}{half}", field.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_that_of_the_record() {
        let names: Vec<&str> = FIELDS.iter().map(|field| field.name).collect();
        assert_eq!(names, Trip::FIELDS);
    }
}
