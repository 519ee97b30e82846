-- When the file that was sent had last been saved: an older one that is dropped is told from it.
ALTER TABLE sent_documents ADD COLUMN saved_at TEXT;
