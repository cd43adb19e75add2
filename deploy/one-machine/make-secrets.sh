#!/bin/sh
# Makes the secrets of an installation on one machine, readable only by their owner: the variables of everything in one process (lyceum.env), and the SQL
# that creates the roles of PostgreSQL. With NATS, also a file of variables for each separate process, with the same passwords and keys: what has run in
# one process can go on in several. Never changes a file that exists; fails if there is nothing to make.
#   make-secrets.sh DIRECTORY POSTGRES [NATS]    /etc/lyceum/secrets 127.0.0.1:5432 127.0.0.1:4222
set -eu
folder=$1 postgres=$2 nats=${3:-}
services='directory identity scheduling curricula locations timetracking webhooks activity'
if [ -e "$folder/gateway.env" ] || { [ -z "$nats" ] && [ -e "$folder/lyceum.env" ]; }; then
  echo "$folder already has secrets." >&2
  exit 1
fi
umask 077
mkdir -p "$folder"
cd "$folder"

base64url() { base64 | tr '+/' '-_' | tr -d '=\n'; }
# Passwords begin with a letter, because NATS reads one that begins with a digit as a number.
password() { printf 'p%s' "$(openssl rand -hex 24)"; }
upper() { printf %s "$1" | tr a-z A-Z; }
variables_of_lyceum() { grep "^$1=" lyceum.env; }

if [ ! -e lyceum.env ]; then
  rm -f databases.sql draft
  printf 'POSTGRES_PASSWORD=%s\n' "$(password)" >postgres.env
  for service in $services; do
    database_password=$(password)
    printf "CREATE ROLE %s LOGIN PASSWORD '%s';\nCREATE DATABASE lyceum_%s OWNER %s;\n" "$service" "$database_password" "$service" "$service" >>databases.sql
    printf '%s_DATABASE_URL=postgresql://%s:%s@%s/lyceum_%s\n' "$(upper "$service")" "$service" "$database_password" "$postgres" "$service" >>draft
  done
  # No service needs the server's own databases; migrations close the services'.
  echo 'REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC;' >>databases.sql
  # In a container, PostgreSQL reads this file as a user of its own; the permissions of the directory keep other users out.
  chmod 644 databases.sql
  # Any 32 bytes are a private key of Ed25519.
  for name in IDENTITY_KEYS IDENTITY_SECRET_KEYS WEBHOOKS_SECRET_KEYS CURSOR_KEYS; do
    printf '%s=k1:%s\n' "$name" "$(openssl rand 32 | base64url)" >>draft
  done
  mv draft lyceum.env
fi
[ -n "$nats" ] || exit 0

# The bytes before a private key are those of its DER form; a public key is the last 32 bytes of its own.
public_keys=$(variables_of_lyceum IDENTITY_KEYS | cut -d= -f2- | tr , '\n' | while IFS=: read -r id private; do
  printf '%s:' "$id"
  { printf '\060\056\002\001\000\060\005\006\003\053\145\160\004\042\004\040' && printf '%s=' "$private" | tr -- '-_' '+/' | base64 -d; } |
    openssl pkey -inform DER -pubout -outform DER | tail -c 32 | base64url
  echo
done | paste -s -d , -)
rm -f nats.env
for user in admin $services operator gateway; do
  nats_password=$(password)
  printf 'NATS_PASSWORD_%s=%s\n' "$(upper "$user")" "$nats_password" >>nats.env
  printf 'NATS_URL=nats://%s:%s@%s\n' "$user" "$nats_password" "$nats" >"$user.env"
  case $user in
  admin) ;;
  operator) variables_of_lyceum '[A-Z]*_DATABASE_URL' | tee migrate.env >>operator.env ;;
  gateway) variables_of_lyceum CURSOR_KEYS >>gateway.env ;;
  *)
    variables_of_lyceum "$(upper "$user")_DATABASE_URL" | sed 's/^[A-Z]*_//' >>"$user.env"
    variables_of_lyceum "$(upper "$user")_SECRET_KEYS" >>"$user.env" || true
    if [ "$user" = identity ]; then variables_of_lyceum IDENTITY_KEYS; else printf 'IDENTITY_PUBLIC_KEYS=%s\n' "$public_keys"; fi >>"$user.env"
    ;;
  esac
done
