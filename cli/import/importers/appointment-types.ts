import { ImportService } from '../../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { type Importer, importRequest } from './importer.ts';

export const appointmentTypesImporter: Importer<'appointmentTypes'> = {
  section: 'appointmentTypes',
  service: ImportService,
  requests: (records) => [importRequest(ImportService.method.importAppointmentTypes, { records })],
};
