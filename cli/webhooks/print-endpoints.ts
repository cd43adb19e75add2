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

/** An endpoint as `--json` shows it. */
export function endpointView(endpoint: Endpoint) {
  const { id, url, types, isEnabled, createdAt, updatedAt } = endpoint;
  const { description = null, disabledReason = null } = endpoint;
  return { id, url, description, types, isEnabled, disabledReason, createdAt, updatedAt };
}

/** Throws unless a new secret can be shown: to a person, or to a program that asks for it. */
export function requireSecretShown({ isInteractive }: Terminal, json: true | undefined): void {
  if (!json && !isInteractive)
    throw new CommandFailure('The secret would go where standard output goes, which is no terminal. Say --json.');
}

/** Shows a new secret, this once. */
export function printSecret(terminal: Terminal, json: true | undefined, endpoint: Endpoint, secret: string): void {
  if (json) terminal.printJson({ ...endpointView(endpoint), secret });
  else terminal.printTable(['ID', 'SECRET'], [[endpoint.id, secret]]);
  terminal.note('The secret is shown this once. Handle it like a password.');
}
