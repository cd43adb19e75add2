import type { TenantActor } from '../../../platform/core/actor.ts';
import { type DomainEvent, event } from '../../../platform/core/event.ts';
import type { Entry } from '../../../platform/core/import/match-by-ref.ts';
import { CurriculaImportedSchema } from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';

/** Tells of an import that has changed something; one that has not is not told of. @param section of the bundle */
export function curriculaImported(
  actor: TenantActor,
  section: string,
  entries: readonly Pick<Entry<object>, 'change'>[],
): DomainEvent[] {
  const count = (change: Entry<object>['change']) => entries.filter((entry) => entry.change === change).length;
  const created = count('create');
  const updated = count('update');
  return created + updated === 0
    ? []
    : [event(CurriculaImportedSchema, actor.institutionId, { section, created, updated })];
}
