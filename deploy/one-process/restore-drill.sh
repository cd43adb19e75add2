#!/bin/sh
# Proves the newest backup on one machine: restores it into a scratch server, which is removed afterwards, and has `lyceum backup verify` compare that
# with production. Fails, and says why, if the backup is missing, old, damaged or not whole.
#   restore-drill.sh DIRECTORY [PORT]    /var/backups/lyceum 5431
set -eu
umask 077
backups=$1 port=${2:-5431} folders=/var/tmp/lyceum-restore-drill
[ -d "$backups" ] || { echo "There is no backup in $backups." >&2 && exit 1; }
exec 9<"$backups"
flock --nonblock 9 || { echo 'Another restore drill is running.' >&2 && exit 1; }
# Of a drill that was killed.
rm -rf "$folders".*
scratch=$(mktemp -d "$folders.XXXXXX")
server= verification=
end() {
  [ -z "$verification" ] || kill -TERM "$verification" 2>/dev/null || true
  # A shell that unpacks ends at the first signal, and the server at the second.
  [ -z "$server" ] || { kill -TERM "$server" && kill -INT "$server" && wait "$server"; } 2>/dev/null || true
  rm -rf "$scratch"
}
trap end EXIT
trap 'exit 1' INT TERM HUP

sh "$(dirname "$0")/scratch-server.sh" "$backups" "$scratch" 127.0.0.1 "$port" 9<&- &
server=$!
# Until it accepts connections, or has ended.
until [ -s "$scratch/data/postmaster.pid" ] && [ "$(sed --quiet 's/ *$//; 8p' "$scratch/data/postmaster.pid")" = ready ]; do
  kill -0 "$server" 2>/dev/null || { wait "$server" || true; server= && echo 'The scratch server does not start.' >&2 && exit 1; }
  sleep 0.2
done
# In the background, so that a signal ends the drill at once.
lyceum backup verify --restored "127.0.0.1:$port" 9<&- &
verification=$!
wait "$verification"
