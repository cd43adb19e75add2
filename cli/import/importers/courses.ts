import { ImportService } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { type Importer, importRequest } from './importer.ts';

export const coursesImporter: Importer<'courses'> = {
  section: 'courses',
  service: ImportService,
  requests: (records) => [importRequest(ImportService.method.importCourses, { records })],
};
