import type { Endpoint } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { CommandFailure } from '../failure.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Prints endpoints as a table. */
export function printEndpoints(terminal: Terminal, endpoints: readonly Endpoint[]): void {
  terminal.printTable(
    ['ID', 'STATE', 'TYPES', 'URL', 'CREATED'],
    endpoints.map(({ id, isEnabled, disabledReason, types, url, createdAt }) => [
      id,
      isEnabled ? 'enabled' : `disabled${disabledReason ? ` (${disabledReason})` : ''}`,
      types.length === 0 ? 'all' : types.join(','),
      url,
      createdAt,
    ]),
  );
}

/** An endpoint as `--json` prints it. */
export function endpointView(endpoint: Endpoint) {
  const { id, url, types, isEnabled, createdAt, updatedAt } = endpoint;
  const { description = null, disabledReason = null } = endpoint;
  return { id, url, description, types, isEnabled, disabledReason, createdAt, updatedAt };
}

/** Throws unless a new secret can be shown, on a terminal or as JSON. */
export function requireSecretShown({ isInteractive }: Terminal, json: true | undefined): void {
  if (!json && !isInteractive)
    throw new CommandFailure('Standard output is not a terminal, so the secret is not printed. Use --json.');
}

/** Prints a new secret, only once. */
export function printSecret(terminal: Terminal, json: true | undefined, endpoint: Endpoint, secret: string): void {
  if (json) terminal.printJson({ ...endpointView(endpoint), secret });
  else terminal.printTable(['ID', 'SECRET'], [[endpoint.id, secret]]);
  terminal.note('The secret is shown only once. Handle it like a password.');
}
