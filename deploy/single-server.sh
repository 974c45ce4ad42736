#!/usr/bin/env bash
# The deployment on one small server, tried from nothing on a Debian machine, as root:
#
#   a Debian with systemd is made with debootstrap and booted in a container of systemd's own; there everything
#   happens that docs/deployment.md says: install, start the unit, reload it while requests go on, make a backup,
#   lose the data, bring it back. Then the machine is turned off, and nothing is left running.
#
# DEBIAN_MIRROR names another mirror. Settings of the package index (PIP_INDEX_URL and so on) are passed on.
set -euo pipefail
cd "$(dirname "$0")/.."

WORK=$(mktemp -d -t consigliere-server.XXXXXX)
ROOT=$WORK/root
NAME=consigliere-$$
URL=http://127.0.0.1:8080
MIRROR=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
MACHINE=""

step() { printf '\n== %s (%s s)\n' "$1" "$SECONDS"; }

clean_up() {
    status=$?
    step "Turning the machine off"
    if [ -n "$MACHINE" ]; then
        if [ "$status" -ne 0 ]; then on_it journalctl --no-pager -n 40 -u consigliere -u consigliere-backup || true; fi
        on_it systemctl poweroff >/dev/null 2>&1 || kill "$MACHINE" 2>/dev/null || true
        wait "$MACHINE" 2>/dev/null || true
    fi
    rm -rf "$WORK"
    if [ "$status" -eq 0 ]; then echo "All of it worked, in $SECONDS s; nothing is left running."
    else echo "FAILED with $status after $SECONDS s."; fi
    exit "$status"
}
trap clean_up EXIT

# Runs a command on the machine, in the namespaces of its first process.
on_it() {
    nsenter --target "$(pgrep --parent "$MACHINE" --oldest)" --all --wdns=/ -- \
        env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "${PASSED[@]}" "$@"
}
as_user() { on_it runuser -u consigliere -- "$@"; }
ready() { curl -fsS "$URL/$1/readyz" >/dev/null 2>&1; }
until_ready() {
    for _ in $(seq 240); do ready registration && ready gameplay && ready scoring && ready appeals && return; sleep 0.5; done
    echo "The services were not ready within two minutes."; return 1
}

PASSED=()
for name in PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_TRUSTED_HOST http_proxy https_proxy no_proxy; do
    [ -z "${!name:-}" ] || PASSED+=("$name=${!name}")
done

if curl -fsS "$URL" >/dev/null 2>&1; then echo "Port 8080 is taken on this machine."; exit 1; fi
need=()
command -v debootstrap >/dev/null || need+=(debootstrap)
command -v systemd-nspawn >/dev/null || need+=(systemd-container)
if [ ${#need[@]} -gt 0 ]; then
    step "Installing ${need[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${need[@]}" >"$WORK/apt.log" 2>&1
fi

step "Making a Debian with systemd"
debootstrap --variant=minbase --include=systemd,dbus,ca-certificates,python3,python3-venv,make,git,curl \
    bookworm "$ROOT" "$MIRROR" >"$WORK/debootstrap.log" 2>&1 || { tail -5 "$WORK/debootstrap.log"; exit 1; }
cp /etc/ssl/certs/ca-certificates.crt "$ROOT/etc/ssl/certs/ca-certificates.crt"
[ ! -e /etc/pip.conf ] || cp /etc/pip.conf "$ROOT/etc/pip.conf"

step "Booting it"
systemd-nspawn --quiet --boot --directory "$ROOT" --machine "$NAME" --register=no --keep-unit --console=pipe \
    >"$WORK/console.log" 2>&1 </dev/null &
MACHINE=$!
booted=""
for _ in $(seq 120); do
    state=$(on_it systemctl is-system-running 2>/dev/null || true)
    case $state in running | degraded) booted=$state; break ;; esac
    sleep 0.5
done
[ -n "$booted" ] || { tail -20 "$WORK/console.log"; exit 1; }
echo "systemd says: $booted"

step "Installing as docs/deployment.md says"
git clone -q . "$ROOT/opt/consigliere"
on_it useradd --system --home-dir /var/lib/consigliere --shell /usr/sbin/nologin consigliere
on_it make --no-print-directory -C /opt/consigliere install
on_it sh -c 'cp /opt/consigliere/deploy/systemd/* /etc/systemd/system/ && systemctl daemon-reload'

step "Starting the unit"
on_it systemctl enable --now consigliere.service consigliere-backup.timer
until_ready
on_it systemctl show consigliere --property=ActiveState,MemoryCurrent,TasksCurrent
as_user sh -c 'cd /opt/consigliere && .venv/bin/consigliere status --data /var/lib/consigliere/data'

step "Reloading it while requests go on"
( failed=0; sent=0
  while [ ! -e "$WORK/enough" ]; do
      sent=$((sent + 1)); curl -fsS "$URL/scoring/v1/events" >/dev/null 2>&1 || failed=$((failed + 1))
  done
  echo "$sent requests, $failed failed" >"$WORK/requests" ) &
asking=$!
on_it systemctl reload consigliere.service
touch "$WORK/enough"; wait "$asking"; cat "$WORK/requests"
grep -q ' 0 failed$' "$WORK/requests"

step "Backing up, losing the data, bringing it back"
on_it systemctl start consigliere-backup.service
on_it systemctl stop consigliere.service
on_it sh -c 'mv /var/lib/consigliere/data /var/lib/consigliere/lost; du -sh /var/lib/consigliere/backups/*'
as_user sh -c 'cd /opt/consigliere && .venv/bin/consigliere restore /var/lib/consigliere/backups/* --data /var/lib/consigliere/data'
on_it systemctl start consigliere.service
until_ready
as_user sh -c 'cd /opt/consigliere && .venv/bin/consigliere verify --data /var/lib/consigliere/data'
