//! Views of mappings and their files. Changes nothing.

pub(super) mod done_by_hand;
pub(super) mod file_list;
pub(super) mod folders_view;
pub(super) mod mapping_views;
pub(super) mod page_view;
pub(super) mod publish;
pub(super) mod queries;
pub(super) mod rules_preview;
pub(super) mod side_preview;
pub(super) mod view_builder;
