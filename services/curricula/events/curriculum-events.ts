import { type DomainEvent, resourceEvent } from '../../../platform/core/event.ts';
import { importEvents } from '../../../platform/core/import/import-events.ts';
import { CurriculumCreatedSchema, CurriculumUpdatedSchema } from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import type { CurriculumChange } from '../domain/curriculum-changes.ts';

/** The events of an import of curricula: changes nested in versions are published as changes of their curriculum. */
export function curriculumEvents(changes: readonly CurriculumChange[]): DomainEvent[] {
  return importEvents(changes, {
    created: CurriculumCreatedSchema,
    updated: CurriculumUpdatedSchema,
    changed: ({ changed }) => changed,
  });
}

/** The events of changes within curricula that the curricula themselves do not show. @param curriculumIds may repeat */
export function curriculaWithin(curriculumIds: readonly string[]): DomainEvent[] {
  return [...new Set(curriculumIds)].map((id) => resourceEvent(CurriculumUpdatedSchema, id));
}
