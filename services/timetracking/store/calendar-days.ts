import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsBut,
  columnsOf,
  deleteRows,
  instant,
  integer,
  plainText,
  type RowOf,
  sqlStatement,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import {
  type CalendarDay,
  CalendarDayKind,
  CalendarDaySchema,
} from '../../../proto/gen/lyceum/timetracking/v1/calendar_pb.ts';
import { type CalendarDayKindName, earliestBegin } from '../domain/calendar-day.ts';
import type { FileDay } from '../domain/calendar-file.ts';
import { calendarDays } from './tables.ts';

type ShownDay = Pick<RowOf<typeof calendarDays>, (typeof SHOWN)[number]>;
/** A stored day that a file names. */
export type KnownDay = Pick<RowOf<typeof calendarDays>, (typeof KNOWN)[number]>;

/** Null for no filter. */
interface Touching {
  /** They last until this date or longer. */
  readonly from: string | null;
  /** They begin before this date. */
  readonly to: string | null;
  readonly kind: CalendarDayKindName | null;
}

/** One more than the page holds, by their first day and id. */
export async function listDays(
  db: Reader,
  { institutionId }: TenantActor,
  { sort, id, limit }: Keyset,
  { from, to, kind }: Touching,
): Promise<CalendarDay[]> {
  const begin = from === null ? '' : earliestBegin(from);
  const after = begin > sort ? { sort: begin, id: LEAST_ID } : { sort, id };
  return (await db.rows(LIST, { institutionId, ...after, limit, from, to, kind })).map(dayMessage);
}

/**
 * The holidays that touch a period, by their first day: both days of each belong to it.
 * @param to the day after the last one of the period
 */
export function findHolidays(
  db: Reader,
  { institutionId }: TenantActor,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ readonly firstDay: string; readonly lastDay: string }[]> {
  return db.rows(HOLIDAYS, { institutionId, earliest: earliestBegin(from), from, to });
}

/** The stored days that have the name and the first day of one of these, in no order. */
export function findKnownDays(
  db: Reader,
  { institutionId }: TenantActor,
  days: readonly Pick<FileDay, 'name' | 'from'>[],
): Promise<KnownDay[]> {
  if (days.length === 0) return Promise.resolve([]);
  return db.rows(KNOWN_DAYS, {
    institutionId,
    names: days.map(({ name }) => name),
    begins: days.map(({ from }) => from),
  });
}

/** The ids of a day, or of all days that an import has written last, as many as a file has at most. */
export async function findDaysToRemove(
  tx: Tx,
  { institutionId }: TenantActor,
  which: { readonly id: string } | { readonly importId: string },
): Promise<string[]> {
  const { id = null, importId = null } = which as { readonly id?: string; readonly importId?: string };
  if (!isUuid(id ?? importId ?? '')) return [];
  return (await tx.rows(TO_REMOVE, { institutionId, id, importId })).map((row) => row.id);
}

export function removeDays(tx: Tx, { institutionId }: TenantActor, ids: readonly string[]): void {
  if (ids.length > 0) tx.write(DELETE, { institutionId, ids });
}

/** The latest imports of which there are days. */
export function listImports(
  db: Reader,
  { institutionId }: TenantActor,
): Promise<{ readonly id: string; readonly days: number; readonly importedAt: string }[]> {
  return db.rows(IMPORTS, { institutionId });
}

const SHOWN = columnsBut(calendarDays, 'institutionId', 'ref', 'revision');
const KNOWN = ['id', 'name', 'firstDay', 'lastDay', 'kind', 'revision'] as const;
/** Sorts before all other ids. */
const LEAST_ID = '00000000-0000-0000-0000-000000000000';

const writeDay = messageWriter(CalendarDaySchema);

/** A kind that a later release has added is shown as closed: work on it is no finding. */
function dayMessage({ firstDay, lastDay, kind, ...day }: ShownDay): CalendarDay {
  return writeDay({
    ...day,
    from: firstDay,
    to: lastDay,
    kind: kind === 'holiday' ? CalendarDayKind.HOLIDAY : CalendarDayKind.CLOSED,
  });
}

const DELETE = deleteRows(calendarDays);

const LIST = sqlStatement(calendarDays, 'list', {
  parameters: {
    institutionId: uuid(),
    sort: plainText(),
    id: uuid(),
    limit: bigint(),
    from: plainText().nullable(),
    to: plainText().nullable(),
    kind: text().nullable(),
  },
  result: typesOf(calendarDays, SHOWN),
  text: ($) => `SELECT ${columnsOf(calendarDays, 'd', SHOWN)} FROM calendar_days d
   WHERE d.institution_id = ${$.institutionId} AND (d.first_day, d.id) > (${$.sort}, ${$.id})
     AND (${$.to}::text IS NULL OR d.first_day < ${$.to}) AND (${$.from}::text IS NULL OR d.last_day >= ${$.from})
     AND (${$.kind}::text IS NULL OR d.kind = ${$.kind})
   ORDER BY d.first_day, d.id LIMIT ${$.limit}`,
});

const HOLIDAYS = sqlStatement(calendarDays, 'holidays', {
  parameters: { institutionId: uuid(), earliest: plainText(), from: plainText(), to: plainText() },
  result: typesOf(calendarDays, ['firstDay', 'lastDay']),
  text: ($) => `SELECT first_day AS "firstDay", last_day AS "lastDay" FROM calendar_days
   WHERE institution_id = ${$.institutionId} AND first_day >= ${$.earliest} AND first_day < ${$.to}
     AND last_day >= ${$.from} AND kind = 'holiday' ORDER BY first_day, id`,
});

const KNOWN_DAYS = sqlStatement(calendarDays, 'by_names', {
  parameters: { institutionId: uuid(), names: plainText().array(), begins: plainText().array() },
  result: typesOf(calendarDays, KNOWN),
  text: (
    $,
  ) => `SELECT ${columnsOf(calendarDays, 'd', KNOWN)} FROM unnest(${$.names}, ${$.begins}) AS wanted (name, begin)
   JOIN calendar_days d ON d.institution_id = ${$.institutionId} AND d.first_day = wanted.begin AND d.name = wanted.name`,
});

const TO_REMOVE = sqlStatement(calendarDays, 'to_remove', {
  writes: true,
  parameters: { institutionId: uuid(), id: uuid().nullable(), importId: uuid().nullable() },
  result: { id: uuid() },
  text: ($) => `SELECT id FROM calendar_days WHERE institution_id = ${$.institutionId}
     AND (id = ${$.id} OR import_id = ${$.importId}) ORDER BY id FOR NO KEY UPDATE`,
});

const IMPORTS = sqlStatement(calendarDays, 'imports', {
  parameters: { institutionId: uuid() },
  result: { id: uuid(), days: integer(), importedAt: instant() },
  text: ($) => `SELECT import_id AS id, count(*)::integer AS days, max(updated_at) AS "importedAt" FROM calendar_days
   WHERE institution_id = ${$.institutionId} AND import_id IS NOT NULL
   GROUP BY import_id ORDER BY max(updated_at) DESC, import_id DESC LIMIT 50`,
});
