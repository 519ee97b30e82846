//! Refusals of a write of a machine, each with its code.

use std::fmt::Display;

use axum::http::StatusCode;

use crate::error::ApiError;
use crate::store::Dependents;

/// 404: no machine has this id.
pub(super) fn unknown() -> ApiError {
    ApiError::not_found("There is no machine with this id.")
}

/// 400: a required field is missing.
pub(super) fn missing(field: &str) -> ApiError {
    ApiError::bad_request("ArgumentIsNull", format!("The field {field} is required."))
}

/// 400: a field has a value that cannot be.
pub(super) fn invalid(field: &str, rule: impl Display) -> ApiError {
    ApiError::bad_request("InvalidValue", format!("The field {field} {rule}."))
}

/// 400, with the code of the specification.
pub(super) fn type_invalid(type_id: &str) -> ApiError {
    ApiError::bad_request(
        "MachineService.machineTypeInvalid",
        format!("typeId: the company has no machine type {type_id:?}."),
    )
}

/// 400: equipment is linked to machines, and to nothing else.
pub(super) fn parent_invalid(message: &str) -> ApiError {
    ApiError::bad_request(
        "MachineService.parentMachineInvalid",
        format!("parentMachineId: {message}"),
    )
}

/// 400: no user, or two of them, are named as responsible.
pub(super) fn responsible_invalid(message: &str) -> ApiError {
    ApiError::bad_request("MachineService.responsibleInvalid", message)
}

/// 400: a machine that carries equipment stays a machine.
pub(super) fn has_equipment() -> ApiError {
    ApiError::bad_request(
        "MachineService.machineHasEquipment",
        "isEquipment: equipment is linked to this machine; unlink it first.",
    )
}

/// 409: numbers are unique within a company.
pub(super) fn number_taken(number: &str) -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "MachineService.machineNumberTaken",
        format!("machineNumber: the company has another machine with the number {number:?}."),
    )
}

/// 409: the machine changed again and again while this change was made.
pub(super) fn contended() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "Conflict",
        "The machine is being changed by others; send the change again.",
    )
}

/// 409: a delete that dependent data forbids.
pub(super) fn not_deletable(dependents: Dependents) -> ApiError {
    let mut reasons = Vec::new();
    for (count, what) in [
        (dependents.registrations, "registrations"),
        (dependents.equipment, "linked pieces of equipment"),
    ] {
        if count > 0 {
            reasons.push(format!("{count} {what}"));
        }
    }
    ApiError::new(
        StatusCode::CONFLICT,
        "MachineService.machineNotDeletable",
        format!(
            "The machine has {}; set active to false instead of deleting it.",
            reasons.join(" and ")
        ),
    )
}
