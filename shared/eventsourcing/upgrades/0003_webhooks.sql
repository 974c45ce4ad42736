-- Whom a service tells over HTTP what it says, and how far each was told.
CREATE TABLE es.webhooks (
    id uuid PRIMARY KEY,
    owner uuid NOT NULL,
    version int NOT NULL,
    url text NOT NULL,
    types text[],
    championship uuid,
    secret bytea NOT NULL,
    former_secret bytea,
    former_until timestamptz,
    created_at timestamptz NOT NULL,
    seq bigint NOT NULL CHECK (seq >= 0),
    paused_because text,
    attempts int NOT NULL DEFAULT 0,
    failing_since timestamptz,
    due_at timestamptz NOT NULL,
    test uuid,
    tried_at timestamptz,
    status smallint,
    error text,
    lease uuid,
    leased_until timestamptz
);
CREATE INDEX webhooks_owner ON es.webhooks (owner, id);
REVOKE ALL ON es.webhooks FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON es.webhooks TO :service_role;
