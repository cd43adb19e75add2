import { changesOf } from '../../../platform/core/changes-of.ts';
import { CurriculumSchema } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import type { CurriculumPlan } from './plan-curriculum-import.ts';

const ownChanges = changesOf(CurriculumSchema, { versionsCount: {} });

/** A curriculum that an import changes, itself or anything nested in it. */
export interface CurriculumChange {
  readonly id: string;
  readonly change: 'create' | 'update';
  /** Empty if only nested records have changed, which the curriculum itself does not show. */
  readonly changed: readonly string[];
}

/**
 * The curricula that an import changes, each once: those of the batch in its order, then those outside of it that lose a version or a part of one.
 * @param curriculumOf the curriculum of a version outside the batch that loses a part
 */
export function curriculumChanges(
  plan: CurriculumPlan,
  curriculumOf: (versionId: string) => string | undefined,
): CurriculumChange[] {
  const versionDeltas = new Map<string, number>();
  const affected = new Set(plan.leftVersionIds.flatMap((id) => curriculumOf(id) ?? []));
  const count = (curriculumId: string, more: number) => {
    affected.add(curriculumId);
    versionDeltas.set(curriculumId, (versionDeltas.get(curriculumId) ?? 0) + more);
  };
  for (const { change, values, before } of plan.versions) {
    if (change === 'none') continue;
    count(values.curriculumId, 1);
    if (before) count(before.curriculumId, -1);
  }
  const ofCount = (id: string) => (versionDeltas.get(id) ? ['versionsCount'] : []);
  const inBatch = plan.curricula.flatMap(({ id, change, before, values }): CurriculumChange[] => {
    if (!before) return [{ id, change: 'create', changed: [] }];
    if (change === 'none' && !affected.has(id)) return [];
    return [{ id, change: 'update', changed: [...ownChanges(before, values), ...ofCount(id)] }];
  });
  for (const { id } of plan.curricula) affected.delete(id);
  return [...inBatch, ...[...affected].map((id) => ({ id, change: 'update' as const, changed: ofCount(id) }))];
}
