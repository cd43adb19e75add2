import { archivePart } from '../../platform/handler/archive-part.ts';
import { auditCount, auditQuery } from '../../platform/handler/audit.ts';
import { implement } from '../../platform/handler/implement.ts';
import { personPart } from '../../platform/handler/person-part.ts';
import type { ServiceDefinition } from '../../platform/process/service-definition.ts';
import { ArchivePartService } from '../../proto/gen/lyceum/timetracking/v1/archive_part_pb.ts';
import { AuditService } from '../../proto/gen/lyceum/timetracking/v1/audit_pb.ts';
import { CalendarService } from '../../proto/gen/lyceum/timetracking/v1/calendar_pb.ts';
import { FindingService } from '../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { ImportService } from '../../proto/gen/lyceum/timetracking/v1/import_pb.ts';
import { LogService } from '../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { MonthService } from '../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import { PersonPartService } from '../../proto/gen/lyceum/timetracking/v1/person_part_pb.ts';
import { RecordService } from '../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { RetentionService } from '../../proto/gen/lyceum/timetracking/v1/retention_pb.ts';
import { SessionService } from '../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { TemplateService } from '../../proto/gen/lyceum/timetracking/v1/template_pb.ts';
import { refusals } from './domain/refusals.ts';
import { erasing } from './erasing/erasing.ts';
import { acknowledgeFindings, listAcknowledgements, reopenFindings } from './rpc/acknowledge-findings.ts';
import { addTimestamp } from './rpc/add-timestamp.ts';
import { bulkCreateLogs } from './rpc/bulk-create-logs.ts';
import {
  createCalendarImport,
  importCalendarDays,
  listCalendarDays,
  listCalendarImports,
  previewCalendarImport,
  removeCalendarDays,
} from './rpc/calendar.ts';
import { countFindings, getFindings, listFindings } from './rpc/findings.ts';
import { importRecords } from './rpc/import-records.ts';
import { getLateRecord, listLateRecords, rejectLateRecord, takeOverLateRecord } from './rpc/late-records.ts';
import { listTimestampTemplates } from './rpc/list-timestamp-templates.ts';
import { createLog, getLog, listLogs, updateLog } from './rpc/logs.ts';
import { listMemberLogs } from './rpc/member-logs.ts';
import { listMemberTotals } from './rpc/member-totals.ts';
import { closeMonth, compareClosedMonth, getClosedThrough, listClosedMonths, reopenMonth } from './rpc/months.ts';
import {
  checkErasure,
  confirmRecord,
  countRecords,
  endSession,
  getRecord,
  listRecords,
  listRecordsOfMembers,
} from './rpc/records.ts';
import { countOldRecords, findClockedIn, findOldRecords } from './rpc/retention.ts';
import { getActiveSession, pauseSession, resumeSession, startSession, stopSession } from './rpc/sessions.ts';
import { getTotals, listTotals } from './rpc/totals.ts';
import { removeCalendarImports } from './store/calendar-imports.ts';
import { timetrackingInvariants } from './store/invariants.ts';
import { timetrackingTables } from './store/tables.ts';

/** Punches of badge terminals, logs of HR systems, and templates of category timestamps. */
export const timetracking: ServiceDefinition = {
  name: 'timetracking',
  isPlaceable: true,
  migrations: new URL('./store/migrations/', import.meta.url),
  tables: timetrackingTables,
  invariants: timetrackingInvariants,
  // The rules refuse earlier and with details; the constraints are a safety net.
  constraints: {
    time_records_no_overlap: refusals.LOG_OVERLAPPING,
    time_records_open: refusals.LOG_OVERLAPPING,
    calendar_days_name: refusals.CALENDAR_DAY_TAKEN,
  },
  implementations: [
    archivePart(ArchivePartService),
    personPart(PersonPartService, timetrackingTables),
    implement(AuditService, {
      listAuditRecords: auditQuery(AuditService.method.listAuditRecords),
      countAuditRecords: auditCount(AuditService.method.countAuditRecords),
    }),
    implement(SessionService, {
      startSession,
      pauseSession,
      resumeSession,
      stopSession,
      addTimestamp,
      getActiveSession,
    }),
    implement(LogService, {
      createLog,
      bulkCreateLogs,
      getLog,
      listLogs,
      getTotals,
      listMemberTotals,
      listMemberLogs,
      updateLog,
    }),
    implement(FindingService, {
      listFindings,
      getFindings,
      countFindings,
      acknowledgeFindings,
      reopenFindings,
      listAcknowledgements,
    }),
    implement(RecordService, {
      listRecords,
      listRecordsOfMembers,
      getRecord,
      endSession,
      confirmRecord,
      checkErasure,
      countRecords,
      listTotals,
    }),
    implement(MonthService, {
      closeMonth,
      reopenMonth,
      listClosedMonths,
      compareClosedMonth,
      getClosedThrough,
      listLateRecords,
      getLateRecord,
      takeOverLateRecord,
      rejectLateRecord,
    }),
    implement(RetentionService, { countOldRecords, findOldRecords, findClockedIn }),
    implement(TemplateService, { listTimestampTemplates }),
    implement(CalendarService, {
      listCalendarDays,
      createCalendarImport,
      previewCalendarImport,
      importCalendarDays,
      listCalendarImports,
      removeCalendarDays,
    }),
    implement(ImportService, { import: importRecords }),
  ],
  calls: ['directory'],
  consumers: [],
  erasing,
  expiries: [{ remove: removeCalendarImports, retentionMs: 0 }],
};
