import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { nestedRequests } from '../nested-records.ts';
import { type Importer, importRequest } from './importer.ts';

/** Which cohorts curriculum versions were made for: behind programs, because cohorts name curriculum versions themselves. */
export const sourceCohortsImporter: Importer<'curricula'> = {
  section: 'curricula',
  service: ImportService,
  requests(curricula, { ids }) {
    const sources = curricula.flatMap(({ versions }, c) =>
      versions.map(({ ref, sourceCohort }, v) => ({
        at: `/records/${c}/versions/${v}`,
        record: {
          curriculaVersionId: ids.get('curriculaVersions', ref),
          cohortId: sourceCohort && ids.get('cohorts', sourceCohort),
        },
      })),
    );
    return nestedRequests(sources, (records) => importRequest(ImportService.method.importSourceCohorts, { records }));
  },
  weigh: ({ versions }) => 1 + versions.length,
  names: { curriculaVersionId: 'ref', cohortId: 'sourceCohort' },
};
