import { ImportService } from '../../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import type { Importer } from './importer.ts';

export const appointmentTypesImporter: Importer<'appointmentTypes'> = {
  section: 'appointmentTypes',
  async send(records, { call }) {
    return (await call(ImportService.method.importAppointmentTypes, { records })).records;
  },
};
