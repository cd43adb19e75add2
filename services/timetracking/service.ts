import { ImportService } from '../../proto/gen/lyceum/timetracking/v1/import_pb.ts';
import { LogService } from '../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { SessionService } from '../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { TemplateService } from '../../proto/gen/lyceum/timetracking/v1/template_pb.ts';
import { unimplemented } from '../chassis/implement.ts';
import type { ServiceDefinition } from '../chassis/service.ts';

/** The timetracking service: it runs and is healthy; its RPCs answer UNIMPLEMENTED. */
export const timetracking: ServiceDefinition = {
  name: 'timetracking',
  constraints: {},
  implementations: [
    unimplemented(ImportService),
    unimplemented(LogService),
    unimplemented(SessionService),
    unimplemented(TemplateService),
  ],
  consumers: [],
};
