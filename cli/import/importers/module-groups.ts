import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { type Importer, importRequest } from './importer.ts';

export const moduleGroupsImporter: Importer<'moduleGroups'> = {
  section: 'moduleGroups',
  service: ImportService,
  requests: (records) => [importRequest(ImportService.method.importModuleGroups, { records })],
};
