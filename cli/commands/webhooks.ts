import { Command } from 'commander';
import { maskOf, resourceIn } from '../../platform/core/json-resource.ts';
import { present } from '../../platform/core/present.ts';
import { type Endpoint, EndpointSchema, EndpointService } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A command about the webhooks of an institution. @param args arguments in its example */
export function webhooksCommand(name: string, description: string, ...args: readonly string[]): Command {
  const command = new Command(name)
    .description(description)
    .requiredOption('--institution <id|ref>', 'the institution')
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExample:\n  lyceum webhooks ${[name, ...args].join(' ')} --institution ID`);
  return command;
}

/** The number that an option gives. Throws a CommandFailure for anything else. */
export function numberOf(text: string, option: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CommandFailure(`--${option} must be a number.`);
}

/**
 * Changes an endpoint, whatever its revision, and prints it.
 * @param change as the body of `PATCH /webhook-endpoints/{id}`
 */
export async function changeEndpoint(
  { terminal, connected }: CliContext,
  options: OfInstitution,
  id: string,
  change: object,
): Promise<void> {
  const { endpoint } = await connected(async (connection) =>
    (await callOf(connection, options))(EndpointService.method.updateEndpoint, {
      id,
      precondition: { any: true },
      endpoint: resourceIn(EndpointSchema, change),
      updateMask: maskOf(EndpointSchema, change),
    }),
  );
  const changed = present(endpoint, 'endpoint');
  if (options.json) terminal.printJson(endpointView(changed));
  else printEndpoints(terminal, [changed]);
}

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

interface NewEndpoint extends OfInstitution {
  readonly types?: string;
  readonly description?: string;
}

export function webhooksCreateCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand(
    'create',
    'Creates a webhook endpoint and prints its secret. The secret is shown only once.',
    'https://campus.example/hooks',
  )
    .argument('<url>', 'URL that events are posted to')
    .option('--types <names>', 'only these event types, separated by commas')
    .option('--description <text>', 'description, for display')
    .action(async (url: string, { types, description, ...options }: NewEndpoint) => {
      requireSecretShown(terminal, options.json);
      const { endpoint, secret } = await connected(async (connection) =>
        (await callOf(connection, options))(EndpointService.method.createEndpoint, {
          endpoint: {
            url,
            types: types?.split(',') ?? [],
            isEnabled: true,
            ...(description === undefined ? {} : { description }),
          },
        }),
      );
      printSecret(terminal, options.json, present(endpoint, 'endpoint'), secret);
    });
}

/** The most endpoints that an institution can have. */
const ALL = 100;

export function webhooksListCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand('list', 'Lists the webhook endpoints of an institution by creation.').action(
    async (options: OfInstitution) => {
      const endpoints: Endpoint[] = await connected(async (connection) => {
        const call = await callOf(connection, options);
        return (await call(EndpointService.method.listEndpoints, { page: { size: ALL } })).endpoints;
      });
      if (options.json) terminal.printJson(endpoints.map((each) => endpointView(present(each, 'endpoint'))));
      else printEndpoints(terminal, endpoints);
    },
  );
}

interface Options extends OfInstitution {
  readonly url?: string;
  readonly types?: string;
  readonly description?: string;
}

export function webhooksUpdateCommand(context: CliContext): Command {
  return webhooksCommand('update', 'Changes a webhook endpoint.', 'ENDPOINT', '--types user.created')
    .argument('<endpoint>', 'the id of the endpoint')
    .option('--url <url>', 'URL that events are posted to')
    .option('--types <names>', 'only these event types, separated by commas; "" for all')
    .option('--description <text>', 'description, for display; "" for none')
    .action(async (id: string, { url, types, description, ...options }: Options) => {
      if (url === undefined && types === undefined && description === undefined)
        throw new CommandFailure('Give --url, --types or --description.');
      await changeEndpoint(context, options, id, {
        ...(url !== undefined && { url }),
        ...(types !== undefined && { types: types.split(',').filter((type) => type !== '') }),
        ...(description !== undefined && { description: description || null }),
      });
    });
}

export function webhooksEnableCommand(context: CliContext): Command {
  return webhooksCommand('enable', 'Enables a webhook endpoint again; events that it missed are not sent.', 'ENDPOINT')
    .argument('<endpoint>', 'the id of the endpoint')
    .action((id: string, options: OfInstitution) => changeEndpoint(context, options, id, { isEnabled: true }));
}

export function webhooksRotateCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand(
    'rotate',
    'Gives a webhook endpoint a new secret; the old one keeps signing for 24 hours. Three sign at most.',
    'ENDPOINT',
  )
    .argument('<endpoint>', 'the id of the endpoint')
    .action(async (id: string, options: OfInstitution) => {
      requireSecretShown(terminal, options.json);
      const { endpoint, secret } = await connected(async (connection) =>
        (await callOf(connection, options))(EndpointService.method.rotateEndpointSecret, { id }),
      );
      printSecret(terminal, options.json, present(endpoint, 'endpoint'), secret);
    });
}

export function webhooksDeleteCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand('delete', 'Deletes a webhook endpoint and cancels its pending deliveries.', 'ENDPOINT')
    .argument('<endpoint>', 'the id of the endpoint')
    .action(async (id: string, options: OfInstitution) => {
      await connected(async (connection) =>
        (await callOf(connection, options))(EndpointService.method.deleteEndpoint, { id, precondition: { any: true } }),
      );
      if (options.json) terminal.printJson({ id });
      else terminal.print(`${id}: deleted`);
    });
}
