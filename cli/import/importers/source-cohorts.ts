import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { sendNested } from '../nested-records.ts';
import type { Importer } from './importer.ts';

/** Which cohorts curriculum versions were made for: behind programs, because cohorts name curriculum versions themselves. */
export const sourceCohortsImporter: Importer<'curricula'> = {
  section: 'curricula',
  send(curricula, { call, ids }) {
    const sources = curricula.flatMap(({ versions }, c) =>
      versions.map(({ ref, sourceCohort }, v) => ({
        at: `/records/${c}/versions/${v}`,
        record: {
          curriculaVersionId: ids.get('curriculaVersions', ref),
          cohortId: sourceCohort && ids.get('cohorts', sourceCohort),
        },
      })),
    );
    return sendNested(
      sources,
      async (records) => (await call(ImportService.method.importSourceCohorts, { records })).records,
    );
  },
  weigh: ({ versions }) => 1 + versions.length,
  names: { curriculaVersionId: 'ref', cohortId: 'sourceCohort' },
};
