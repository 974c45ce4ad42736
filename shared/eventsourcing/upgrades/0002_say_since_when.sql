-- Since when hearing stands still; and which revision a store is at, from now on.
CREATE TABLE es.revision (
    id smallint PRIMARY KEY CHECK (id = 1),
    number int NOT NULL
);
INSERT INTO es.revision VALUES (1, 2);
ALTER TABLE es.checkpoints ADD COLUMN frozen_since timestamptz;
REVOKE ALL ON es.revision FROM PUBLIC;
GRANT SELECT ON es.revision TO :service_role;
