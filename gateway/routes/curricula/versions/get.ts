import { present } from '../../../../platform/core/present.ts';
import { CurriculumVersionService } from '../../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import {
  InstitutionService,
  type InstitutionSettings,
  type LessonUnit,
} from '../../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { readEndpoint } from '../../../endpoint/declare.ts';
import { CurriculaVersionDetail, curriculumVersionDetailExample } from '../../../schema/curriculum-version-detail.ts';
import { curriculumVersionDetailView } from './version-detail-view.ts';

export const getCurriculumVersion = readEndpoint({
  path: '/curricula/{id}/versions/{versionId}',
  operationId: 'getCurriculumVersion',
  tag: 'Curricula',
  service: 'curricula',
  isExact: true,
  summary: 'Get one complete version of a curriculum',
  description:
    'Returns study terms with their academic terms, pathways, module clusters and module items, each with everything that it refers to. The response grows with the version and can reach several megabytes.',
  data: CurriculaVersionDetail,
  example: curriculumVersionDetailExample,
  async stampOf({ call }) {
    const [{ stamp }, { institution }] = await Promise.all([
      call(CurriculumVersionService.method.getCurriculaStamp, {}),
      call(InstitutionService.method.getInstitution, {}),
    ]);
    return stampOf(stamp, institution?.settings);
  },
  async run({ params, call, institutionId }) {
    const request = { curriculaId: params.id, id: params.versionId ?? '' };
    const [{ detail: found, stamp }, { institution }] = await Promise.all([
      call(CurriculumVersionService.method.getCurriculumVersion, request),
      call(InstitutionService.method.getInstitution, {}),
    ]);
    const detail = present(found, 'detail');
    const settings = institution?.settings;
    return {
      data: curriculumVersionDetailView(detail, { institutionId, defaultUnit: defaultUnitOf(settings) }),
      stamp: stampOf(stamp, settings),
    };
  },
});

/**
 * The state on which a version depends: everything that curricula stores of the institution, and the name and length of
 * its lesson unit.
 */
function stampOf(curricula: string, settings: InstitutionSettings | undefined): string {
  const { name, minutes } = defaultUnitOf(settings);
  return JSON.stringify([curricula, name, minutes]);
}

function defaultUnitOf(settings: InstitutionSettings | undefined): LessonUnit {
  return present(settings?.defaultLessonUnit, 'default lesson unit');
}
