import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/core/instant.ts';
import {
  findConflicts,
  findLast,
  findOpen,
  findRecord,
  listLogs,
} from '../../../services/timetracking/store/time-records.ts';
import { listTrackedTime } from '../../../services/timetracking/store/tracked-time.ts';
import type { CaseParams } from '../year/case-params.ts';
import { membersOf } from '../year/time-tracking-rows.ts';
import { casesOf, LIMIT, NO_ID } from './case.ts';

const member = (a: CaseParams) => a.uid('user', a.turn % membersOf(a.size));
const ALL = { from: '-infinity', to: 'infinity' };

const logs =
  (who: (a: CaseParams) => string, within: (a: CaseParams) => { from: string; to: string }, part = 0) =>
  (db: Tx, a: CaseParams) =>
    listLogs(db, a.actor, who(a), { sort: a.at(part), id: NO_ID, limit: LIMIT }, within(a));
const busy = (a: CaseParams) => a.uid('busy', 1);

const claims = (a: CaseParams, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const start = Date.parse(a.at(0.5)) + n * HOUR_MS;
    return { userId: member(a), start, end: start + 1_800_000 };
  });

export const timetrackingCases = casesOf('timetracking', {
  'log by id': (db, a) => findRecord(db, a.actor, a.uid('log', 2 * a.turn)),
  'open session': (db, a) => findOpen(db, a.actor, member(a)),
  'logs of a member, first page': logs(member, () => ALL),
  'logs of a member, deep page': logs(member, () => ALL, 0.5),
  'logs of a member, a week': logs(member, (a) => ({ from: a.at(0.5), to: a.at(0.5, 7) })),
  'logs of a busy member, first page': logs(busy, () => ALL),
  'logs of a busy member, their last days': logs(busy, (a) => ({ from: a.at(0.98), to: 'infinity' })),
  'hours of a busy member, a month': (db, a) => {
    const start = Date.parse(a.at(0.5));
    return Array.fromAsync(listTrackedTime(db, a.actor, busy(a), { start, end: start + 31 * DAY_MS }));
  },
  'overlap of a log': (db, a) => findConflicts(db, a.actor, claims(a, 1)),
  'overlap of an open session': (db, a) =>
    findConflicts(
      db,
      a.actor,
      claims(a, 1).map((claim) => ({ ...claim, end: null })),
    ),
  'overlap of 500 logs': (db, a) => findConflicts(db, a.actor, claims(a, 500)),
  'last record of a member': (db, a) => findLast(db, a.actor, member(a)),
});
