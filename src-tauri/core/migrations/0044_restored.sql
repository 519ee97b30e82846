-- It was uploaded from the history: the activity says that it was restored.
ALTER TABLE sent_documents ADD COLUMN restored INTEGER NOT NULL DEFAULT 0;
