import { type DomainEvent, resourceEvent } from '../../../platform/core/event.ts';
import { importEvents } from '../../../platform/core/import/import-events.ts';
import { CurriculumCreatedSchema, CurriculumUpdatedSchema } from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import type { CurriculumChange } from '../domain/curriculum-changes.ts';

/** What an import of curricula tells: what versions nest is told of as their curriculum's change. */
export function curriculumEvents(changes: readonly CurriculumChange[]): DomainEvent[] {
  return importEvents(changes, {
    created: CurriculumCreatedSchema,
    updated: CurriculumUpdatedSchema,
    changed: ({ changed }) => changed,
  });
}

/** Tells of changes within curricula, which themselves show nothing of them. @param curriculumIds may repeat */
export function curriculaWithin(curriculumIds: readonly string[]): DomainEvent[] {
  return [...new Set(curriculumIds)].map((id) => resourceEvent(CurriculumUpdatedSchema, id));
}
