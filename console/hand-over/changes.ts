import type { AuditRecord } from '../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { AuditService as Directory } from '../../proto/gen/lyceum/directory/v1/audit_pb.ts';
import { AuditService as Scheduling } from '../../proto/gen/lyceum/scheduling/v1/audit_pb.ts';
import { AuditService as Timetracking } from '../../proto/gen/lyceum/timetracking/v1/audit_pb.ts';
import { appointmentPages } from './appointments.ts';
import { administratorAudit, auditOf, signInMethodOf } from './audit.ts';
import type { Row, Section } from './section.ts';
import type { Subject } from './subject.ts';
import { timeRecordPages } from './time-records.ts';

/** Who changed the person, their appointments and their time records, and when. Nobody but integrations is named. */
export function changesSection(subject: Subject): Section {
  return {
    name: 'changes',
    columns: ['time', 'operation', 'kind', 'id', 'change', 'actor', 'integration', 'before', 'after', 'reason'],
    async *rows() {
      for await (const page of changes(subject)) yield page.map((record) => rowOf(record, subject));
    },
  };
}

async function* changes(subject: Subject): AsyncGenerator<readonly AuditRecord[]> {
  const { call, user } = subject;
  yield* auditOf(call, Directory.method.listAuditRecords, { resourceKind: 'user', ids: [user.id] });
  for await (const page of administratorAudit(subject))
    yield page.filter((record) => signInMethodOf(record) === undefined);
  for await (const page of appointmentPages(subject))
    yield* auditOf(call, Scheduling.method.listAuditRecords, { ids: page.map(({ id }) => id) });
  for await (const page of timeRecordPages(subject))
    yield* auditOf(call, Timetracking.method.listAuditRecords, { ids: page.map(({ id }) => id) });
}

function rowOf(record: AuditRecord, { integrations, at }: Subject): Row {
  const { recordedAt, operation, resourceKind, resourceId, actorKind, actorId = '' } = record;
  const actor = ACTORS.has(actorKind) ? actorKind : 'system';
  return [
    ...[at(recordedAt), operation.replace(/^.*[./]/, ''), resourceKind, resourceId, changeOf(record), actor],
    actor === 'integration' ? (integrations.get(actorId) ?? actorId) : undefined,
    ...(['before', 'after'] as const).map((side) => valuesIn(record, side)),
    record.reason,
  ];
}

/** The times of a time record. What is recorded of other kinds is no data of the person. */
function valuesIn({ resourceKind, changes }: AuditRecord, side: 'before' | 'after'): string | undefined {
  if (resourceKind !== 'time_record') return undefined;
  const all = changes.flatMap((each) => (each[side] === undefined ? [] : [[each.name, JSON.parse(each[side])]]));
  return all.length === 0 ? undefined : JSON.stringify(Object.fromEntries(all));
}

function changeOf({ versionBefore, versionAfter }: AuditRecord): string {
  // A hand-over.
  if (versionBefore === versionAfter) return 'none';
  return versionBefore === undefined ? 'created' : versionAfter === undefined ? 'deleted' : 'changed';
}

const ACTORS = new Set(['integration', 'administrator', 'operator']);
