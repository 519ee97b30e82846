//! Ids that follow from what they name, so that every seeding gives the same ones.

use fielddesk_model::{
    CompanyId, CompanyProfileId, Environment, FileReferenceId, IdentityId, MachineId, ProjectId,
    WorkOrderId,
};
use sha2::{Digest as _, Sha256};

/// 24 hex digits of the hash of a kind and a key.
fn id(environment: Environment, kind: &str, key: &str) -> String {
    let digest = Sha256::digest(format!("fielddesk seed/{environment}/{kind}/{key}"));
    hex::encode(&digest[..12])
}

pub(super) fn company(environment: Environment, name: &str) -> CompanyId {
    id(environment, "company", name).into()
}

pub(super) fn client(environment: Environment, name: &str) -> String {
    id(environment, "client", name)
}

pub(super) fn project(environment: Environment, company: &CompanyId, number: &str) -> ProjectId {
    id(environment, "project", &format!("{company}/{number}")).into()
}

pub(super) fn work_order(
    environment: Environment,
    project: &ProjectId,
    number: &str,
) -> WorkOrderId {
    id(environment, "work order", &format!("{project}/{number}")).into()
}

pub(super) fn document(environment: Environment, name: &str) -> FileReferenceId {
    id(environment, "document", name).into()
}

pub(super) fn identity(environment: Environment, company: &CompanyId, number: &str) -> IdentityId {
    let id = id(environment, "identity", &format!("{company}/{number}"));
    format!("auth0|{id}").into()
}

pub(super) fn profile(
    environment: Environment,
    company: &CompanyId,
    number: &str,
) -> CompanyProfileId {
    id(environment, "profile", &format!("{company}/{number}")).into()
}

pub(super) fn location(environment: Environment, project: &ProjectId, name: &str) -> String {
    id(environment, "location", &format!("{project}/{name}"))
}

pub(super) fn mass_type(environment: Environment, company: &CompanyId, name: &str) -> String {
    id(environment, "mass type", &format!("{company}/{name}"))
}

/// The part of trip ids that tells the environments apart.
pub(super) fn trips(environment: Environment) -> [u8; 5] {
    let digest = Sha256::digest(format!("fielddesk seed/{environment}/trips"));
    let mut part = [0; 5];
    part.copy_from_slice(&digest[..5]);
    part
}

pub(super) fn machine(environment: Environment, company: &CompanyId, number: &str) -> MachineId {
    id(environment, "machine", &format!("{company}/{number}")).into()
}
