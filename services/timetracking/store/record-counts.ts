import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { instant, integer, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isToCorrect } from './listed-records.ts';
import { lateRecords, timeRecords } from './tables.ts';

/** Instants as text. */
interface Counted {
  /** The period of logs that wait for a correction. */
  readonly from: string;
  readonly to: string;
  /** Before when long open sessions began. */
  readonly before: string;
}

/** How many records of each list wait for somebody; none is counted further than {@link MOST_COUNTED}. */
export async function countRecords(db: Reader, { institutionId }: TenantActor, counted: Counted) {
  const [[records = NONE], [late]] = await Promise.all([
    db.rows(COUNT, { institutionId, ...counted }),
    db.rows(LATE, { institutionId }),
  ]);
  return { ...records, late: late?.count ?? 0 };
}

const MOST_COUNTED = 10_000;
const NONE = { open: 0, openBefore: 0, toCorrect: 0 };

const countOf = (rows: string) => `(SELECT count(*)::integer FROM (SELECT ${rows} LIMIT ${MOST_COUNTED}) AS counted)`;

/** A log that is closed automatically is of one day: none that begins two days before the period reaches it. */
const COUNT = sqlStatement(timeRecords, 'counts', {
  parameters: { institutionId: uuid(), from: instant(), to: instant(), before: instant() },
  result: { open: integer(), openBefore: integer(), toCorrect: integer() },
  text: ($) => {
    const own = `FROM time_records WHERE institution_id = ${$.institutionId}`;
    return `SELECT ${countOf(`${own} AND end_time IS NULL`)} AS open,
     ${countOf(`${own} AND end_time IS NULL AND start_time < ${$.before}`)} AS "openBefore",
     ${countOf(`${own} AND start_time >= ${$.from}::timestamptz - interval '2 days' AND start_time < ${$.to}
       AND end_time > ${$.from} AND ${isToCorrect($.institutionId)}`)} AS "toCorrect"`;
  },
});

const LATE = sqlStatement(lateRecords, 'count', {
  parameters: { institutionId: uuid() },
  result: { count: integer() },
  text: ($) => `SELECT ${countOf(`FROM late_records WHERE institution_id = ${$.institutionId}`)} AS count`,
});
