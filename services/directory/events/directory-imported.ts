import type { TenantActor } from '../../../platform/core/actor.ts';
import { type DomainEvent, event } from '../../../platform/core/event.ts';
import { type Entry, withChange } from '../../../platform/core/import/match-by-ref.ts';
import { DirectoryImportedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';

/** Tells of an import that has changed something; one that has not is not told of. */
export function directoryImported(
  actor: TenantActor,
  section: 'users' | 'userGroups' | 'courses',
  entries: readonly Entry<object>[],
): DomainEvent[] {
  const created = withChange(entries, 'create').length;
  const updated = withChange(entries, 'update').length;
  return created + updated === 0
    ? []
    : [event(DirectoryImportedSchema, actor.institutionId, { section, created, updated })];
}
