import { ImportService } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { type Importer, importRequest } from './importer.ts';

export const usersImporter: Importer<'users'> = {
  section: 'users',
  service: ImportService,
  requests: (records) => [importRequest(ImportService.method.importUsers, { records })],
};
