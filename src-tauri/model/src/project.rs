//! Projects and work orders. The specification shows only the id and the project number;
//! the other fields are those that live services send.

use crate::record::record;
use crate::{CompanyId, ProjectId, WorkOrderId};

record! {
    /// A construction project.
    pub struct Project {
        /// Id used in paths.
        id "id": ProjectId;
        /// The owning company.
        company_id "companyId": Option<CompanyId>;
        /// The human project number.
        project_number "projectNumber": String;
        /// Name as crews know it.
        name "name": Option<String>;
        /// False once work has ended.
        // Unknown counts as active.
        active "active": Option<bool>;
    }
}

record! {
    /// A work order of a project.
    pub struct WorkOrder {
        /// Id used in paths.
        id "id": WorkOrderId;
        /// The project it belongs to.
        project_id "projectId": Option<ProjectId>;
        /// The human number, unique within the project.
        external_id "externalId": Option<String>;
        /// Description of the work.
        name "name": Option<String>;
        /// False once work has ended.
        // Unknown counts as active.
        active "active": Option<bool>;
    }
}
