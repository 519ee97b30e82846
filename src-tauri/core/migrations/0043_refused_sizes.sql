-- Uploads of this many bytes and more were refused by the server; none since it took a larger one.
CREATE TABLE refused_sizes (
    connection TEXT PRIMARY KEY,
    bytes      INTEGER NOT NULL
) STRICT;
