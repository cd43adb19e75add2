import type { AuditRecord } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';

/** Changes that one sentence tells: of one request, and of one person. */
interface Folded {
  readonly sentence: string;
  /** At least one. */
  readonly records: readonly [AuditRecord, ...AuditRecord[]];
}

/**
 * Changes, with equal ones of one request as one. Of two people there are always two: names may be equal, and no
 * sentence may hide that it tells of somebody else, too.
 * @param sentenceOf tells a change, or several equal ones: of those that it tells no otherwise, each stays alone
 */
export function folded(
  records: readonly AuditRecord[],
  sentenceOf: (record: AuditRecord, count: number) => string,
): Folded[] {
  const told = records.map((record, index) => {
    const sentence = sentenceOf(record, 1);
    const owner = NOBODYS.has(record.resourceKind) ? '' : record.userId;
    const { requestId, recordedAt, operation, resourceKind, reason = '' } = record;
    const isEqual = owner !== undefined && sentenceOf(record, 2) !== sentence;
    const key = isEqual ? [owner, requestId, recordedAt, operation, resourceKind, sentence, reason] : [index];
    return { record, key: key.join('\n') };
  });
  return [...Map.groupBy(told, ({ key }) => key).values()].flatMap((equal) => {
    const [first, ...others] = equal.map(({ record }) => record);
    return first ? [{ sentence: sentenceOf(first, equal.length), records: [first, ...others] as const }] : [];
  });
}

/** Records that are no person's. */
const NOBODYS = new Set(['calendar_day']);
