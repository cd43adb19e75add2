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
    find: '(pauses[index - 1]?.end ?? log.start)',
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
];
