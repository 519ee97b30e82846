//! Tags of a company and the users that have them.

use fielddesk_model::{CompanyId, TagEntry};

use super::super::engine::Connection;
use crate::store::Result;
use crate::users::tag_key;

/// Attaches and detaches the tags listed, in their order; others are not touched.
pub(super) async fn apply(
    tx: &mut Connection,
    user: i64,
    company: &CompanyId,
    entries: &[TagEntry],
) -> Result<()> {
    for entry in entries {
        if entry.enabled {
            attach(tx, user, company, &entry.name).await?;
        } else {
            sqlx::query(
                "DELETE FROM user_tags WHERE user_id = $1 AND tag_id IN \
                 (SELECT id FROM tags WHERE company_id = $2 AND key = $3)",
            )
            .bind(user)
            .bind(company.as_str())
            .bind(tag_key(&entry.name))
            .execute(&mut *tx)
            .await?;
        }
    }
    Ok(())
}

/// A tag is a company's own: a user that moves gets the new company's of the same names.
pub(super) async fn carry_over(tx: &mut Connection, user: i64, company: &CompanyId) -> Result<()> {
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT t.name FROM user_tags ut JOIN tags t ON t.id = ut.tag_id WHERE ut.user_id = $1",
    )
    .bind(user)
    .fetch_all(&mut *tx)
    .await?;
    sqlx::query("DELETE FROM user_tags WHERE user_id = $1")
        .bind(user)
        .execute(&mut *tx)
        .await?;
    for name in names {
        attach(tx, user, company, &name).await?;
    }
    Ok(())
}

/// Attaches a tag, which the company gets on first use.
pub(super) async fn attach(
    tx: &mut Connection,
    user: i64,
    company: &CompanyId,
    name: &str,
) -> Result<()> {
    let key = tag_key(name);
    sqlx::query(
        "INSERT INTO tags (company_id, key, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    )
    .bind(company.as_str())
    .bind(&key)
    .bind(name.trim())
    .execute(&mut *tx)
    .await?;
    sqlx::query(
        "INSERT INTO user_tags (user_id, tag_id) \
         SELECT $1, id FROM tags WHERE company_id = $2 AND key = $3 ON CONFLICT DO NOTHING",
    )
    .bind(user)
    .bind(company.as_str())
    .bind(&key)
    .execute(&mut *tx)
    .await?;
    Ok(())
}
