import type { Fault } from '../fault.ts';

/** The rules of sessions, logs and bulks. */
export const timeTracking: readonly Fault[] = [
  {
    name: 'A log of a bulk conflicts with the one that ends when it begins',
    file: 'services/timetracking/domain/plan-bulk.ts',
    find: 'draft.start < (log.end',
    replace: 'draft.start <= (log.end',
  },
  {
    name: 'A log conflicts with the stored one that ends when it begins',
    file: 'services/timetracking/store/time-records.ts',
    find: 'end_time > k.start_time',
    replace: 'end_time >= k.start_time',
  },
  {
    name: 'A changed log conflicts with itself',
    file: 'services/timetracking/rpc/update-log.ts',
    find: '[{ userId, start, end }], log.id)',
    replace: '[{ userId, start, end }])',
  },
  {
    name: 'Items of a bulk are not compared with each other',
    file: 'services/timetracking/domain/plan-bulk.ts',
    find: '    accepted.set(userId, [...own, log]);\n',
    replace: '',
  },
  {
    name: 'A session of today is closed like one of yesterday',
    file: 'services/timetracking/domain/local-day.ts',
    find: 'dateOf(other, zone)) < 0',
    replace: 'dateOf(other, zone)) <= 0',
  },
  {
    name: 'A session that is closed automatically ends at midnight instead of just before',
    file: 'services/timetracking/domain/local-day.ts',
    find: 'return firstMoment - 1;',
    replace: 'return firstMoment;',
  },
  {
    name: 'A day with two midnights ends at the first one',
    file: 'services/timetracking/domain/local-day.ts',
    find: "disambiguation: 'later'",
    replace: "disambiguation: 'earlier'",
  },
  {
    name: 'A pause lasts beyond the end of its session',
    file: 'services/timetracking/domain/close-record.ts',
    find: 'end: Math.min(pause.end ?? end, end)',
    replace: 'end: pause.end ?? end',
  },
  {
    name: 'A log of 366 days is too long',
    file: 'services/timetracking/domain/log-faults.ts',
    find: 'end - start <= LENGTH_AT_MOST_MS',
    replace: 'end - start < LENGTH_AT_MOST_MS',
  },
  {
    name: 'Pauses may overlap',
    file: 'services/timetracking/domain/log-faults.ts',
    find: '(before?.end ?? log.start)',
    replace: 'log.start',
  },
  {
    name: 'A punch at the instant of the previous one is refused',
    file: 'services/timetracking/domain/punch.ts',
    find: 'if (punch.at < open.lastEvent)',
    replace: 'if (punch.at <= open.lastEvent)',
  },
  {
    name: 'The minutes worked are the difference of rounded numbers',
    file: 'services/timetracking/domain/durations.ts',
    find: 'wholeMinutes(duration - paused)',
    replace: 'wholeMinutes(duration) - wholeMinutes(paused)',
  },
  {
    name: 'A pause counts on each day that its log touches',
    file: 'services/timetracking/domain/hours.ts',
    find: 'sum + common({ start, end: end ?? log.end }, stretch)',
    replace: 'sum + (end ?? log.end) - start',
  },
  {
    name: 'A log that passes midnight counts twice in the whole',
    file: 'services/timetracking/domain/hours.ts',
    find: '{ ...[...touched.values()].reduce(plus), ...countOf(record) }',
    replace: '[...touched.values()].reduce(plus)',
  },
  {
    name: 'Hours are those of days in UTC',
    file: 'services/timetracking/domain/periods.ts',
    find: 'ahead: from.offsetNanoseconds / 1e6',
    replace: 'ahead: 0',
  },
  {
    name: 'Hours take the offset of the first day for all',
    file: 'services/timetracking/domain/periods.ts',
    find: "from.getTimeZoneTransition('next')",
    replace: 'null',
  },
  {
    name: 'A week of hours begins on Sunday',
    file: 'services/timetracking/domain/periods.ts',
    find: '8 - date.dayOfWeek',
    replace: '7 - (date.dayOfWeek % 7)',
  },
  {
    name: 'Hours of 366 days are refused',
    file: 'services/timetracking/domain/periods.ts',
    find: 'days <= MAX_DAYS',
    replace: 'days < MAX_DAYS',
  },
  {
    name: 'Hours of a member with very many logs are those of the first page',
    file: 'services/timetracking/store/tracked-time.ts',
    find: 'if (!last || !pageHasMore(rows)) return;',
    replace: 'return;',
  },
  {
    name: 'Hours do not show a session that was opened after them',
    file: 'services/timetracking/store/tracked-time.ts',
    find: 'l.start_time >= ${$.to}',
    replace: 'l.start_time < ${$.to}',
  },
  {
    name: 'Hours of a month are shown by the day',
    file: 'services/timetracking/rpc/member-totals.ts',
    find: 'by || PeriodUnit.DAY',
    replace: 'PeriodUnit.DAY',
  },
  {
    name: 'A session that has changed is ended in the console as if it had not',
    file: 'services/timetracking/rpc/end-session.ts',
    find: 'requireRevision(precondition, before.revision);',
    replace: '',
  },
  {
    name: 'The console lists no record that began long before the period',
    file: 'services/timetracking/store/listed-records.ts',
    find: "end_time - start_time > '${LONG}'::interval AND",
    replace: 'false AND',
  },
];
