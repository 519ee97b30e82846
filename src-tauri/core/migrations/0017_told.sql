-- What a notification told of synced folders, so that a start of the program repeats nothing.
ALTER TABLE folders_settings ADD COLUMN told TEXT;
