//! Projects and work orders as a contractor of this size has them.

use fielddesk_model::{Environment, Project, ProjectId};
use serde_json::{Map, Value, json};

use super::companies::Companies;
use super::data::{PROJECTS, SeedProject, at};
use super::ids;
use crate::Seed;
use crate::store::{Company, SeedData, SeedWorkOrder};

/// In `large` the company and its subsidiary have this many projects in the test environment.
const LARGE_PROJECTS: usize = 2_000;
/// So many projects of the company are in the production environment.
const PRODUCTION_PROJECTS: usize = 4;

pub(super) fn add(
    data: &mut SeedData,
    seed: Seed,
    environment: Environment,
    companies: &Companies,
) {
    let main = match environment {
        Environment::Test => PROJECTS.main.len(),
        Environment::Production => PRODUCTION_PROJECTS,
    };
    for (index, project) in PROJECTS.main.iter().take(main).enumerate() {
        add_one(data, environment, &companies.main, project, 2 + index % 4);
    }
    for project in &PROJECTS.subsidiary {
        add_one(data, environment, &companies.subsidiary, project, 2);
    }
    for project in &PROJECTS.unrelated {
        add_one(data, environment, &companies.unrelated, project, 1);
    }
    if seed == Seed::Large && environment == Environment::Test {
        let work: Vec<&str> = PROJECTS.work_orders.iter().map(|it| &*it.name).collect();
        let missing =
            (LARGE_PROJECTS + PROJECTS.unrelated.len()).saturating_sub(data.projects.len());
        for number in 1..=missing {
            let place = at(&PROJECTS.places, number);
            let project = SeedProject {
                number: format!("L-{number:04}"),
                name: format!("{}, {place} {number}", at(&work, number)),
                address: place.to_owned(),
                customer: "Egen drift".to_owned(),
                active: !number.is_multiple_of(9),
            };
            add_one(data, environment, &companies.main, &project, 3);
        }
    }
}

fn add_one(
    data: &mut SeedData,
    environment: Environment,
    company: &Company,
    project: &SeedProject,
    work_orders: usize,
) {
    let id: ProjectId = ids::of_company(environment, "project", &company.id, &project.number);
    for (index, work) in PROJECTS.work_orders.iter().take(work_orders).enumerate() {
        data.work_orders.push(SeedWorkOrder {
            id: ids::id(
                environment,
                "work order",
                format_args!("{id}/{}", work.number),
            ),
            project_id: id.clone(),
            external_id: work.number.clone(),
            name: work.name.clone(),
            short_description: work.short.clone(),
            active: project.active || index == 0,
        });
    }
    data.projects.push(Project {
        id,
        company_id: Some(company.id.clone()),
        project_number: project.number.clone(),
        name: Some(project.name.clone()),
        active: Some(project.active),
        other: details(project),
        ..Project::default()
    });
}

/// The plain fields: what is set is set, the rest is null.
fn details(project: &SeedProject) -> Map<String, Value> {
    let details = json!({
        "description": null,
        "externalProjectNumber": null,
        "projectAddress": project.address,
        "projectCustomerName": project.customer,
        "startDate": "2026-01-12T00:00:00Z",
        "finishedDate": null,
    });
    details.as_object().cloned().unwrap_or_default()
}
