-- The event store of one service. Run once by the service's first migration, as the owner;
-- :service_role is the role the service connects with.
--
-- Promises: positions and outbox sequences are dense and equal commit order, because the one row of
-- es.head is locked last and held to commit; versions of a stream are dense; events and outbox rows
-- are never changed; each event's hash covers its stored text and the hash before it.
--
-- This file makes the newest revision; `upgrades/` brings older stores there, one file a revision.
CREATE SCHEMA es;

CREATE TABLE es.revision (
    id smallint PRIMARY KEY CHECK (id = 1),
    number int NOT NULL
);
INSERT INTO es.revision VALUES (1, 3);

CREATE TABLE es.head (
    id smallint PRIMARY KEY CHECK (id = 1),
    position bigint NOT NULL,
    outbox_seq bigint NOT NULL,
    hash bytea NOT NULL
) WITH (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
INSERT INTO es.head VALUES (1, 0, 0, decode(repeat('00', 32), 'hex'));

CREATE TABLE es.streams (
    stream text PRIMARY KEY CHECK (length(stream) BETWEEN 3 AND 120),
    version int NOT NULL CHECK (version >= 0)
) WITH (fillfactor = 70);

CREATE TABLE es.events (
    position bigint PRIMARY KEY,
    event_id uuid NOT NULL UNIQUE,
    stream text NOT NULL,
    version int NOT NULL,
    type text NOT NULL,
    schema_version smallint NOT NULL,
    data text NOT NULL,
    metadata text NOT NULL,
    hash bytea NOT NULL,
    UNIQUE (stream, version)
);

CREATE TABLE es.outbox (
    seq bigint PRIMARY KEY,
    event_id uuid NOT NULL UNIQUE,
    position bigint NOT NULL,
    subject text NOT NULL,
    payload text NOT NULL
);

CREATE TABLE es.idempotency (
    principal text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status smallint NOT NULL,
    headers text NOT NULL,
    body text NOT NULL,
    outbox_seq bigint,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (principal, key)
);

-- What was heard of other services, kept whole, and how far.
CREATE TABLE es.inbox (
    source text NOT NULL,
    seq bigint NOT NULL,
    event_id uuid NOT NULL,
    type text NOT NULL,
    subject text NOT NULL,
    payload text NOT NULL,
    heard_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (source, seq)
);
CREATE INDEX inbox_subject ON es.inbox (subject, source, seq);

CREATE TABLE es.checkpoints (
    source text PRIMARY KEY,
    seq bigint NOT NULL CHECK (seq >= 0),
    frozen_at bigint,
    error text,
    frozen_since timestamptz
);

-- Whom the service tells over HTTP what it says, and how far each was told. No event: see shared/webhooks.
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

CREATE FUNCTION es.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on %.% refused: events are append-only', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
        USING ERRCODE = 'ES002';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON es.events
    FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON es.outbox
    FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON es.inbox
    FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

-- Lock a stream to the end of the transaction, then read it. Each statement of a volatile function
-- sees what was committed when it starts, so the events read are those at the locked version.
CREATE FUNCTION es.load(p_stream text)
RETURNS TABLE (version int, type text, schema_version smallint, data text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = es, pg_temp AS $$
BEGIN
    PERFORM 1 FROM es.streams s WHERE s.stream = p_stream FOR UPDATE;
    RETURN QUERY SELECT e.version, e.type, e.schema_version, e.data
        FROM es.events e WHERE e.stream = p_stream ORDER BY e.version;
END $$;

-- Append to one or several streams, in one round trip, as the last statement before commit.
-- p_streams is sorted; p_expected and p_counts run beside it; the other arrays run by event.
-- A stream that is not at its expected version raises ES001 and nothing is appended.
CREATE FUNCTION es.append(
    p_streams text[], p_expected int[], p_counts int[],
    p_event_ids uuid[], p_event_streams text[], p_versions int[], p_types text[], p_schema_versions int[],
    p_data text[], p_metadata text[], p_subjects text[], p_payloads text[],
    p_principal text, p_key text,
    OUT reached_position bigint, OUT reached_seq bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = es, pg_temp AS $$
DECLARE
    v_hash bytea;
    v_from bigint;
    v_actual int;
    v_hashes bytea[] := '{}';
    v_spoken int;
BEGIN
    FOR i IN 1 .. coalesce(array_length(p_streams, 1), 0) LOOP
        IF p_expected[i] = 0 THEN
            INSERT INTO es.streams (stream, version) VALUES (p_streams[i], p_counts[i])
                ON CONFLICT (stream) DO NOTHING;
        ELSE
            UPDATE es.streams SET version = version + p_counts[i]
                WHERE stream = p_streams[i] AND version = p_expected[i];
        END IF;
        IF NOT FOUND THEN
            SELECT version INTO v_actual FROM es.streams WHERE stream = p_streams[i];
            RAISE EXCEPTION 'stream % is at version %, expected %',
                p_streams[i], coalesce(v_actual, 0), p_expected[i]
                USING ERRCODE = 'ES001', DETAIL = coalesce(v_actual, 0)::text, COLUMN = p_streams[i];
        END IF;
    END LOOP;

    SELECT position, outbox_seq, hash INTO reached_position, reached_seq, v_hash
        FROM es.head WHERE id = 1 FOR UPDATE;
    v_from := reached_position;

    FOR i IN 1 .. coalesce(array_length(p_event_ids, 1), 0) LOOP
        v_hash := sha256(
            v_hash || int8send(v_from + i) || uuid_send(p_event_ids[i])
            || sha256(convert_to(p_event_streams[i], 'UTF8')) || int4send(p_versions[i])
            || sha256(convert_to(p_types[i], 'UTF8')) || int2send(p_schema_versions[i]::smallint)
            || sha256(convert_to(p_data[i], 'UTF8')) || sha256(convert_to(p_metadata[i], 'UTF8')));
        v_hashes := v_hashes || v_hash;
    END LOOP;

    INSERT INTO es.events (position, event_id, stream, version, type, schema_version, data, metadata, hash)
        SELECT v_from + e.n, e.id, e.stream, e.version, e.type, e.schema_version, e.data, e.metadata, e.hash
        FROM unnest(p_event_ids, p_event_streams, p_versions, p_types, p_schema_versions,
                    p_data, p_metadata, v_hashes)
            WITH ORDINALITY AS e (id, stream, version, type, schema_version, data, metadata, hash, n);
    GET DIAGNOSTICS v_spoken = ROW_COUNT;
    reached_position := v_from + v_spoken;

    INSERT INTO es.outbox (seq, event_id, position, subject, payload)
        SELECT reached_seq + row_number() OVER (ORDER BY o.n), o.id, v_from + o.n, o.subject, o.payload
        FROM unnest(p_event_ids, p_subjects, p_payloads) WITH ORDINALITY AS o (id, subject, payload, n)
        WHERE o.subject IS NOT NULL;
    GET DIAGNOSTICS v_spoken = ROW_COUNT;
    reached_seq := reached_seq + v_spoken;

    IF p_key IS NOT NULL THEN
        UPDATE es.idempotency i SET outbox_seq = reached_seq WHERE i.principal = p_principal AND i.key = p_key;
    END IF;
    UPDATE es.head SET position = reached_position, outbox_seq = reached_seq, hash = v_hash WHERE id = 1;
END $$;

REVOKE ALL ON ALL TABLES IN SCHEMA es FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA es FROM PUBLIC;
GRANT USAGE ON SCHEMA es TO :service_role;
GRANT SELECT ON es.revision, es.head, es.streams, es.events, es.outbox TO :service_role;
GRANT SELECT, INSERT ON es.inbox TO :service_role;
GRANT SELECT, INSERT, UPDATE ON es.checkpoints TO :service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON es.webhooks TO :service_role;
GRANT SELECT, INSERT, DELETE, UPDATE (outbox_seq) ON es.idempotency TO :service_role;
GRANT EXECUTE ON FUNCTION es.load, es.append TO :service_role;
