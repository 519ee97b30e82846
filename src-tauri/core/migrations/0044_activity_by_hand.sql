-- What the activity says of an upload by hand: that it came from the history, that it took the place
-- of a document, and that it was there although its document is gone since.
ALTER TABLE sent_documents ADD COLUMN restored INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sent_documents ADD COLUMN replaced INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sent_documents ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
