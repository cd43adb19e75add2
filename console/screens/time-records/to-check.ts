import type { TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { ALL_TIME } from '../../../records/hours.ts';
import { linkButton } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { readFilter } from './filter.ts';
import { addressOf } from './record-of.ts';

/** Links to the records to check before and after one in the list that has led to it: of all without such a list. */
export async function toCheckBeside(visit: SessionVisit, record: TimeRecord): Promise<Html> {
  const { callIfAvailable, query } = visit;
  const read = query.from && query.to ? await readFilter(visit) : undefined;
  const selection = read && 'selection' in read ? read.selection : undefined;
  const { request = ALL_TIME, chosen } = selection ?? {};
  const userIds = chosen?.users.map(({ id }) => id) ?? [];
  const all = { ...request, filter: RecordFilter.AUTO_CLOSED, userIds };
  const [older, newer] = await Promise.all([
    callIfAvailable(RecordService.method.listRecords, {
      ...all,
      page: { size: 1, after: { sort: record.startTime, id: record.id } },
    }),
    callIfAvailable(RecordService.method.listRecords, {
      ...all,
      from: latest(record.startTime, all.from),
      page: { size: LOOKED_AT },
    }),
  ]);
  // Beyond that, which of them is the next one is not known.
  const isKnown = newer?.hasMore === false;
  const before = newer?.records.filter((each) => isAfter(each, record)).at(-1);
  const { exact: _, ...filters } = query;
  const to = (found: TimeRecord | undefined, label: string) =>
    found && linkButton(addressOf(found, filters), label, 'plain', t.timeRecords.toCheck);
  return html`${isKnown && to(before, t.timeRecords.previous)}${to(older?.records[0], t.timeRecords.next)}`;
}

const LOOKED_AT = 100;

function latest(one: string, other: string): string {
  return one > other ? one : other;
}

/** The list has the newest first. */
function isAfter(one: TimeRecord, other: TimeRecord): boolean {
  return one.startTime > other.startTime || (one.startTime === other.startTime && one.id > other.id);
}
