import type { Curriculum } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import type { CurriculumView } from '../../schema/curriculum.ts';

/** A curriculum as the specification shows it. */
export function curriculumView(curriculum: Curriculum, institutionId: string): CurriculumView {
  return {
    id: curriculum.id,
    name: curriculum.name,
    institutionId,
    createdAt: curriculum.createdAt,
    updatedAt: curriculum.updatedAt,
    isCohortSpecific: curriculum.isCohortSpecific,
    isArchived: curriculum.isArchived,
    code: curriculum.code ?? null,
    versionsCount: curriculum.versionsCount,
  };
}
