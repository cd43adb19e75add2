import { hash } from 'node:crypto';
import { lockImport } from '../../../bundle/engine/import-lock.ts';
import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { dateFault, toInstantText } from '../../../platform/core/instant.ts';
import { cutPage, keysetOf } from '../../../platform/core/paging.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import {
  type CalendarDay,
  CalendarDayKind,
  type CalendarImport,
  CalendarService,
} from '../../../proto/gen/lyceum/timetracking/v1/calendar_pb.ts';
import { readCalendarFile } from '../calendar-import/read-calendar.ts';
import { writeDays } from '../calendar-import/write-days.ts';
import { calendarDayKinds } from '../domain/calendar-day.ts';
import { type CalendarFile, planDays } from '../domain/calendar-file.ts';
import { refuse } from '../domain/refusals.ts';
import { admitInstitution } from '../members/admit-member.ts';
import { findDaysToRemove, findKnownDays, listDays, listImports, removeDays } from '../store/calendar-days.ts';
import { findFile, keepFile } from '../store/calendar-imports.ts';

const { method } = CalendarService;

/** GET /calendar-days: by their first day. */
export const listCalendarDays = query(
  method.listCalendarDays,
  async (db, { page, from = null, to = null, kind }, { actor, call }) => {
    const keyset = keysetOf(page, '');
    if (keyset.sort !== '' && dateFault(keyset.sort))
      refuseField('/page/after/sort', 'invalid_string', 'must be a date');
    // Administrators prepare the calendar before time is tracked.
    if (actor.kind === 'integration') await admitInstitution(call);
    const filter = { from, to, kind: kind === CalendarDayKind.UNSPECIFIED ? null : calendarDayKinds.of(kind) };
    const { rows, hasMore } = cutPage(await listDays(db, actor, keyset, filter), keyset);
    return { days: rows, hasMore };
  },
);

/** Keeps what a file says, faults included. */
export const createCalendarImport = command(method.createCalendarImport, {
  prepare: async ({ file, kind }) => readCalendarFile(file, calendarDayKinds.of(kind)),
  async run(tx, _, { actor, now, newId, prepared: file }) {
    const id = newId();
    keepFile(tx, actor, { id, file, now });
    return { response: { id } };
  },
});

/** What the import of a file would do now. */
export const previewCalendarImport = query(method.previewCalendarImport, async (db, { id }, { actor, now }) => {
  const file = await findFile(db, actor, { id, now });
  const known = await findKnownDays(db, actor, file.days);
  const { planned, unchanged } = planDays(file, known);
  return {
    days: planned.map(
      ({ id: stored, name, from, to, kind }): CalendarDay => ({
        $typeName: 'lyceum.timetracking.v1.CalendarDay',
        ...{ id: stored ?? '', name, from, to, kind: calendarDayKinds.from(kind), createdAt: '', updatedAt: '' },
      }),
    ),
    unchanged,
    faults: file.faults.slice(0, MAX_FAULTS),
    faultCount: file.faults.length,
    state: stateOf(file, known),
  };
});

/** Writes the days of a file, if they are as its preview has shown them. */
export const importCalendarDays = command(method.importCalendarDays, {
  async run(tx, { id, state }, { actor, now, newId }) {
    // Imports of an institution wait for each other, those of bundles too: two would both find nothing, and collide.
    lockImport(tx, actor.institutionId);
    const file = await findFile(tx, actor, { id, now });
    const known = await findKnownDays(tx, actor, file.days);
    const { planned } = planDays(file, known);
    if (planned.length === 0) return { response: {} };
    if (file.faults.length > 0 || state !== stateOf(file, known)) refuse('CALENDAR_IMPORT_STALE');
    writeDays(planned, { tx, actor, at: toInstantText(now), newId, importId: id });
    return { response: {} };
  },
});

/** The imports of which days are left. */
export const listCalendarImports = query(method.listCalendarImports, async (db, _, { actor }) => ({
  imports: (await listImports(db, actor)).map(
    (each): CalendarImport => ({ $typeName: 'lyceum.timetracking.v1.CalendarImport', ...each }),
  ),
}));

/** Removes a day, or all of an import. */
export const removeCalendarDays = command(method.removeCalendarDays, {
  async run(tx, { which }, { actor }) {
    const ids = await findDaysToRemove(
      tx,
      actor,
      which.case === 'id' ? { id: which.value } : { importId: which.value ?? '' },
    );
    removeDays(tx, actor, ids);
    return { response: { removed: ids.length } };
  },
});

/** A digest of the stored days that a file names. */
function stateOf({ days }: CalendarFile, known: Awaited<ReturnType<typeof findKnownDays>>): string {
  const seen = known.map(({ id, revision }) => `${id} ${revision}`).sort();
  return hash('sha256', JSON.stringify([days.length, seen]), 'base64url');
}

const MAX_FAULTS = 100;
