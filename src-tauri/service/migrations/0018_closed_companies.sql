-- Companies and machine types are closed as projects are: the row stays, and is no longer active.
-- A closed company's data is refused whatever its switch of the integration says, which keeps its
-- value for the day it is opened again.

ALTER TABLE companies ADD COLUMN active INTEGER NOT NULL DEFAULT 1;
ALTER TABLE machine_types ADD COLUMN active INTEGER NOT NULL DEFAULT 1;
