#!/bin/sh
# Backs up Lyceum on one machine: all databases as of one moment, and /etc/lyceum with the keys, without which the databases' secrets cannot be read.
# A backup is complete when its folder has a name without a dot. Keeps the newest 14. docs/one-machine.md shows how to restore one.
#   backup.sh DIRECTORY    /var/backups/lyceum
set -eu
umask 077
mkdir -p "$1"
cd "$1"
rm -rf .draft
mkdir .draft
runuser --user postgres -- pg_basebackup --pgdata=- --format=tar --wal-method=fetch --checkpoint=fast --gzip >.draft/databases.tar.gz
tar --create --gzip --file .draft/etc.tar.gz --directory / etc/lyceum
sync -f .draft
mv .draft "$(date --utc +%Y-%m-%dT%H%M%SZ)"
ls -d 20* | sort --reverse | tail --lines=+15 | xargs --no-run-if-empty rm -r
