//! What files for spreadsheet programs have in common, whichever resource they hold.

pub mod guard;
