import type { DescMethodUnary, MessageInitShape } from '@bufbuild/protobuf';
import type { Reader } from '../../libraries/pg-batch/index.ts';
import {
  type AuditRecord as AuditRecordMessage,
  AuditRecordSchema,
  type CountAuditRecordsRequestSchema,
  type CountAuditRecordsResponseSchema,
  type FieldChange,
  FieldChangeSchema,
  type ListAuditRecordsRequest,
  type ListAuditRecordsRequestSchema,
  type ListAuditRecordsResponseSchema,
} from '../../proto/gen/lyceum/common/v1/audit_pb.ts';
import type { PageRequest } from '../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { refuseField } from '../core/errors/refusal.ts';
import { isUuid } from '../core/ids.ts';
import { isInstantText } from '../core/instant.ts';
import { PAGE_BYTES } from '../core/paging.ts';
import { messageWriter } from '../core/resource.ts';
import { listAfter } from '../data/audit/list-after.ts';
import { type AuditPosition, type AuditRecord, newestBefore, readAuditPage } from '../data/audit/list-audit-records.ts';
import { countOldAudit } from '../data/erasure/old-audit.ts';
import { nextUpdatedSince } from './next-updated-since.ts';
import type { Operation } from './operation.ts';
import { type QueryContext, query } from './query.ts';

/** The RPC with which a service shows the audit records of its resources. */
export function auditQuery(
  method: DescMethodUnary<typeof ListAuditRecordsRequestSchema, typeof ListAuditRecordsResponseSchema>,
): Operation<typeof ListAuditRecordsRequestSchema, typeof ListAuditRecordsResponseSchema> {
  return query(method, async (db, request, { actor: { institutionId }, runtime }) => {
    if (request.oldestFirst) return oldestFirst(db, request, { institutionId, runtime });
    const { page, resourceId, resourceIds, resourceKind, actorKind, actorId, from, to } = request;
    if (resourceId !== undefined && !isUuid(resourceId)) return { records: [] };
    const filter = {
      ...{ institutionId, resourceId, resource: resourceKind, actor: actorKind, actorId, since: from },
      ...(resourceIds.length > 0 && { resourceIds }),
    };
    const read = await readAuditPage(db, filter, { after: positionOf(page, to), size: page?.size ?? 1 });
    const records = boundedInBytes(read.records);
    const next = records.length < read.records.length ? records.at(-1) : read.next;
    return {
      records: records.map(recordMessage),
      ...(next && { next: { sort: next.recordedAt, id: `${next.sequence}` } }),
    };
  });
}

/**
 * A page of what no record can come to precede any more. A record has the time at which its command began, and can be
 * read when its transaction has committed, however much later: as the `updatedAt` of records.
 */
async function oldestFirst(
  db: Reader,
  { page }: ListAuditRecordsRequest,
  { institutionId, runtime }: { readonly institutionId: string } & Pick<QueryContext, 'runtime'>,
): Promise<MessageInitShape<typeof ListAuditRecordsResponseSchema>> {
  const size = page?.size ?? 1;
  // Before the records are read.
  const settledUntil = await nextUpdatedSince(runtime);
  const after = page?.after ? positionOf(page, undefined) : { recordedAt: '-infinity', sequence: 0 };
  const read = await listAfter(db, { institutionId, after, before: settledUntil, limit: size + 1 });
  const records = boundedInBytes(read.slice(0, size));
  const last = records.length < read.length ? records.at(-1) : undefined;
  return {
    records: records.map(recordMessage),
    settledUntil,
    ...(last && { next: { sort: last.recordedAt, id: `${last.sequence}` } }),
  };
}

/** The first of some records: at least one. The values of one may take 30 KiB, such as two hundred pauses twice. */
function boundedInBytes(records: readonly AuditRecord[]): readonly AuditRecord[] {
  let bytes = 0;
  const end = records.findIndex(({ fieldsBefore, fieldsAfter }) => {
    bytes += JSON.stringify([fieldsBefore, fieldsAfter]).length;
    return bytes > PAGE_BYTES;
  });
  return end < 0 ? records : records.slice(0, Math.max(1, end));
}

/** The RPC with which a service counts its audit records of before an instant. */
export function auditCount(
  method: DescMethodUnary<typeof CountAuditRecordsRequestSchema, typeof CountAuditRecordsResponseSchema>,
): Operation<typeof CountAuditRecordsRequestSchema, typeof CountAuditRecordsResponseSchema> {
  return query(method, async (db, { before }, { actor: { institutionId } }) => ({
    records: await countOldAudit(db, { institutionId, before }),
  }));
}

function positionOf(page: PageRequest | undefined, to: string | undefined): AuditPosition {
  const { sort, id } = page?.after ?? {};
  if (sort === undefined || id === undefined) return newestBefore(to);
  if (!isInstantText(sort)) refuseField('/page/after/sort', 'invalid_string', 'must be an RFC 3339 date-time');
  if (!/^\d{1,16}$/.test(id) || !Number.isSafeInteger(Number(id)))
    refuseField('/page/after/id', 'invalid_string', 'must be the sequence of a record');
  return { recordedAt: sort, sequence: Number(id) };
}

const writeRecord = messageWriter(AuditRecordSchema);
const writeChange = messageWriter(FieldChangeSchema);

function recordMessage(record: AuditRecord): AuditRecordMessage {
  const { sequence, actor: actorKind, resource: resourceKind } = record;
  const { userId = null } = (record.fieldsAfter ?? record.fieldsBefore ?? {}) as { readonly userId?: string | null };
  const changes = auditedChanges(record);
  return writeRecord({ ...record, sequence: BigInt(sequence), actorKind, resourceKind, changes, userId });
}

/** The fields that differ, in the order of their columns. Whose a record is does not change. */
export function auditedChanges({ fieldsBefore, fieldsAfter }: AuditRecord): FieldChange[] {
  const names = Object.keys(fieldsAfter ?? fieldsBefore ?? {});
  return names.flatMap((name) => {
    if (name === 'userId') return [];
    const [before = null, after = null] = [fieldsBefore, fieldsAfter].map(
      (fields) => fields && JSON.stringify(fields[name]),
    );
    return before === after ? [] : [writeChange({ name, before, after })];
  });
}
