#!/usr/bin/env bash
# Puts the secrets and the configuration of the servers into the cluster: deploy/kubernetes/secrets.sh [FOLDER]
#
# The folder is made where it is not there, and nothing in it is ever replaced: keep a copy with the backups. Each
# process gets only what is its own. KUBECTL="..." says how to reach the cluster; PYTHON, which has the packages.
set -euo pipefail
cd "$(dirname "$0")/../.."
FOLDER=${1:-deploy/secrets/kubernetes}
KUBECTL=${KUBECTL:-kubectl}
PYTHON=${PYTHON:-.venv/bin/python}
NAMESPACE=consigliere

"$PYTHON" -m deploy.secret_files "$FOLDER" --postgres postgres-rw:5432 \
    --nats nats-0.nats,nats-1.nats,nats-2.nats

put() { $KUBECTL create --namespace "$NAMESPACE" "$@" --dry-run=client --output yaml; echo ---; }
file() { printf -- '--from-file=%s=%s' "$1" "$FOLDER/$2"; }

everything() {
    put secret generic postgres-superuser --type kubernetes.io/basic-auth \
        --from-literal=username=postgres "$(file password postgres-password)"
    put secret generic nats-secret "$(file secret.conf nats-secret.conf)"
    put configmap nats --from-file=nats.conf=deploy/nats/nats.conf
    put configmap caddy --from-file=Caddyfile=deploy/Caddyfile
    own=("$(file postgres-admin-url postgres-admin-url)" "$(file admin-id admin-id)" "$(file admin-secret admin-secret)")
    for service in registration gameplay scoring appeals; do
        for name in owner-url owner-password database-url service-password; do
            own+=("$(file "$service-$name" "$service-$name")")
        done
        signing=()
        [ "$service" != registration ] || signing=("$(file signing-key.pem signing-key.pem)")
        put secret generic "$service-secrets" "$(file database-url "$service-database-url")" \
            "$(file nats-url "$service-nats-url")" "${signing[@]}"
    done
    put secret generic provision-secrets "${own[@]}"
}

if [ "${DRY_RUN:-no}" = yes ]; then everything; else everything | $KUBECTL apply --filename -; fi
