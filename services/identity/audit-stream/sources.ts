import type { Call } from '../../../platform/calls/caller.ts';
import type { TrailSource } from '../../../platform/core/audit-trail.ts';
import { AuditService as Curricula } from '../../../proto/gen/lyceum/curricula/v1/audit_pb.ts';
import { AuditService as Directory } from '../../../proto/gen/lyceum/directory/v1/audit_pb.ts';
import { AuditService as Identity } from '../../../proto/gen/lyceum/identity/v1/audit_pb.ts';
import { AuditService as Locations } from '../../../proto/gen/lyceum/locations/v1/audit_pb.ts';
import { AuditService as Scheduling } from '../../../proto/gen/lyceum/scheduling/v1/audit_pb.ts';
import { AuditService as Timetracking } from '../../../proto/gen/lyceum/timetracking/v1/audit_pb.ts';
import { AuditService as Webhooks } from '../../../proto/gen/lyceum/webhooks/v1/audit_pb.ts';

/** The services whose records make an institution's audit trail, read with calls for the institution. */
export function trailSources(call: Call): readonly TrailSource[] {
  return Object.entries(METHODS).map(([service, method]) => ({ service, read: (request) => call(method, request) }));
}

const METHODS = {
  curricula: Curricula.method.listAuditRecords,
  directory: Directory.method.listAuditRecords,
  identity: Identity.method.listAuditRecords,
  locations: Locations.method.listAuditRecords,
  scheduling: Scheduling.method.listAuditRecords,
  timetracking: Timetracking.method.listAuditRecords,
  webhooks: Webhooks.method.listAuditRecords,
} as const;
