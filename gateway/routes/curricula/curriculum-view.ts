import type { Curriculum } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { asView } from '../../endpoint/envelope.ts';
import type { CurriculumView } from '../../schema/curriculum.ts';

/** A curriculum as the specification shows it. */
export function curriculumView(curriculum: Curriculum, institutionId: string): CurriculumView {
  return { ...asView<Omit<CurriculumView, 'institutionId'>, Curriculum>(curriculum), institutionId };
}
