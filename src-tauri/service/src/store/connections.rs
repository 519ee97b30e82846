//! Connections to the database, as its operator sees them.

/// The connections of a store at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connections {
    /// Number that requests work with.
    pub in_use: usize,
    /// Number that wait for a request.
    pub idle: usize,
}

impl Connections {
    pub(super) fn of<D: sqlx::Database>(pools: &[&sqlx::Pool<D>]) -> Self {
        let open = |pool: &&sqlx::Pool<D>| usize::try_from(pool.size()).unwrap_or(usize::MAX);
        let idle = pools.iter().map(|pool| pool.num_idle()).sum();
        let open: usize = pools.iter().map(open).sum();
        Self {
            in_use: open.saturating_sub(idle),
            idle,
        }
    }
}
