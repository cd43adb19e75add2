import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { nestedRequests } from '../nested-records.ts';
import { type Importer, importRequest } from './importer.ts';

/** The source cohorts of curriculum versions: sent after programs, because cohorts themselves refer to curriculum versions. */
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
