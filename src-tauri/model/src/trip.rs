//! Haul trips and their look-up streams (specification: Resources, Mass transport trip).
//!
//! The specification shows a selection of a trip's fields; the rest of the list are those
//! that live services send.

use crate::record::record;
use crate::{CompanyId, Instant, ProjectId, TripId, WorkOrderId};

record! {
    /// A load-to-dump haul cycle.
    #[expect(missing_docs, reason = "fields of the specification")]
    pub struct Trip {
        /// Trip id.
        id "id": TripId;
        /// Name of the company that owns the project.
        project_company_name "projectCompanyName": Option<String>;
        /// Id of the company that owns the project.
        project_company_id "projectCompanyId": Option<CompanyId>;
        project_id "projectId": Option<ProjectId>;
        project_name "projectName": Option<String>;
        project_number "projectNumber": Option<String>;
        /// The project's number in another system.
        project_external_number "projectExternalNumber": Option<String>;
        /// The work order booked to.
        task_id "taskId": Option<WorkOrderId>;
        /// Work order name.
        task_name "taskName": Option<String>;
        /// Work order number in the breakdown structure.
        task_wbs_number "taskWbsNumber": Option<String>;
        /// Work order dimension of another system.
        task_external_dim01 "taskExternalDim01": Option<String>;
        /// Hauled material.
        mass_type "massType": Option<String>;
        /// Id of the mass type, resolved against the mass types stream.
        mass_type_id "massTypeId": Option<String>;
        /// Amount in `unitOfMeasureText`.
        quantity "quantity": Option<f64>;
        /// Amount in cubic metres.
        quantity_m3 "quantityM3": Option<f64>;
        /// The quantity that was verified, in `unitOfMeasureText`.
        verified_quantity "verifiedQuantity": Option<f64>;
        /// The quantity as the driver registered it.
        registered_quantity "registeredQuantity": Option<f64>;
        /// Unit of the quantity; tonnes and cubic metres are not to be added up.
        unit_of_measure_text "unitOfMeasureText": Option<String>;
        /// Start of the cycle.
        load_date_time "loadDateTime": Option<Instant>;
        /// End of the cycle.
        dump_date_time "dumpDateTime": Option<Instant>;
        /// Length of the cycle in hours.
        total_cycle_time_hours "totalCycleTimeHours": Option<f64>;
        /// Length of the cycle in seconds.
        total_cycle_time_seconds "totalCycleTimeSeconds": Option<i64>;
        /// Cubic metres an hour.
        m3_per_hour "m3PerHour": Option<f64>;
        /// Share of the dumper's capacity that was loaded.
        utilization_rate "utilizationRate": Option<f64>;
        /// Haul distance in km.
        distance "distance": Option<f64>;
        /// Distance driven in km, the way back included.
        distance_accumulated "distanceAccumulated": Option<f64>;
        /// Average speed in km/h.
        average_speed_kmh "averageSpeedKmh": Option<f64>;
        load_location_name "loadLocationName": Option<String>;
        dump_location_name "dumpLocationName": Option<String>;
        /// Id of the load location, resolved against the locations stream.
        load_location_id "loadLocationId": Option<String>;
        /// Id of the dump location, resolved against the locations stream.
        dump_location_id "dumpLocationId": Option<String>;
        /// Load place, `[latitude, longitude]`.
        load_coordinates "loadCoordinates": Option<[f64; 2]>;
        /// Dump place, `[latitude, longitude]`.
        dump_coordinates "dumpCoordinates": Option<[f64; 2]>;
        /// Id of the hauling machine.
        dumper_id "dumperId": Option<String>;
        dumper_name "dumperName": Option<String>;
        /// Number of the hauling machine.
        dumper_number "dumperNumber": Option<String>;
        /// Plate of the hauling machine.
        dumper_registration_number "dumperRegistrationNumber": Option<String>;
        /// Driver; obscured for data of another company.
        dumper_driver_name "dumperDriverName": Option<String>;
        /// Driver's id; obscured for data of another company.
        dumper_driver_id "dumperDriverId": Option<String>;
        /// The driver's company.
        dumper_driver_company_name "dumperDriverCompanyName": Option<String>;
        /// Id of the loading machine.
        loader_id "loaderId": Option<String>;
        loader_name "loaderName": Option<String>;
        /// Number of the loading machine.
        loader_number "loaderNumber": Option<String>;
        /// Operator of the loading machine.
        loader_driver_name "loaderDriverName": Option<String>;
        /// True once verified.
        verified "verified": Option<bool>;
        /// True once approved.
        approved "approved": Option<bool>;
        /// True once invoiced.
        invoiced "invoiced": Option<bool>;
        /// Weighbridge or tip-site receipt.
        receipt_number "receiptNumber": Option<String>;
        customer_name "customerName": Option<String>;
        comment "comment": Option<String>;
        /// True where a trailer was used.
        trailer "trailer": Option<bool>;
        /// True for the current solution, false for the legacy module.
        is_flow_data "isFlowData": Option<bool>;
        /// Last change.
        modified_date_time "modifiedDateTime": Option<Instant>;
        /// True for a deleted record; only in an incremental sync.
        is_deleted "isDeleted": Option<bool>;
        /// Time of deletion; not set for a trip that exists.
        deleted_date_time "deletedDateTime": Option<Instant>;
    }
}

record! {
    /// A load or dump location that trips refer to.
    pub struct Location {
        /// Location id.
        id "id": String;
        /// Name.
        name "name": Option<String>;
        /// `load`, `dump` or `both`.
        location_type "type": Option<String>;
        /// Place, `[latitude, longitude]`.
        coordinates "coordinates": Option<[f64; 2]>;
        /// The project it belongs to.
        project_id "projectId": Option<ProjectId>;
        /// Last change.
        modified_date_time "modifiedDateTime": Option<Instant>, optional;
        /// True for a deleted record; only in an incremental sync.
        is_deleted "isDeleted": Option<bool>, optional;
    }
}

record! {
    /// A kind of mass that trips refer to.
    pub struct MassType {
        /// Mass type id.
        id "id": String;
        /// Name.
        name "name": Option<String>;
        /// Unit in which it is counted.
        unit_of_measure_text "unitOfMeasureText": Option<String>;
        /// Tonnes a cubic metre.
        density "density": Option<f64>;
        /// Last change.
        modified_date_time "modifiedDateTime": Option<Instant>, optional;
        /// True for a deleted record; only in an incremental sync.
        is_deleted "isDeleted": Option<bool>, optional;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trip_keeps_what_it_does_not_know_and_writes_it_back() {
        let text = r#"{"id":"t","loadCoordinates":[69.6,18.9],"dumpCoordinates":[],"quantity":"17.5","breaks":[{"Minutes":5}]}"#;
        let trip: Trip = serde_json::from_str(text).unwrap();
        assert_eq!(trip.load_coordinates, Some([69.6, 18.9]));
        assert_eq!(trip.dump_coordinates, None);
        assert_eq!(trip.quantity, Some(17.5));
        let written = serde_json::to_value(&trip).unwrap();
        assert_eq!(written["breaks"][0]["Minutes"], 5);
    }
}
