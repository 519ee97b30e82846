-- Companies and machine types are closed as projects are: the row stays, and is no longer active.

ALTER TABLE companies ADD COLUMN active BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE machine_types ADD COLUMN active BOOLEAN NOT NULL DEFAULT TRUE;
