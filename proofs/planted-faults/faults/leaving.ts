/** Institutions that stand still, move and go. */
export const leavingFaults = {
  'A table is left out of archives': {
    file: 'platform/data/archive/lines.ts',
    find: "if (isOfTheMoment || !('institution' in belongsTo)) return [];",
    replace: "if (isOfTheMoment || name === 'audit_log' || !('institution' in belongsTo)) return [];",
    test: 'cli/archive',
  },
  'An archive has rows of another institution': {
    file: 'platform/data/archive/lines.ts',
    find: 'WHERE t.${institution} = $1${order',
    replace: 'WHERE $1::uuid IS NOT NULL${order',
    test: 'cli/archive',
  },
  'The sender of webhooks does not see that an institution stands still': {
    file: 'services/webhooks/store/lease-endpoints.ts',
    find: ' AND q.institution_id <> ALL (${STANDING_STILL})',
    replace: '',
    test: 'test/operations/freeze.test.ts',
  },
  'A move believes in a freeze that has ended': {
    file: 'cli/moving/moving-institution.ts',
    find: "return ends.every((end) => end === 'moved' || end === until);",
    replace: 'return ends.length > 0 || until === null;',
    test: 'test/operations/moving.test.ts',
  },
  'The notes of somebody else’s appointment are handed over': {
    file: 'console/hand-over/appointments.ts',
    find: 'isOwn ? notes : undefined',
    replace: 'notes',
    test: 'test/console/hand-over.test.ts',
  },
  'A person without time records gets the changes of everybody’s': {
    file: 'console/hand-over/audit.ts',
    find: 'if (ids.length === 0) return;',
    replace: '',
    test: 'test/console/hand-over.test.ts',
  },
  'An erasure forgets a column': {
    file: 'services/directory/store/erased-users.ts',
    find: '    image: null,\n    code: null,',
    replace: '    code: null,',
    test: 'test/erasure/erase-person.test.ts',
  },
  'The address of an erased person still leads to the former id': {
    file: 'services/directory/store/erased-users.ts',
    find: '    email: erasedEmail(user.id),\n',
    replace: '',
    test: 'test/erasure/erase-person.test.ts',
  },
  'A restored service is ready before it has applied the journal': {
    file: 'platform/process/erasure/erasures.ts',
    find: 'this.#isCaughtUp ||= !isBehind;',
    replace: 'this.#isCaughtUp ||= !isBehind || isBehind;',
    test: 'test/erasure/restored.test.ts',
  },
  'An import believes that nobody was erased': {
    file: 'cli/erasure/apply-journal.ts',
    find: 'if (entry.institutionId !== from) continue;',
    replace: 'if (entry.institutionId !== from || to !== from) continue;',
    test: 'test/erasure/imported.test.ts',
  },
  'The age of archived people is that of their last change': {
    file: 'services/directory/store/retentions.ts',
    find: 'coalesce(u.archived_at, u.updated_at) <',
    replace: 'u.updated_at <',
    test: 'test/console/retention.test.ts',
  },
  'Hours go by the day on which they began': {
    file: 'services/timetracking/store/old-records.ts',
    find: '`r.end_time < ${before}`',
    replace: '`r.end_time IS NOT NULL AND r.start_time < ${before}`',
    test: 'test/erasure/retention.test.ts',
  },
  'What is of the end of a month is never as old as a shorter one': {
    file: 'services/directory/domain/retention.ts',
    find: 'isMonthEnd ? last.with({ day: last.daysInMonth }) : last',
    replace: 'isMonthEnd ? last : last',
    test: 'services/directory/domain/retention.test.ts',
  },
  'Hours that go by their age are not in the journal': {
    file: 'services/directory/erasing/retention.ts',
    find: "for (const kind of ['notes', 'hours', 'audit'] as const)",
    replace: "for (const kind of ['notes', 'audit'] as const)",
    test: 'test/erasure/retention.test.ts',
  },
  'A hold does not keep time records': {
    file: 'services/timetracking/erasing/erasing.ts',
    find: 'return userIds;',
    replace: 'return userIds.slice(userIds.length);',
    test: 'test/erasure/retention.test.ts',
  },
  'Whoever may have received a person’s data is said to have received it': {
    file: 'console/hand-over/recipients.ts',
    find: "? 'may have received'",
    replace: "? 'received'",
    test: 'test/console/hand-over.test.ts',
  },
} as const;
