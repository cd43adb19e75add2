import { Command } from 'commander';
import { type IntegrationSecretUse, RequestService } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { Integration } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { callOf } from '../of-institution.ts';
import { integrationsOf } from '../of-integration.ts';

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

const HEADER = ['CLIENT ID', 'NAME', 'STATE', 'SECRETS', 'OLD SECRET UNTIL', 'LAST USED', 'CREATED', 'ID'];

type View = ReturnType<typeof view>;

function rowOf({ clientId, name, isActive, secrets, lastUsedAt, createdAt, id }: View): string[] {
  const old = secrets.slice(0, -1);
  const expiresAt = old.map((secret) => secret.expiresAt ?? 'no end').join(', ');
  const state = isActive ? 'active' : 'inactive';
  return [clientId, name, state, String(secrets.length), expiresAt || '-', lastUsedAt ?? 'never', createdAt, id];
}

/** An integration with the last use of each of its secrets, and of any. */
function view(integration: Integration, uses: readonly IntegrationSecretUse[]) {
  const { id, clientId, name, createdBy, isActive, createdAt } = integration;
  const own = uses.filter(({ integrationId }) => integrationId === id);
  return {
    id,
    clientId,
    name,
    createdBy: createdBy ?? null,
    isActive,
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
