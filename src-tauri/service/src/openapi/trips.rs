//! Schemas of the extraction streams.

use utoipa::ToSchema;

/// A load-to-dump haul cycle. Unset values are null.
#[derive(ToSchema)]
#[schema(as = Trip, rename_all = "camelCase")]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct TripSchema {
    #[schema(example = "6911f3a0c2b41d7e9a0012f4")]
    id: String,
    #[schema(example = "Fjordvik Anlegg AS")]
    project_company_name: String,
    project_company_id: String,
    project_id: String,
    #[schema(example = "E39 Byrkjelo–Sandane, parsell 2")]
    project_name: String,
    #[schema(example = "P-2026-001")]
    project_number: String,
    project_external_number: Option<String>,
    task_id: Option<String>,
    #[schema(example = "Graving og masseflytting")]
    task_name: Option<String>,
    /// Number in the breakdown structure.
    #[schema(example = "25.2")]
    task_wbs_number: Option<String>,
    #[schema(example = "4110")]
    task_external_dim01: Option<String>,
    #[schema(example = "Sprengstein")]
    mass_type: String,
    mass_type_id: String,
    /// In unitOfMeasureText.
    #[schema(example = 27.6)]
    quantity: f64,
    #[schema(example = 15.333)]
    quantity_m3: Option<f64>,
    verified_quantity: Option<f64>,
    registered_quantity: Option<f64>,
    #[schema(example = "tonn")]
    unit_of_measure_text: String,
    load_date_time: chrono::DateTime<chrono::Utc>,
    dump_date_time: chrono::DateTime<chrono::Utc>,
    #[schema(example = 0.1942)]
    total_cycle_time_hours: f64,
    #[schema(example = 699)]
    total_cycle_time_seconds: i64,
    m3_per_hour: Option<f64>,
    /// Share of the dumper's capacity that was loaded.
    #[schema(example = 0.952)]
    utilization_rate: Option<f64>,
    /// Kilometres.
    #[schema(example = 4.218)]
    distance: Option<f64>,
    /// Kilometres, the way back included.
    #[schema(example = 8.471)]
    distance_accumulated: Option<f64>,
    #[schema(example = 21.7)]
    average_speed_kmh: Option<f64>,
    load_location_name: String,
    dump_location_name: String,
    load_location_id: String,
    dump_location_id: String,
    /// Latitude and longitude.
    #[schema(example = json!([61.731042, 6.498113]))]
    load_coordinates: Option<[f64; 2]>,
    /// Latitude and longitude.
    #[schema(example = json!([61.742987, 6.421870]))]
    dump_coordinates: Option<[f64; 2]>,
    dumper_id: String,
    #[schema(example = "Volvo A30G")]
    dumper_name: String,
    #[schema(example = "4101")]
    dumper_number: String,
    dumper_registration_number: Option<String>,
    /// `***` for people of external companies.
    dumper_driver_name: Option<String>,
    /// `***` for people of external companies.
    dumper_driver_id: Option<String>,
    dumper_driver_company_name: Option<String>,
    loader_id: Option<String>,
    loader_name: Option<String>,
    loader_number: Option<String>,
    /// `***` for people of external companies.
    loader_driver_name: Option<String>,
    verified: bool,
    approved: bool,
    invoiced: bool,
    #[schema(example = "V-204183")]
    receipt_number: Option<String>,
    customer_name: Option<String>,
    comment: Option<String>,
    trailer: bool,
    /// True for the current solution, false for the legacy module.
    is_flow_data: bool,
    modified_date_time: chrono::DateTime<chrono::Utc>,
    /// True for deleted trips, which an incremental sync alone holds.
    is_deleted: bool,
    deleted_date_time: Option<chrono::DateTime<chrono::Utc>>,
}

/// A place where is loaded or dumped.
#[derive(ToSchema)]
#[schema(as = Location, rename_all = "camelCase")]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct LocationSchema {
    id: String,
    #[schema(example = "Skjæring Eidsfossen pr. 1250")]
    name: String,
    /// `load`, `dump` or `both`.
    #[schema(example = "load")]
    r#type: String,
    /// Latitude and longitude.
    #[schema(example = json!([61.731042, 6.498113]))]
    coordinates: [f64; 2],
    project_id: String,
    modified_date_time: chrono::DateTime<chrono::Utc>,
}

/// What is hauled.
#[derive(ToSchema)]
#[schema(as = MassType, rename_all = "camelCase")]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct MassTypeSchema {
    id: String,
    #[schema(example = "Sprengstein")]
    name: String,
    /// `tonn` or `m³`.
    #[schema(example = "tonn")]
    unit_of_measure_text: String,
    /// Tonnes a cubic metre.
    #[schema(example = 1.8)]
    density: f64,
    modified_date_time: chrono::DateTime<chrono::Utc>,
}

/// A page of trips.
#[derive(ToSchema)]
#[schema(as = TripPage, rename_all = "camelCase")]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct TripPageSchema {
    data: Vec<TripSchema>,
    /// Empty when there are no more pages.
    continuation_token: String,
    /// `full` or `incremental`.
    #[schema(example = "full")]
    sync_type_name: String,
    record_count: i64,
    deleted_record_count: i64,
}

/// A page of locations.
#[derive(ToSchema)]
#[schema(as = LocationPage, rename_all = "camelCase")]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct LocationPageSchema {
    data: Vec<LocationSchema>,
    /// Empty when there are no more pages.
    continuation_token: String,
    /// `full` or `incremental`.
    sync_type_name: String,
    record_count: i64,
    deleted_record_count: i64,
}

/// A page of mass types.
#[derive(ToSchema)]
#[schema(as = MassTypePage, rename_all = "camelCase")]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct MassTypePageSchema {
    data: Vec<MassTypeSchema>,
    /// Empty when there are no more pages.
    continuation_token: String,
    /// `full` or `incremental`.
    sync_type_name: String,
    record_count: i64,
    deleted_record_count: i64,
}
