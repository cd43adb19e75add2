import { create } from '@bufbuild/protobuf';
import { expect, it } from 'vitest';
import { type AuditRecord, AuditRecordSchema } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { inEnglish } from '../../components/testing/english.ts';
import { folded } from './folded.ts';
import { sentenceOf } from './sentences.ts';

const HANA = 'hana';
/** Another person of the same name. */
const NAMESAKE = 'namesake';
const NAMES: Readonly<Record<string, string>> = { [HANA]: 'Hana Tanaka', [NAMESAKE]: 'Hana Tanaka', bee: 'Busy Bee' };

type More = Partial<
  Record<'requestId' | 'recordedAt' | 'operation' | 'resourceKind' | 'versionBefore' | 'reason', string>
>;

let records = 0;
function added(userId: string | undefined, more: More = {}): AuditRecord {
  return create(AuditRecordSchema, {
    ...{ recordedAt: '2026-10-05T08:00:00.000Z', requestId: 'one', resourceKind: 'time_record', versionAfter: 'a' },
    ...{ operation: 'lyceum.timetracking.v1.LogService/BulkCreateLogs', resourceId: `${++records}`, ...more },
    ...(userId !== undefined && { userId }),
  });
}
const tell = (all: readonly AuditRecord[]) =>
  inEnglish(() => folded(all, (each, count) => sentenceOf(each, each.userId && NAMES[each.userId], count))).map(
    ({ sentence, records: { length } }) => [sentence, length],
  );
const times = (count: number, userId: string | undefined, more?: More) =>
  Array.from({ length: count }, () => added(userId, more));

it('equal records of one request and one person are one sentence, in whatever order they come', () => {
  const [first, ...others] = times(20, HANA);
  expect(tell([...(first ? [first] : []), added('bee'), ...others])).toEqual([
    ['added 20 time records of Hana Tanaka', 20],
    ['added a time record of Busy Bee', 1],
  ]);
  expect(
    tell(times(2, HANA, { operation: 'lyceum.timetracking.v1.ImportService/Import', versionBefore: 'b' })),
  ).toEqual([['changed 2 time records of Hana Tanaka', 2]]);
});

it('no sentence hides another person: not one of the same name, nor one of whom nothing is known', () => {
  expect(tell([...times(2, HANA), ...times(3, NAMESAKE)])).toEqual([
    ['added 2 time records of Hana Tanaka', 2],
    ['added 3 time records of Hana Tanaka', 3],
  ]);
  expect(tell(times(2, undefined))).toEqual(Array(2).fill(['added a time record of somebody', 1]));
  const user = { resourceKind: 'user', operation: 'lyceum.directory.v1.UserService/CreateUser' };
  expect(tell(times(2, undefined, user)).map(([, count]) => count)).toEqual([1, 1]);
});

it('what another request did, in another way or for another reason, is told apart', () => {
  const update = { operation: 'lyceum.timetracking.v1.LogService/UpdateLog', versionBefore: 'b' };
  expect(
    tell([
      ...[added(HANA), added(HANA, { requestId: 'two' }), added(HANA, { recordedAt: '2026-10-05T08:00:00.001Z' })],
      ...[added(HANA, { ...update, reason: 'One' }), added(HANA, { ...update, reason: 'Another' })],
    ]).map(([, count]) => count),
  ).toEqual([1, 1, 1, 1, 1]);
});

it('days of the calendar, which are nobody’s, are counted too', () => {
  const day = { resourceKind: 'calendar_day', operation: 'lyceum.timetracking.v1.CalendarService/ImportCalendarDays' };
  expect(tell(times(12, undefined, day))).toEqual([['imported 12 days of the calendar', 12]]);
});
