//! A new machine from a form.

use fielddesk_model::Machine;
use fielddesk_rules::fields::{FieldDef, Problem, ProblemCode, Writing, is_blank};
use serde_json::Value;

use super::Fleet;
use super::edits::{judged_new, known_field};
use crate::Failure;
use crate::company::own_company;
use crate::records::batches::{BatchKind, BatchOrder};
use crate::records::{
    Cell, CellInput, Created, FieldInput, FieldProblem, PlannedChange, Task, leaves_out,
};

impl Fleet {
    /// Creates a machine from a form. Returns form problems without sending.
    ///
    /// # Errors
    /// Any [`Failure`] of a bulk change; `usage` if the client's company is unknown.
    pub async fn create(
        &self,
        inputs: &[FieldInput],
        writing: &Writing,
    ) -> Result<Created, Failure> {
        self.load().await?;
        let inputs: Vec<(&'static FieldDef, CellInput)> = inputs
            .iter()
            .map(|one| Ok((known_field(&one.field)?, one.input.clone())))
            .collect::<Result<_, Failure>>()?;
        let mut blank = Machine {
            is_equipment: inputs.iter().any(|(field, input)| {
                field.name == "isEquipment" && *input == CellInput::Value(Cell::Bool(true))
            }),
            ..Machine::default()
        };
        let named = inputs.iter().find_map(|(field, input)| match input {
            CellInput::Text(text) | CellInput::Value(Cell::Text(text))
                if field.name == "companyId" && !text.trim().is_empty() =>
            {
                Some(text.trim().into())
            }
            _ => None,
        });
        blank.company_id = match named {
            Some(company) => company,
            None => own_company(&self.0.connection).await?,
        };
        let reading = writing.reading(self.today(), None);
        let (mut values, mut problems) =
            self.board(|board| judged_new(board, &blank, &inputs, (writing, &reading)));
        values.insert(
            "companyId".to_owned(),
            Value::from(blank.company_id.as_str()),
        );
        if values.get("machineNumber").is_none_or(is_blank)
            && !problems.iter().any(|one| one.field == "machineNumber")
        {
            let message = "A new machine needs a number.";
            problems.push(FieldProblem {
                field: "machineNumber",
                problem: Problem::new(ProblemCode::EmptyRequired, message),
            });
        }
        if !problems.is_empty() {
            return Ok(Created {
                report: None,
                problems,
                cleaned: false,
            });
        }
        let text = |name: &str| values.get(name).and_then(Value::as_str).map(str::to_owned);
        let change = PlannedChange {
            id: String::new(),
            number: text("machineNumber").unwrap_or_default(),
            name: text("name"),
            task: Task::Create(values),
        };
        let order = BatchOrder::new(BatchKind::Create, vec![change]);
        Ok(Created {
            report: Some(self.carry_out(order).await?),
            problems,
            cleaned: inputs.iter().any(|(field, input)| leaves_out(field, input)),
        })
    }
}
