import type { Plan } from '../../../bundle/engine/plan.ts';
import { changesOf } from '../../../platform/core/changes-of.ts';
import { type DomainEvent, resourceEvent } from '../../../platform/core/event.ts';
import { CurriculumSchema } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { CurriculumCreatedSchema, CurriculumUpdatedSchema } from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import { curricula, curriculumVersions } from '../import/curricula.ts';

const ownChanges = changesOf(CurriculumSchema, { versionsCount: {} });

/**
 * The events of an import, one for each curriculum that it changes, itself or anything nested in it: those of the batch
 * in its order, then those outside of it that lose a version or a part of one.
 */
export function curriculumEvents(plan: Plan): DomainEvent[] {
  const versionDeltas = new Map<string, number>();
  const count = (curriculumId: string, more: number) =>
    versionDeltas.set(curriculumId, (versionDeltas.get(curriculumId) ?? 0) + more);
  for (const { parentId } of plan.left(curriculumVersions)) if (parentId !== null) count(parentId, 0);
  for (const { change, values, before } of plan.of(curriculumVersions)) {
    if (change === 'none') continue;
    count(values.curriculumId, 1);
    if (before) count(before.curriculumId, -1);
  }
  const ofCount = (id: string) => (versionDeltas.get(id) ? ['versionsCount'] : []);
  const inBatch = plan.of(curricula).flatMap(({ id, change, before, values }) => {
    if (!before) return [resourceEvent(CurriculumCreatedSchema, id)];
    if (change === 'none' && !versionDeltas.has(id)) return [];
    return [resourceEvent(CurriculumUpdatedSchema, id, { changed: [...ownChanges(before, values), ...ofCount(id)] })];
  });
  for (const { id } of plan.of(curricula)) versionDeltas.delete(id);
  const outside = [...versionDeltas.keys()];
  return [...inBatch, ...outside.map((id) => resourceEvent(CurriculumUpdatedSchema, id, { changed: ofCount(id) }))];
}

/** The events of changes within curricula that the curricula themselves do not show. @param curriculumIds may repeat */
export function curriculaWithin(curriculumIds: readonly string[]): DomainEvent[] {
  return [...new Set(curriculumIds)].map((id) => resourceEvent(CurriculumUpdatedSchema, id));
}
