import { ImportService } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import type { Importer } from './importer.ts';

export const coursesImporter: Importer<'courses'> = {
  section: 'courses',
  async send(records, { call }) {
    return (await call(ImportService.method.importCourses, { records })).records;
  },
};
