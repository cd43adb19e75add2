import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import type { RecordOf } from '../bundle/bundle.ts';
import type { ImportedIds } from '../imported-ids.ts';
import { utc } from '../utc.ts';
import { type Importer, importRequest } from './importer.ts';

type Version = RecordOf<'programs'>['versions'][number];

export const programsImporter: Importer<'programs'> = {
  section: 'programs',
  service: ImportService,
  requests(programs, { ids }) {
    const records = programs.map(({ responsibleUsers = [], curricula = [], versions, ...program }) => ({
      ...program,
      responsibleUserIds: responsibleUsers.map((user) => ids.get('users', user)),
      curriculaIds: curricula.map((curriculum) => ids.get('curricula', curriculum)),
      versions: versions.map((version) => versionRecord(version, ids)),
    }));
    return [importRequest(ImportService.method.importPrograms, { records })];
  },
  weigh: ({ responsibleUsers = [], curricula = [], versions }) =>
    versions.reduce(
      (sum, { cohorts = [] }) => cohorts.reduce((more, { terms = [] }) => more + 1 + terms.length, sum + 1),
      1 + responsibleUsers.length + curricula.length,
    ),
  names: {
    responsibleUserIds: 'responsibleUsers',
    curriculaIds: 'curricula',
    curriculaVersionId: 'curriculaVersion',
    originalCurriculaVersionId: 'originalCurriculaVersion',
    termId: 'term',
    organizationTermId: 'organizationTerm',
  },
};

function versionRecord({ cohorts = [], ...version }: Version, ids: ImportedIds) {
  return {
    ...version,
    cohorts: cohorts.map(({ curriculaVersion, originalCurriculaVersion, terms = [], ...cohort }) => ({
      ...cohort,
      startDate: utc(cohort.startDate),
      endDate: utc(cohort.endDate),
      curriculaVersionId: ids.get('curriculaVersions', curriculaVersion),
      originalCurriculaVersionId: originalCurriculaVersion && ids.get('curriculaVersions', originalCurriculaVersion),
      terms: terms.map(({ term, organizationTerm }) => ({
        termId: ids.get('terms', term),
        organizationTermId: ids.get('organizationTerms', organizationTerm),
      })),
    })),
  };
}
