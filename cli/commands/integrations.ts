import { Command } from 'commander';
import { grantMessage, readGrant } from '../../platform/core/grant-message.ts';
import { present } from '../../platform/core/present.ts';
import { type IntegrationSecretUse, RequestService } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { type Integration, IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { handOver, type SecretDestination, withSecretOptions } from '../credentials.ts';
import { CommandFailure } from '../failure.ts';
import { ACCESS_OPTION, AREAS_HELP, AREAS_OPTION, type GrantOptions, grantIn } from '../grant-options.ts';
import { callOf } from '../of-institution.ts';
import { integrationsOf } from '../of-integration.ts';
import { spanOf } from '../option-values.ts';

interface NewIntegration extends SecretDestination, GrantOptions {
  readonly institution: string;
  readonly name: string;
  readonly createdBy?: string;
}

export function integrationsCreateCommand({ terminal, connected }: CliContext): Command {
  const command = new Command('create')
    .description('Creates an integration and prints its credentials. The secret is shown only once.')
    .requiredOption('--institution <id|ref>', 'the institution whose data the client can use')
    .requiredOption('--name <name>', 'name of the client, for display')
    .option('--created-by <userId>', 'the administrator recorded as creator of its appointments')
    .option(...ACCESS_OPTION, 'full')
    .option(...AREAS_OPTION, 'all')
    .addHelpText('after', AREAS_HELP)
    .addHelpText(
      'after',
      '\nExample:\n  lyceum integrations create --institution ID --name "Front door" \\\n    --areas time-tracking',
    )
    .action(({ institution, name, createdBy, access: accessText, areas: areasText, ...destination }: NewIntegration) =>
      handOver(terminal, destination, async () => {
        const { access = 'full', areas = null } = grantIn({ access: accessText, areas: areasText });
        const { integration, clientSecret } = await connected(async (connection) =>
          (await callOf(connection, { institution }))(IntegrationService.method.createIntegration, {
            name,
            ...(createdBy === undefined ? {} : { createdBy }),
            grant: grantMessage({ access, areas }),
          }),
        );
        return { clientId: integration?.clientId ?? '', clientSecret };
      }),
    );
  return withSecretOptions(command);
}

export function integrationsListCommand({ terminal, connected }: CliContext): Command {
  return new Command('list')
    .description('Lists the integrations of an institution by creation, including inactive ones.')
    .option('--institution <id|ref>', 'the institution, if there are several')
    .option('--json', 'print a JSON array')
    .addHelpText('after', '\nExample:\n  lyceum integrations list --institution ID')
    .action(async ({ institution, json }: { institution?: string; json?: true }) => {
      const { integrations, uses } = await connected(async (connection) => {
        const call = await callOf(connection, { institution });
        const [listed, used] = await Promise.all([
          integrationsOf(call),
          call(RequestService.method.listSecretUses, {}),
        ]);
        return { integrations: listed, uses: used.uses };
      });
      const views = integrations.map((integration) => view(integration, uses));
      if (json) terminal.printJson(views);
      else terminal.printTable(HEADER, views.map(rowOf));
    });
}

const HEADER = [
  'CLIENT ID',
  'NAME',
  'STATE',
  'ACCESS',
  'AREAS',
  'SECRETS',
  'OLD SECRET UNTIL',
  'LAST USED',
  'CREATED',
  'ID',
];

type View = ReturnType<typeof view>;

function rowOf({ clientId, name, isActive, access, areas, secrets, lastUsedAt, createdAt, id }: View): string[] {
  const old = secrets.slice(0, -1);
  const expiresAt = old.map((secret) => secret.expiresAt ?? 'no end').join(', ');
  const state = isActive ? 'active' : 'inactive';
  const allowed = access === null ? ['SCIM', '-'] : [access, areas?.join(', ') ?? 'all'];
  return [
    clientId,
    name,
    state,
    ...allowed,
    String(secrets.length),
    expiresAt || '-',
    lastUsedAt ?? 'never',
    createdAt,
    id,
  ];
}

/** An integration with the last use of each of its secrets, and of any. */
function view(integration: Integration, uses: readonly IntegrationSecretUse[]) {
  const { id, clientId, name, createdBy, isActive, createdAt } = integration;
  const { access, areas } = readGrant(integration.grant);
  const own = uses.filter(({ integrationId }) => integrationId === id);
  return {
    id,
    clientId,
    name,
    createdBy: createdBy ?? null,
    isActive,
    // A directory sync has neither.
    access: integration.isDirectorySync ? null : access,
    areas,
    lastUsedAt:
      own
        .map(({ lastUsedAt }) => lastUsedAt)
        .toSorted()
        .at(-1) ?? null,
    secrets: integration.secrets.map((secret) => ({
      fingerprint: secret.hint,
      createdAt: secret.createdAt,
      lastUsedAt: own.find(({ hint }) => hint === secret.hint)?.lastUsedAt ?? null,
      expiresAt: secret.expiresAt ?? null,
    })),
    createdAt,
  };
}

export function integrationsRotateCommand({ terminal, connected }: CliContext): Command {
  const command = new Command('rotate')
    .description(
      'Adds a secret, or a token of a directory sync, shown only once. The old ones stay valid: three at most.',
    )
    .argument('<clientId>', 'the client id of the integration')
    .option(
      '--keep-old <time>',
      'how long the secret that is replaced stays valid: 0s, 1h, 24h, 7d; without it, until you end it',
    )
    .addHelpText(
      'after',
      '\nRotate, give the new secret to the client, then end the old one with\nend-secret; with --keep-old it ends by itself.',
    )
    .addHelpText('after', '\nExample:\n  lyceum integrations rotate CLIENT_ID')
    .action((clientId: string, { keepOld, ...destination }: SecretDestination & { readonly keepOld?: string }) =>
      handOver(terminal, destination, async () => {
        const { integration, clientSecret } = await connected((connection) =>
          connection.callFor(null)(IntegrationService.method.rotateIntegrationSecret, {
            clientId,
            ...(keepOld === undefined ? {} : { keepFormerSeconds: secondsOf(keepOld) }),
          }),
        );
        return integration?.isDirectorySync
          ? { clientId, bearerToken: `${clientId}.${clientSecret}` }
          : { clientId, clientSecret };
      }),
    );
  return withSecretOptions(command);
}

function secondsOf(text: string): number {
  const span = spanOf(text);
  if (span === null) throw new CommandFailure('--keep-old must be a number and a unit: 0s, 1h, 24h, 7d.');
  return span / 1_000;
}

export function integrationsEndSecretCommand({ terminal, connected }: CliContext): Command {
  return new Command('end-secret')
    .description('Ends an old secret now, or all of them; the newest one stays valid.')
    .argument('<clientId>', 'the client id of the integration')
    .argument('[fingerprint]', 'of the old secret, as list --json shows it; all old ones if absent')
    .addHelpText('after', '\nExample:\n  lyceum integrations end-secret CLIENT_ID')
    .action(async (clientId: string, hint: string | undefined) => {
      const { integration } = await connected((connection) =>
        connection.callFor(null)(IntegrationService.method.endOldSecret, {
          clientId,
          ...(hint !== undefined && { hint }),
        }),
      );
      const left = present(integration, 'integration').secrets.length;
      terminal.print(`${clientId} has ${left === 1 ? 'one secret' : `${left} secrets`}.`);
    });
}

export function integrationsDeactivateCommand({ terminal, connected }: CliContext): Command {
  return new Command('deactivate')
    .description('Deactivates an integration: from now on its credentials are invalid.')
    .argument('<clientId>', 'the client id of the integration')
    .addHelpText('after', '\nExample:\n  lyceum integrations deactivate CLIENT_ID')
    .action(async (clientId: string) => {
      const { integration } = await connected((connection) =>
        connection.callFor(null)(IntegrationService.method.deactivateIntegration, { clientId }),
      );
      terminal.print(`${integration?.clientId ?? clientId} is inactive.`);
    });
}

export function integrationsActivateCommand({ terminal, connected }: CliContext): Command {
  return new Command('activate')
    .description(
      'Activates an integration again: its credentials are valid as before. A directory sync cannot be activated again.',
    )
    .argument('<clientId>', 'the client id of the integration')
    .addHelpText('after', '\nExample:\n  lyceum integrations activate CLIENT_ID')
    .action(async (clientId: string) => {
      const { integration } = await connected((connection) =>
        connection.callFor(null)(IntegrationService.method.activateIntegration, { clientId }),
      );
      terminal.print(`${integration?.clientId ?? clientId} is active.`);
    });
}

export function integrationsRenameCommand({ terminal, connected }: CliContext): Command {
  return new Command('rename')
    .description('Changes the name that people see of an integration.')
    .argument('<clientId>', 'the client id of the integration')
    .requiredOption('--name <name>', 'its new name')
    .addHelpText('after', '\nExample:\n  lyceum integrations rename CLIENT_ID --name "Back door"')
    .action(async (clientId: string, { name }: { readonly name: string }) => {
      const { integration } = await connected((connection) =>
        connection.callFor(null)(IntegrationService.method.renameIntegration, { clientId, name }),
      );
      terminal.print(`${clientId} is now named ${integration?.name ?? name}.`);
    });
}
