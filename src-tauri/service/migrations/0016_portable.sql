-- One text for SQLite and PostgreSQL: what triggers did is done by the writes themselves, and one
-- row stamps the changes of trips in the order of their commits.

DROP TRIGGER machines_show_the_employee_number;
DROP TRIGGER machines_forget_a_deleted_user;
DROP TRIGGER documents_are_named_when_removed;

CREATE TABLE trip_clock (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    last INTEGER NOT NULL -- the latest stamp given, in milliseconds since 1970
) STRICT;
INSERT INTO trip_clock (one, last) SELECT 1, coalesce(max(modified_at), 0) FROM trips;
