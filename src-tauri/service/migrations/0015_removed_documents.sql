-- The bytes of a document go after its row is gone, in a step of their own. What a start finds
-- on disk without a row is either named here, and its removal is finished, or it is unknown,
-- and nothing of it is deleted. Emptied at each start.

CREATE TABLE removed_documents (
    id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TRIGGER documents_are_named_when_removed
AFTER DELETE ON documents
BEGIN
    INSERT OR IGNORE INTO removed_documents (id) VALUES (OLD.id);
END;
