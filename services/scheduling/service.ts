import { AppointmentService } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { AppointmentTypeService } from '../../proto/gen/lyceum/scheduling/v1/appointment_type_pb.ts';
import { ImportService } from '../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { unimplemented } from '../chassis/implement.ts';
import type { ServiceDefinition } from '../chassis/service.ts';

/** The scheduling service: it runs and is healthy; its RPCs answer UNIMPLEMENTED. */
export const scheduling: ServiceDefinition = {
  name: 'scheduling',
  constraints: {},
  implementations: [
    unimplemented(AppointmentService),
    unimplemented(AppointmentTypeService),
    unimplemented(ImportService),
  ],
  consumers: [],
};
