import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { nestedRequests } from '../nested-records.ts';
import { type Importer, importRequest } from './importer.ts';

/** The requirements of module versions: sent after all modules, which can require each other in any order. */
export const moduleRequirementsImporter: Importer<'courseModules'> = {
  section: 'courseModules',
  service: ImportService,
  requests(modules, { ids }) {
    const idOf = (ref: string) => ids.get('moduleVersions', ref);
    const requirements = modules.flatMap(({ versions }, m) =>
      versions.map(({ ref, requires = [] }, v) => ({
        at: `/records/${m}/versions/${v}`,
        record: {
          moduleVersionId: idOf(ref),
          required: requires.map(({ ref, studyPeriodId }) => ({ moduleVersionId: idOf(ref), studyPeriodId })),
        },
      })),
    );
    return nestedRequests(requirements, (records) =>
      importRequest(ImportService.method.importModuleRequirements, { records }),
    );
  },
  weigh: ({ versions }) => versions.reduce((sum, { requires = [] }) => sum + 1 + requires.length, 1),
  names: { required: 'requires', moduleVersionId: 'ref' },
};
