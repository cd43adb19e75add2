#!/bin/sh
# Makes the secrets of an installation on one machine, readable only by their owner: a file of variables for each process, and the SQL that creates the
# roles of PostgreSQL. Fails if there are secrets already.
#   make-secrets.sh DIRECTORY POSTGRES NATS    /etc/lyceum/secrets 127.0.0.1:5432 127.0.0.1:4222
set -eu
folder=$1 postgres=$2 nats=$3
services='directory identity scheduling curricula locations timetracking webhooks activity'
if [ -e "$folder/directory.env" ]; then
  echo "$folder already has secrets." >&2
  exit 1
fi
umask 077
mkdir -p "$folder"
cd "$folder"

key() { printf 'k1:%s' "$(base64 | tr '+/' '-_' | tr -d '=\n')"; }
# Passwords begin with a letter, because NATS reads one that begins with a digit as a number.
password() { printf 'p%s' "$(openssl rand -hex 24)"; }

# The variables hold the last 32 bytes of each half of an Ed25519 key.
private=$(mktemp)
openssl genpkey -algorithm ed25519 -outform DER >"$private"
identity=$(tail -c 32 "$private" | key)
public=$(openssl pkey -inform DER -in "$private" -pubout -outform DER | tail -c 32 | key)
rm "$private"

printf 'POSTGRES_PASSWORD=%s\n' "$(password)" >postgres.env
for user in admin $services gateway operator; do
  nats_password=$(password)
  printf 'NATS_PASSWORD_%s=%s\n' "$(printf %s "$user" | tr a-z A-Z)" "$nats_password" >>nats.env
  printf 'NATS_URL=nats://%s:%s@%s\n' "$user" "$nats_password" "$nats" >"$user.env"
done
for service in $services; do
  database_password=$(password)
  database="postgresql://$service:$database_password@$postgres/lyceum_$service"
  printf "CREATE ROLE %s LOGIN PASSWORD '%s';\nCREATE DATABASE lyceum_%s OWNER %s;\n" "$service" "$database_password" "$service" "$service" >>databases.sql
  printf 'DATABASE_URL=%s\n' "$database" >>"$service.env"
  printf '%s_DATABASE_URL=%s\n' "$(printf %s "$service" | tr a-z A-Z)" "$database" | tee -a operator.env >>migrate.env
  [ "$service" = identity ] || printf 'IDENTITY_PUBLIC_KEYS=%s\n' "$public" >>"$service.env"
done
# No service needs the server's own databases; migrations close the services'.
echo 'REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC;' >>databases.sql
printf 'IDENTITY_KEYS=%s\n' "$identity" >>identity.env
printf 'IDENTITY_SECRET_KEYS=%s\n' "$(openssl rand 32 | key)" >>identity.env
printf 'WEBHOOKS_SECRET_KEYS=%s\n' "$(openssl rand 32 | key)" >>webhooks.env
printf 'CURSOR_KEYS=%s\n' "$(openssl rand 32 | key)" >>gateway.env
# In a container, PostgreSQL reads this file as a user of its own; the permissions of the directory keep other users out.
chmod 644 databases.sql
