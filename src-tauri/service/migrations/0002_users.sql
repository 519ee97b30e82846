-- Users with their supervisors, tags and time registrations.

-- The calling code of the company's country: local phone numbers are read with it.
ALTER TABLE companies ADD COLUMN country_code TEXT NOT NULL DEFAULT '47';

-- What is looked up stands in columns; what is sent stands ready in `record`, without the
-- supervisors and the end of the object. Both are written together. The long text comes
-- last, so that a scan of the rest does not touch it.
CREATE TABLE users (
    id                 INTEGER PRIMARY KEY,
    identity_id        TEXT NOT NULL UNIQUE,
    company_profile_id TEXT NOT NULL UNIQUE,
    company_id         TEXT NOT NULL REFERENCES companies (id),
    employee_number    TEXT NOT NULL,
    employment_start   TEXT, -- yyyy-MM-dd
    employment_end     TEXT, -- yyyy-MM-dd
    modified_at        INTEGER NOT NULL,
    login_number       TEXT, -- digits with the country's code, without a plus
    name_key           TEXT NOT NULL, -- first and last name in lower case
    as_supervisor      TEXT NOT NULL, -- the beginning of a supervisor detail
    record             TEXT NOT NULL,
    UNIQUE (company_id, employee_number)
) STRICT;
CREATE INDEX users_by_login_number ON users (company_id, login_number);
CREATE INDEX users_by_name ON users (company_id, name_key);

-- A supervisor is a user we know, or an identity id that was taken as it is.
CREATE TABLE supervisors (
    user_id          INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    position         INTEGER NOT NULL,
    supervisor_id    INTEGER REFERENCES users (id) ON DELETE CASCADE,
    unknown_identity TEXT,
    is_primary       INTEGER NOT NULL,
    PRIMARY KEY (user_id, position),
    CHECK ((supervisor_id IS NULL) <> (unknown_identity IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX supervisors_by_supervisor ON supervisors (supervisor_id);

CREATE TABLE tags (
    id         INTEGER PRIMARY KEY,
    company_id TEXT NOT NULL REFERENCES companies (id),
    key        TEXT NOT NULL, -- the name in lower case without white space
    name       TEXT NOT NULL, -- as it was first written
    UNIQUE (company_id, key)
) STRICT;

CREATE TABLE user_tags (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tag_id  INTEGER NOT NULL REFERENCES tags (id),
    PRIMARY KEY (user_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_tags_by_tag ON user_tags (tag_id);

-- Hours that a user has booked: while there are any, the user cannot be deleted.
CREATE TABLE time_registrations (
    id         INTEGER PRIMARY KEY,
    user_id    INTEGER NOT NULL REFERENCES users (id),
    project_id TEXT NOT NULL REFERENCES projects (id),
    work_date  TEXT NOT NULL, -- yyyy-MM-dd
    minutes    INTEGER NOT NULL
) STRICT;
CREATE INDEX time_registrations_by_user ON time_registrations (user_id);
