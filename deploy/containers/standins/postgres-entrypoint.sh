#!/bin/sh
# What the official image does at its start, as far as it is used here: a cluster with a superuser, once.
set -eu
user=${POSTGRES_USER:-postgres}
password=${POSTGRES_PASSWORD:-$(cat "${POSTGRES_PASSWORD_FILE:?set POSTGRES_PASSWORD or POSTGRES_PASSWORD_FILE}")}
if [ "$(id -u)" = 0 ]; then
    mkdir -p "$PGDATA"
    chown -R postgres:postgres /var/lib/postgresql
    POSTGRES_PASSWORD=$password
    export POSTGRES_PASSWORD
    unset POSTGRES_PASSWORD_FILE
    exec setpriv --reuid postgres --regid postgres --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    printf '%s' "$password" >/tmp/password
    initdb -U "$user" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 -D "$PGDATA" >/dev/null
    rm /tmp/password
    echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
    if [ "${POSTGRES_DB:-postgres}" != postgres ]; then
        echo "CREATE DATABASE \"$POSTGRES_DB\";" | postgres --single -D "$PGDATA" postgres >/dev/null
    fi
fi
unset POSTGRES_PASSWORD
exec "$@" -c listen_addresses='*' -c unix_socket_directories=/tmp
