/** Writes that are lost or done twice, events, hours, and races. */
export const writeFaults = {
  'The path is not part of a request’s fingerprint': {
    file: 'gateway/endpoint/idempotency-key.ts',
    find: '`${method} ${path}\\n',
    replace: '`${method}\\n',
    test: 'gateway/endpoint/fingerprint.test.ts',
  },
  'Two integrations of an institution share their keys': {
    file: 'platform/core/actor.ts',
    find: 'return actor.integrationId;',
    replace: 'return actor.institutionId;',
    test: 'platform/data/idempotency/idempotency.test.ts',
  },
  'A write without a key is sent again': {
    file: 'platform/calls/retries.ts',
    find: '|| idempotency !== undefined ||',
    replace: '|| idempotency !== null ||',
  },
  'The client ignores the key that it is given': {
    file: 'clients/typescript/src/requests.ts',
    find: 'idempotencyKey ?? crypto.randomUUID()',
    replace: 'crypto.randomUUID()',
    test: 'clients/typescript/src/http/sender.test.ts',
  },
  'A form that is sent twice creates two integrations': {
    file: 'console/route/sent-form.ts',
    find: '{ key: fingerprint, fingerprint }',
    replace: '{ key: `${fingerprint}${Math.random()}`, fingerprint }',
    test: 'test/console/browser.test.ts',
  },
  'The last form of the console wins': {
    file: 'console/route/change-screen.ts',
    find: '{ revisions: [opened.revision] }',
    replace: '{ any: true }',
    test: 'test/console/two-administrators.test.ts',
  },
  'A dry run is written': {
    file: 'bundle/engine/import-command.ts',
    find: '      if (!request.dryRun) return',
    replace: '      if (request.steps.length > 0) return',
    test: 'services/locations/rpc/import-records.test.ts',
  },
  'An import resets fields that its bundle does not name: it brings archived users back, and clears their codes': {
    file: 'bundle/engine/columns-of-records.ts',
    find: 'before ? { ...before }',
    replace: 'before ? { ...before, ...empty, ref: record.ref }',
    test: 'services/directory/rpc/import-records.test.ts',
  },
  'An import archives users, and says so to nobody': {
    file: 'services/directory/import/events.ts',
    find: '  payload: archiving,',
    replace: '',
    test: 'services/directory/rpc/archiving-events.test.ts',
  },
  'An empty cell clears what is stored': {
    file: 'services/directory/people-import/read-people.ts',
    find: "if (cell(columnOf(field)) !== '') given.set(field, cell(columnOf(field)));",
    replace: "if (field !== 'name') given.set(field, (cell(columnOf(field)) || null) as string);",
    test: 'services/directory/rpc/people-import.test.ts',
  },
  'An import of a calendar overwrites what has changed since its preview': {
    file: 'services/timetracking/rpc/calendar.ts',
    find: 'file.faults.length > 0 || state !== stateOf(file, known)',
    replace: 'file.faults.length > 0',
  },
  'The end of an event belongs to it': {
    file: 'services/timetracking/calendar-import/read-calendar.ts',
    find: 'after === null || after === from ? from : dayBefore(after)',
    replace: 'after ?? from',
  },
  'A choice of rules overwrites one that was not seen': {
    file: 'services/directory/rpc/working-time.ts',
    find: "if (stored !== choiceOf(seen)) refuse('REVISION_STALE');",
    replace: 'choiceOf(seen);',
  },
  'A file with people is read in one go': {
    file: 'platform/core/table/read-table.ts',
    find: '    await yieldToEventLoop();\n',
    replace: '',
  },
  'A renamed version leaves no event of its program': {
    file: 'services/curricula/rpc/program-versions.ts',
    find: '        resourceEvent(ProgramUpdatedSchema, aggregateId),\n',
    replace: '',
    test: 'services/curricula/rpc/program-versions.test.ts',
  },
  'Events are published in the order of their ids': {
    file: 'platform/events/outbox/relay.ts',
    find: 'ORDER BY o.sequence',
    replace: 'ORDER BY o.id DESC',
  },
  'In one process, an event counts as published before its consumers have handled it': {
    file: 'platform/events/in-process-bus.ts',
    find: '      const handled = await handle(own);\n',
    replace:
      '      const handled = new Set(own.map(({ id }) => id));\n      void handle(own).catch(() => undefined);\n',
  },
  'An event that is published twice is stored twice': {
    file: 'platform/events/publication.ts',
    find: '  own.set(PubHeaders.MsgIdHdr, event.id);\n',
    replace: '',
    test: 'platform/events/jetstream-bus.test.ts',
  },
  'A relay that has lost its lock ends its batch': {
    file: 'platform/events/publication.ts',
    find: "      if (!this.#mayContinue()) return 'the publication was stopped';\n",
    replace: '',
    test: 'platform/events/publication.test.ts',
  },
  'A service whose clock is set back writes what readers of changes have left behind': {
    file: 'platform/core/clock.ts',
    find: 'agree(machine, server) ? machine : server',
    replace: 'machine',
    test: 'platform/process/process-clock.test.ts',
  },
  'A day with two midnights ends at the first one': {
    file: 'services/timetracking/domain/local-day.ts',
    find: "disambiguation: 'later'",
    replace: "disambiguation: 'earlier'",
  },
  'Of a local time that occurs twice the first is taken unasked': {
    file: 'console/screens/time-records/local-fields.ts',
    find: "which !== 'first' && which !== 'second'",
    replace: "which === 'neither'",
    test: 'test/console/time-records.test.ts',
  },
  'A punch is written although another one has changed what it was decided on': {
    file: 'services/timetracking/store/time-records.ts',
    find: '  tx.write(EXPECT, { institutionId, userId, revision: last?.revision ?? null, at: toInstantText(at) });\n',
    replace: '',
    test: 'proofs/schedules/schedules.test.ts -t ^time-tracking:.every',
  },
  'Two imports of an institution may run at once': {
    file: 'bundle/engine/import-lock.ts',
    find: 'pg_advisory_xact_lock(',
    replace: 'pg_advisory_xact_lock_shared(',
    test: 'proofs/schedules/schedules.test.ts -t ^import-and-requests:.every',
  },
  'Rooms are looked at before others have finished booking them': {
    file: 'services/scheduling/appointments/secure-rooms.ts',
    find: 'lockRooms(tx, actor, roomsOf(changes));',
    replace: 'lockRooms(tx, actor, roomsOf({ ...changes, released: [], taken: [] }));',
    test: 'proofs/schedules/schedules.test.ts -t ^bookings-of-a-room:.every',
  },
  'Two who use a one-time link at the same moment are both signed in': {
    file: 'services/identity/rpc/sessions.ts',
    find: '      findSignInLink(tx, hashSecret(code)),\n',
    replace: '      Promise.resolve(prepared),\n',
    test: 'proofs/schedules/schedules.test.ts -t ^sign-in-and-removal:.every',
  },
  'A relay that has lost its lock goes on publishing': {
    file: 'platform/events/outbox/relay.ts',
    find: '() => this.#lock.isHeld)',
    replace: '() => true)',
    test: 'proofs/schedules/schedules.test.ts -t ^relays:.every',
  },
  'A refusal comes before the answer that its key has got meanwhile': {
    file: 'platform/handler/command.ts',
    find: '(isClaimFailure(error) || error instanceof Refusal)',
    replace: 'isClaimFailure(error)',
    test: 'proofs/schedules/schedules.test.ts -t ^replays-of-a-punch:.every',
  },
  'The breaks of a day are those that its gross work needs': {
    file: 'services/timetracking/domain/working-time/working-day.ts',
    find: 'const minutes = wholeMinutes(worked);',
    replace: 'const minutes = wholeMinutes((last ?? 0) - (first ?? 0));',
    test: 'services/timetracking/domain/working-time',
  },
  'A pause of fourteen minutes counts as a break': {
    file: 'services/timetracking/domain/working-time/working-day.ts',
    find: 'if (minutes >= eachLeast)',
    replace: 'if (minutes >= eachLeast - 1)',
    test: 'services/timetracking/domain/working-time',
  },
  'A rest is read off the clock when clocks are set back or forward': {
    file: 'services/timetracking/domain/working-time/findings.ts',
    find: 'wholeMinutes(closed.start - last.end)',
    replace:
      'wholeMinutes([closed.start, last.end].map((at) => at + Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(days.zone).offsetNanoseconds / 1e6).reduce((a, b) => a - b))',
    test: 'services/timetracking/domain/working-time',
  },
  'A finding stays acknowledged although its record was changed, and changed back': {
    file: 'services/timetracking/rpc/logs.ts',
    find: 'hasOtherTimes(changes) ?',
    replace: 'changes.length === 0 ?',
    test: 'services/timetracking/rpc/findings.test.ts',
  },
};
