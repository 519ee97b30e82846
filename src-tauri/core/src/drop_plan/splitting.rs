//! Files of a plan that look like another project's, and a plan of their own for them.

use fielddesk_model::Project;

use super::other_project::{OtherProject, other_project};
use super::types::{DropPlan, Place};
use super::{Plans, page_of};
use crate::Failure;
use crate::documents::Documents;

impl Plans {
    /// The project that files of a plan look like, where it is another one than the plan's. Told
    /// from what is remembered; the server is not asked.
    pub async fn other_project(
        &self,
        documents: &Documents,
        projects: &[Project],
        plan_id: &str,
    ) -> Result<Option<OtherProject>, Failure> {
        let pages = documents.remembered().await?;
        self.with(plan_id, |draft| {
            let here = draft.place.as_ref().map(|place| &place.target.project);
            other_project(&draft.rows, here, projects, &pages)
        })
    }

    /// Takes files out of a plan into one of their own, to another place. Returns what is left,
    /// and the new plan.
    ///
    /// # Errors
    /// When there is no such plan, or the documents of the place cannot be listed and never were;
    /// the plan is unchanged then.
    pub async fn split(
        &self,
        documents: &Documents,
        plan_id: &str,
        row_ids: &[u32],
        place: Place,
    ) -> Result<(DropPlan, DropPlan), Failure> {
        let page = page_of(Some(documents), Some(&place)).await?;
        let (left, mut other) = self.with(plan_id, |draft| {
            let other = draft.split(uuid::Uuid::new_v4().to_string(), row_ids);
            (draft.shown(), other)
        })?;
        other.aim(Some(place), page, None);
        Ok((left, self.add(other)))
    }
}
