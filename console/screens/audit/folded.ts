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
 */
export function folded(records: readonly AuditRecord[], sentenceOf: (record: AuditRecord) => string): Folded[] {
  const told = records.map((record, index) => {
    const sentence = sentenceOf(record);
    const owner = NOBODYS.has(record.resourceKind) ? '' : record.userId;
    const { requestId, recordedAt, operation, resourceKind, reason = '' } = record;
    const isEqual = owner !== undefined && ONE.test(sentence);
    const key = isEqual ? [owner, requestId, recordedAt, operation, resourceKind, sentence, reason] : [index];
    return { record, sentence, key: key.join('\n') };
  });
  return [...Map.groupBy(told, ({ key }) => key).values()].flatMap((equal) => {
    const [first, ...others] = equal;
    if (!first) return [];
    const { sentence } = first;
    return {
      sentence:
        others.length === 0
          ? sentence
          : sentence.replace(ONE, (_, _article, noun: string) => `${equal.length} ${PLURALS[noun]}`),
      records: [first.record, ...others.map(({ record }) => record)],
    };
  });
}

const PLURALS: Readonly<Record<string, string>> = {
  'time record': 'time records',
  'late record': 'late records',
  'day of the calendar': 'days of the calendar',
};

/** Records that are no person's. */
const NOBODYS = new Set(['calendar_day']);
const ONE = new RegExp(`\\b(an?|the) (${Object.keys(PLURALS).join('|')})\\b`);
