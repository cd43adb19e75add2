import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { type Importer, importRequest } from './importer.ts';

/** Modules with their versions, but without the versions' requirements: see module-requirements.ts. */
export const courseModulesImporter: Importer<'courseModules'> = {
  section: 'courseModules',
  service: ImportService,
  requests(modules, { ids }) {
    const records = modules.map(({ tags = [], ...module }) => ({
      ...module,
      tagIds: tags.map((tag) => ids.get('tags', tag)),
    }));
    return [importRequest(ImportService.method.importCourseModules, { records })];
  },
  weigh: ({ versions, tags = [] }) =>
    versions.reduce((sum, { timePlan }) => sum + 1 + (timePlan?.items.length ?? 0), 1 + tags.length),
  names: { tagIds: 'tags' },
};
