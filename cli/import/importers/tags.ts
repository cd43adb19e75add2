import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { type Importer, importRequest } from './importer.ts';

export const tagsImporter: Importer<'tags'> = {
  section: 'tags',
  service: ImportService,
  requests: (records) => [importRequest(ImportService.method.importTags, { records })],
};
