import { auditQuery } from '../../platform/handler/audit.ts';
import { implement } from '../../platform/handler/implement.ts';
import type { ServiceDefinition } from '../../platform/process/service.ts';
import { AuditService } from '../../proto/gen/lyceum/timetracking/v1/audit_pb.ts';
import { ImportService } from '../../proto/gen/lyceum/timetracking/v1/import_pb.ts';
import { LogService } from '../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { RecordService } from '../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { SessionService } from '../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { TemplateService } from '../../proto/gen/lyceum/timetracking/v1/template_pb.ts';
import { refusals } from './domain/refusals.ts';
import { addTimestamp } from './rpc/add-timestamp.ts';
import { bulkCreateLogs } from './rpc/bulk-create-logs.ts';
import { createLog } from './rpc/create-log.ts';
import { endSession } from './rpc/end-session.ts';
import { getActiveSession } from './rpc/get-active-session.ts';
import { getLog } from './rpc/get-log.ts';
import { getRecord } from './rpc/get-record.ts';
import { getTotals } from './rpc/get-totals.ts';
import { importRecords } from './rpc/import-records.ts';
import { listLogs } from './rpc/list-logs.ts';
import { listRecords } from './rpc/list-records.ts';
import { listRecordsOfMembers } from './rpc/list-records-of-members.ts';
import { listTimestampTemplates } from './rpc/list-timestamp-templates.ts';
import { listTotals } from './rpc/list-totals.ts';
import { pauseSession } from './rpc/pause-session.ts';
import { resumeSession } from './rpc/resume-session.ts';
import { startSession } from './rpc/start-session.ts';
import { stopSession } from './rpc/stop-session.ts';
import { updateLog } from './rpc/update-log.ts';
import { timetrackingInvariants } from './store/invariants.ts';
import { timetrackingTables } from './store/tables.ts';

/** Punches of badge terminals, logs of HR systems, and templates of category timestamps. */
export const timetracking: ServiceDefinition = {
  name: 'timetracking',
  migrations: new URL('./store/migrations/', import.meta.url),
  tables: timetrackingTables,
  invariants: timetrackingInvariants,
  // The rules refuse earlier and with details; the constraints are a safety net.
  constraints: { time_records_no_overlap: refusals.LOG_OVERLAPPING, time_records_open: refusals.LOG_OVERLAPPING },
  implementations: [
    implement(AuditService, { listAuditRecords: auditQuery(AuditService.method.listAuditRecords) }),
    implement(SessionService, {
      startSession,
      pauseSession,
      resumeSession,
      stopSession,
      addTimestamp,
      getActiveSession,
    }),
    implement(LogService, { createLog, bulkCreateLogs, getLog, listLogs, getTotals, updateLog }),
    implement(RecordService, { listRecords, listRecordsOfMembers, getRecord, endSession, listTotals }),
    implement(TemplateService, { listTimestampTemplates }),
    implement(ImportService, { import: importRecords }),
  ],
  calls: ['directory'],
  consumers: [],
};
