#!/bin/sh
# Restores the newest backup of a folder into an empty one, and runs a PostgreSQL server on it, which archives nothing and has its settings from here
# alone. Begins as root; unpacks and runs as the user postgres. The server ends with whoever started this.
#   scratch-server.sh BACKUPS EMPTY-FOLDER ADDRESS PORT
set -eu
backups=$1 data=$2/data address=$3 port=$4
fail() { echo "$1" >&2 && exit 1; }

newest=$(ls -d "$backups"/20* 2>/dev/null | tail -n 1)
[ -n "$newest" ] || fail "There is no backup in $backups."
made=$(basename "$newest") yesterday=$(date --utc --date='1 day ago' +%Y-%m-%dT%H%M%SZ)
[ "$(printf '%s\n' "$made" "$yesterday" | sort | tail -n 1)" = "$made" ] || fail "The newest backup, $made, is older than a day."

as_postgres() { setpriv --reuid postgres --regid postgres --init-groups --pdeathsig KILL "$@"; }
mkdir "$data" || fail "The folder $2 is not empty."
chown postgres:postgres "$2" "$data" && chmod 700 "$2" "$data"
as_postgres tar --extract --gzip --directory "$data" <"$newest/databases.tar.gz" ||
  fail "The backup $made cannot be unpacked: it is damaged, or the disk is full."
# Debian keeps these elsewhere, and others' may name files of production. Passwords are those of the backup.
rm -f "$data/postgresql.auto.conf" "$data/standby.signal" "$data/recovery.signal"
echo "host all all all scram-sha-256" >"$data/pg_hba.conf"
cat >"$data/postgresql.conf" <<CONF
listen_addresses = '$address'
port = $port
unix_socket_directories = ''
archive_mode = off
max_connections = 20
shared_buffers = 128MB
fsync = off
CONF
# A cluster of Debian's has none of these, and the drill lets nobody else read what it writes.
chown postgres:postgres "$data/pg_hba.conf" "$data/postgresql.conf"
echo "The backup $made is restored."
PATH="/usr/lib/postgresql/$(cat "$data/PG_VERSION")/bin:$PATH"
# It replaces this shell, so whoever has started this waits for the server and ends it.
exec setpriv --reuid postgres --regid postgres --init-groups --pdeathsig KILL postgres -D "$data"
