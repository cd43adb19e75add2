/** Closed months: what passes them, and what their figures are of. */
export const monthFaults = {
  'A change of a time record keeps no former pauses': {
    file: 'services/timetracking/store/tables.ts',
    find: "'startTime', 'endTime', 'pauses', 'autoClosed']",
    replace: "'startTime', 'endTime', 'autoClosed']",
    test: 'test/console/audited-times.test.ts',
  },
  'A folded sentence hides another person': {
    file: 'console/screens/audit/folded.ts',
    find: "NOBODYS.has(record.resourceKind) ? '' : record.userId",
    replace: "record.resourceKind === 'user' ? undefined : ''",
    test: 'console/screens/audit/folded.test.ts',
  },
  'The times of an erased record stay in the audit log': {
    file: 'services/timetracking/store/erased-records.ts',
    find: '  return eraseAudited(tx, audited, true);\n',
    replace: '  return true;\n',
    test: 'test/erasure/erase-person.test.ts',
  },
  'The reason of a correction outlives the person': {
    file: 'services/timetracking/erasing/erasing.ts',
    find: '(await eraseReasons(tx, person)) && isLateDone',
    replace: 'isLateDone',
    test: 'test/erasure/erase-person.test.ts',
  },
  'An end before the start is taken for one of the next day': {
    file: 'console/screens/time-records/record-days.ts',
    find: "areTwo ? (typed.end_date ?? '') : first",
    replace: 'areTwo ? (typed.end_date ?? next(first)) : first',
    test: 'test/console/correct-record.test.ts',
  },
  'A correction moves a record out of a closed month': {
    file: 'services/timetracking/rpc/logs.ts',
    find: 'permitted(next, closings.get(userId) ?? [], log)',
    replace: 'permitted(next, closings.get(userId) ?? [])',
    test: 'services/timetracking/rpc/months.test.ts',
  },
  'A bulk writes into a closed month': {
    file: 'services/timetracking/rpc/bulk-create-logs.ts',
    find: 'planBulk(drafts, stored, closings,',
    replace: 'planBulk(drafts, stored, new Map(),',
    test: 'services/timetracking/rpc/months.test.ts',
  },
  'A month is closed beside the writes of its records': {
    file: 'services/timetracking/store/closed-months.ts',
    find: 'SELECT pg_advisory_xact_lock(',
    replace: 'SELECT pg_advisory_xact_lock(1 + ',
    test: 'test/gateway/conventions/month-races.test.ts',
  },
  'The digest of a user group is over everybody’s records': {
    file: 'services/timetracking/store/month-figures.ts',
    find: 'isOfAll: userGroupId === null',
    replace: "isOfAll: userGroupId !== ''",
    test: 'services/timetracking/rpc/months.test.ts',
  },
  'The digest leaves out records that reach into the month': {
    file: 'services/timetracking/store/month-figures.ts',
    find: "start_time >= ${$.startsAt}::timestamptz - interval '${LONG}' AND",
    replace: 'start_time >= ${$.startsAt}::timestamptz AND',
    test: 'services/timetracking/rpc/months.test.ts',
  },
  'A late punch is kept each time that it is sent': {
    file: 'services/timetracking/rpc/late-punch.ts',
    find: 'decide(isWithin ? last.record : null)',
    replace: 'decide(null)',
    test: 'services/timetracking/rpc/months.test.ts',
  },
  'A note counts as a look at a forgotten evening': {
    file: 'services/timetracking/domain/change-log.ts',
    find: 'edits.some((field) => TIMES.has(field))',
    replace: 'edits.length > 0',
    test: 'services/timetracking/rpc/months.test.ts',
  },
} as const;
