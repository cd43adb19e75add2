import type { Call } from '../../../platform/calls/caller.ts';
import type { AuditRecord } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { t } from '../../components/language.ts';

type Actor = Pick<AuditRecord, 'actorKind' | 'actorId' | 'actorName'>;

/** The actors of changes: their names by their values in the filter. */
export type Actors = ReadonlyMap<string, string>;

/** The administrators and integrations of the institution, operators, and the platform itself. */
export async function actorsOf(call: Call): Promise<Actors> {
  const [{ administrators }, { integrations }] = await Promise.all([
    call(AdministratorService.method.listAdministrators, {}),
    call(IntegrationService.method.listIntegrations, {}),
  ]);
  return new Map([
    ...administrators.map(({ userId, name }) => [`administrator:${userId}`, name] as const),
    ...integrations.map(({ id, name }) => [`integration:${id}`, name] as const),
    ['operator', t.audit.operators],
    ['consumer', t.audit.afterEvents],
  ]);
}

/** An actor's name at the time of the change, or the present one. */
export function nameOf({ actorKind, actorId, actorName }: Actor, actors: Actors): string {
  if (!isFiltered({ actorKind })) return 'Lyceum';
  return actorName ?? actors.get(`${actorKind}:${actorId}`) ?? actorId ?? t.audit.operator;
}

/** The same within a sentence: an operator’s name is known only to those who run the installation. */
export function nameInSentence(actor: Actor, actors: Actors): string {
  const { actorKind, actorName } = actor;
  if (actorKind !== 'operator') return nameOf(actor, actors);
  return actorName === undefined ? t.audit.theOperator : t.audit.operatorNamed(actorName);
}

/** The filter's value for an actor. */
export function keyOf({ actorKind, actorId }: Actor): string {
  return actorId === undefined ? actorKind : `${actorKind}:${actorId}`;
}

/** The actor that the filter calls so. */
export function actorOf(key: string): { readonly actorKind: string; readonly actorId?: string } {
  const [, actorKind = '', actorId] = /^([^:]*)(?::(.*))?$/s.exec(key) ?? [];
  return { actorKind, ...(actorId !== undefined && { actorId }) };
}

/** Whether the filter knows actors of this kind: other kinds change records only at a sign-in. */
export function isFiltered({ actorKind }: Pick<Actor, 'actorKind'>): boolean {
  return Object.hasOwn(t.audit.actors, actorKind);
}

/** The kind of an actor in a word. */
export function wordOfKind({ actorKind }: Actor): string {
  const words: Readonly<Record<string, string>> = t.audit.actors;
  return isFiltered({ actorKind }) ? (words[actorKind] ?? '') : t.audit.atSignIn;
}
