import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { Event } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { type Fragment, html } from '../../components/html.ts';
import type { OptionalCall } from '../../route/optional-call.ts';

/** The names of integrations and administrators by their ids; those of former administrators are not among them. */
export async function actorNames(call: OptionalCall): Promise<ReadonlyMap<string, string>> {
  const [integrations, administrators] = await Promise.all([
    call(IntegrationService.method.listIntegrations, {}),
    call(AdministratorService.method.listAdministrators, {}),
  ]);
  return new Map([
    ...(integrations?.integrations ?? []).map(({ id, name }) => [id, name] as const),
    ...(administrators?.administrators ?? []).map(({ userId, name }) => [userId, name] as const),
  ]);
}

/** Who caused an event. */
export function actorOf({ actorType, actorId = '' }: Event, names: ReadonlyMap<string, string>): Fragment {
  const kind = KINDS[actorType] ?? actorType;
  const name = names.get(actorId);
  return name === undefined ? kind : html`${name} <span class="muted">${kind.toLowerCase()}</span>`;
}

const KINDS: Readonly<Record<string, string>> = {
  integration: 'Integration',
  administrator: 'Administrator',
  operator: 'Operator',
  system: 'Lyceum',
};
