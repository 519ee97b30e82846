-- Companies, clients, projects, work orders, documents, the audit log. One database an
-- environment. Instants are milliseconds since 1970.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE companies (
    id                  TEXT PRIMARY KEY,
    name                TEXT NOT NULL,
    parent_id           TEXT REFERENCES companies (id),
    integration_enabled INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX companies_by_parent ON companies (parent_id);

CREATE TABLE clients (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL,
    company_id    TEXT NOT NULL REFERENCES companies (id),
    secret_hash   BLOB NOT NULL,
    scopes        TEXT NOT NULL,
    administrator INTEGER NOT NULL,
    read_only     INTEGER NOT NULL,
    enabled       INTEGER NOT NULL,
    lifetime_s    INTEGER,
    generation    INTEGER NOT NULL DEFAULT 0, -- tokens of an earlier one are revoked
    revoked_at    INTEGER,
    created_at    INTEGER NOT NULL
) STRICT;

CREATE TABLE projects (
    id             TEXT PRIMARY KEY,
    company_id     TEXT NOT NULL REFERENCES companies (id),
    project_number TEXT NOT NULL,
    name           TEXT NOT NULL,
    active         INTEGER NOT NULL,
    details        TEXT NOT NULL, -- the plain fields, a JSON object
    UNIQUE (company_id, project_number)
) STRICT;
CREATE INDEX projects_by_number ON projects (project_number);

CREATE TABLE work_orders (
    id                TEXT PRIMARY KEY,
    project_id        TEXT NOT NULL REFERENCES projects (id),
    external_id       TEXT NOT NULL,
    name              TEXT NOT NULL,
    short_description TEXT NOT NULL,
    active            INTEGER NOT NULL,
    UNIQUE (project_id, external_id)
) STRICT;

-- One page per owner and section; the unique key is what 32 uploads at once meet.
CREATE TABLE pages (
    id               INTEGER PRIMARY KEY,
    owner_kind       TEXT NOT NULL CHECK (owner_kind IN ('project', 'task')),
    owner_id         TEXT NOT NULL,
    section_key      TEXT NOT NULL,
    section          TEXT NOT NULL,
    page_external_id TEXT NOT NULL,
    UNIQUE (owner_kind, owner_id, section_key)
) STRICT;

CREATE TABLE documents (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    id         TEXT NOT NULL UNIQUE,
    page_id    INTEGER NOT NULL REFERENCES pages (id),
    name       TEXT NOT NULL,
    size       INTEGER NOT NULL,
    file_type  TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX documents_by_page_and_name ON documents (page_id, name);

CREATE TABLE audit (
    seq     INTEGER PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,
    actor   TEXT NOT NULL,
    action  TEXT NOT NULL,
    subject TEXT NOT NULL,
    details TEXT NOT NULL -- a JSON object, never a secret
) STRICT;
