-- The activity of a day is read at each start: without this the log of a year is.
CREATE INDEX folder_activity_by_time ON folder_activity (at);
