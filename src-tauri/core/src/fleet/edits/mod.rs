//! Pending edits: changes in the grid that are not saved yet.
//!
//! An edit knows the value that it was based on. When a read finds another one there, someone else
//! changed the cell meanwhile, and the person is asked. They are kept in the database, so they are
//! there after a restart.

mod among;
pub(super) mod pending;
mod store;
mod types;

use fielddesk_model::Machine;
use serde_json::Value;

use among::Among;
use pending::EditChange;
pub use types::{CellEdit, CellName, Decision, Edit, EditResult, EditState};

use super::Fleet;
use super::model::FleetModel;
use super::types::FleetState;
use crate::Failure;
use crate::records::{CellInput, FieldProblem, judge, leaves_out, value};
use fielddesk_rules::fields::{
    FieldDef, MACHINE_FIELDS, Reading, Values, Writing, falls, field, same,
};

/// The longest text that is kept where it was not understood.
const LONGEST_KEPT: usize = 2_000;

impl Fleet {
    /// All pending edits.
    pub async fn pending(&self) -> Result<Vec<Edit>, Failure> {
        self.load().await?;
        Ok(self.board(|board| board.edits.all().cloned().collect()))
    }

    /// Puts values into cells. What is not understood or cannot be is kept with its reason.
    pub async fn edit(&self, edits: &[CellEdit], writing: &Writing) -> Result<EditResult, Failure> {
        self.load().await?;
        let named: Vec<(&CellEdit, &'static FieldDef)> = edits
            .iter()
            .map(|edit| Ok((edit, known_field(&edit.cell.field)?)))
            .collect::<Result<_, Failure>>()?;
        let reading = writing.reading(self.today(), None);
        let _one_at_a_time = self.0.editing.lock().await;
        let changes: Vec<EditChange> = self.board(|board| {
            let judged = named
                .iter()
                .filter_map(|(edit, field)| made(board, edit, field, (writing, &reading)));
            judged.collect()
        });
        self.change_edits(changes).await
    }

    /// Takes edits back; all of them where none are named.
    pub async fn discard(&self, cells: Option<&[CellName]>) -> Result<FleetState, Failure> {
        self.load().await?;
        let _one_at_a_time = self.0.editing.lock().await;
        let cells = match cells {
            Some(cells) => cells.to_vec(),
            None => self.board(|board| board.edits.all().map(Edit::name).collect()),
        };
        let changes = cells.into_iter().map(EditChange::Gone).collect();
        Ok(self.change_edits(changes).await?.state)
    }

    /// Carries out a person's word on cells that somebody else changed meanwhile.
    pub async fn decide(&self, decisions: &[Decision]) -> Result<EditResult, Failure> {
        self.load().await?;
        let _one_at_a_time = self.0.editing.lock().await;
        let changes = self.board(|board| {
            let decided = decisions.iter().filter_map(|decision| {
                let cell = &decision.cell;
                let edit = board.edits.get(&cell.machine, &cell.field)?;
                if !edit.said.changed {
                    return None;
                }
                Some(if decision.keep_mine {
                    let mut edit = edit.clone();
                    edit.base = std::mem::take(&mut edit.said.theirs);
                    edit.said.changed = false;
                    edit.said.failure = None;
                    EditChange::Made(edit)
                } else {
                    EditChange::Gone(cell.clone())
                })
            });
            decided.collect()
        });
        self.change_edits(changes).await
    }

    /// Keeps changes of edits and shows them. The database comes first: what is shown as
    /// pending is there after a restart.
    pub(super) async fn change_edits(
        &self,
        changes: Vec<EditChange>,
    ) -> Result<EditResult, Failure> {
        self.0.store.keep_edits(&changes).await?;
        Ok(self.board(|board| {
            let mut result = EditResult {
                state: FleetState::default(),
                cells: Vec::new(),
                cleared: Vec::new(),
                before: Vec::new(),
            };
            for change in changes {
                let cell = change.cell();
                let before = board.edits.take(&cell.machine, &cell.field);
                result.before.push(CellEdit {
                    input: before.as_ref().map_or(CellInput::Stored, Edit::input),
                    cell: cell.clone(),
                });
                match change {
                    EditChange::Made(edit) => {
                        board.edits.put(edit.clone());
                        result.cells.push(edit);
                    }
                    EditChange::Gone(_) => result.cleared.push(cell),
                }
            }
            board.edits.count(&mut board.state);
            board.next();
            // Played back, the first state of a cell that was changed twice comes last.
            result.before.reverse();
            result.state = board.state.clone();
            result
        }))
    }

    /// Sees edits with what the service has now, as the board knows it.
    pub(super) async fn rebase(&self) -> Result<(), Failure> {
        let _one_at_a_time = self.0.editing.lock().await;
        let changes: Vec<EditChange> = self.board(|board| {
            let seen = board.edits.all().filter_map(|edit| {
                let now = board.machine(&edit.machine).map(|machine| &**machine);
                match edit.clone().against(now) {
                    None => Some(EditChange::Gone(edit.name())),
                    Some(seen) if seen != *edit => Some(EditChange::Made(seen)),
                    Some(_) => None,
                }
            });
            seen.collect()
        });
        if !changes.is_empty() {
            self.change_edits(changes).await?;
        }
        Ok(())
    }
}

/// The edit that an input makes; none for a machine that is not there and has no edit either.
fn made(
    board: &FleetModel,
    edit: &CellEdit,
    field: &'static FieldDef,
    writing: (&Writing, &Reading),
) -> Option<EditChange> {
    let cell = CellName {
        machine: edit.cell.machine.clone(),
        field: field.name.to_owned(),
    };
    let before = board.edits.get(&cell.machine, field.name);
    let Some(machine) = board.machine(&cell.machine) else {
        return before.map(|_| EditChange::Gone(cell));
    };
    let stored = value(&**machine, field);
    let judged = judge(
        &Among { board, machine },
        field,
        &stored,
        &edit.input,
        writing,
    );
    let said = match judged {
        Ok(value) if same(field, &stored, &value) => return Some(EditChange::Gone(cell)),
        Ok(value) => EditState {
            falls: falls(field, &stored, &value),
            cleaned: leaves_out(field, &edit.input),
            value,
            ..EditState::default()
        },
        Err(problem) => EditState {
            text: Some(typed(&edit.input)),
            problem: Some(problem),
            ..EditState::default()
        },
    };
    Some(EditChange::Made(Edit {
        machine: cell.machine,
        field,
        base: stored,
        said,
    }))
}

/// What was put in, as text.
fn typed(input: &CellInput) -> String {
    match input {
        CellInput::Text(text) => text.chars().take(LONGEST_KEPT).collect(),
        CellInput::Value(cell) => match Value::from(cell) {
            Value::String(text) => text.chars().take(LONGEST_KEPT).collect(),
            Value::Null => String::new(),
            other => other.to_string(),
        },
        CellInput::Stored => String::new(),
    }
}

/// The values of a new machine, or why single ones cannot be.
pub(super) fn judged_new(
    board: &FleetModel,
    machine: &Machine,
    inputs: &[(&'static FieldDef, CellInput)],
    writing: (&Writing, &Reading),
) -> (Values, Vec<FieldProblem>) {
    let among = Among { board, machine };
    let (mut values, mut problems) = (Values::new(), Vec::new());
    for (field, input) in inputs {
        match judge(&among, field, &Value::Null, input, writing) {
            Ok(Value::Null) => {}
            Ok(value) => {
                values.insert(field.name.to_owned(), value);
            }
            Err(problem) => problems.push(FieldProblem {
                field: field.name,
                problem,
            }),
        }
    }
    (values, problems)
}

/// The field of a name.
pub(super) fn known_field(name: &str) -> Result<&'static FieldDef, Failure> {
    field(MACHINE_FIELDS, name).ok_or_else(|| {
        let name = fielddesk_rules::file_name::shown(name);
        Failure::usage(&name, format!("There is no field {name}."), "")
    })
}
