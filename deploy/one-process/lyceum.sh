#!/bin/sh
# The command line on the machine of lyceum.service: as its user, with its variables. Copy to /usr/local/bin/lyceum. Files are read from standard input:
#   lyceum import - <institution.json
set -eu
exec systemd-run --pipe --wait --quiet --collect --uid lyceum --working-directory /opt/lyceum \
  --property EnvironmentFile=/etc/lyceum/lyceum.env --property EnvironmentFile=/etc/lyceum/secrets/lyceum.env \
  --setenv LYCEUM_OPERATOR_TOKEN="${LYCEUM_OPERATOR_TOKEN-}" /opt/lyceum/bin/node cli/main.ts "$@"
