import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { boolean, instant, integer, plainText, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { ClosedMonth } from './closed-months.ts';
import { LONG, timeRecords } from './tables.ts';

interface Of {
  readonly institutionId: string;
}

/** Whether a session that began before the month's end is open, of everybody or of the closing's members. */
export async function hasOpenSession(tx: Tx, { institutionId }: Of, { id, ...scope }: ClosedMonth): Promise<boolean> {
  return (await tx.rows(OPEN, { institutionId, closingId: id, ...pick(scope) })).length > 0;
}

/** What the records of a closed month are now, and which of them are newer than an instant. */
export async function sumUp(db: Reader, { institutionId }: Of, { id, ...scope }: ClosedMonth, since: string) {
  const [sum = NO_RECORDS] = await db.rows(DIGEST, {
    institutionId,
    closingId: id,
    ...pick(scope),
    startsAt: scope.startsAt,
    since,
  });
  return sum;
}

function pick({ userGroupId, endsAt }: Pick<ClosedMonth, 'userGroupId' | 'endsAt'>) {
  return { isOfAll: userGroupId === null, endsAt };
}

const NO_RECORDS = { digest: '', records: 0, added: 0, changed: 0, latest: null };

const SCOPE = { institutionId: uuid(), closingId: uuid(), isOfAll: boolean(), endsAt: instant() };
type InScope = Readonly<Record<keyof typeof SCOPE, string>>;
const isOfScope = ($: InScope) => `(${$.isOfAll} OR EXISTS (SELECT FROM closed_members c
       WHERE c.institution_id = ${$.institutionId} AND c.closing_id = ${$.closingId} AND c.user_id = r.user_id))`;

const OPEN = sqlStatement(timeRecords, 'open_before', {
  parameters: SCOPE,
  result: { id: uuid() },
  text: ($) => `SELECT r.id FROM time_records r
   WHERE r.institution_id = ${$.institutionId} AND r.start_time < ${$.endsAt} AND r.end_time IS NULL
     AND ${isOfScope($)} LIMIT 1`,
});

// A record that has a part in the month begins in it, shortly before it, or is one of the few that last long. Its
// revision is new with every change, so the versions say everything of it.
const DIGEST = sqlStatement(timeRecords, 'digest', {
  parameters: { ...SCOPE, startsAt: instant(), since: instant() },
  result: {
    digest: plainText(),
    records: integer(),
    added: integer(),
    changed: integer(),
    latest: instant().nullable(),
  },
  text: ($) => `WITH of_month AS (
     SELECT * FROM time_records WHERE institution_id = ${$.institutionId}
       AND start_time >= ${$.startsAt}::timestamptz - interval '${LONG}' AND start_time < ${$.endsAt} AND end_time > ${$.startsAt}
     UNION ALL SELECT * FROM time_records WHERE institution_id = ${$.institutionId}
       AND start_time < ${$.startsAt}::timestamptz - interval '${LONG}' AND end_time > ${$.startsAt}
       AND end_time - start_time > '${LONG}'::interval)
   SELECT encode(sha256(convert_to(coalesce(string_agg(r.id || ' ' || r.revision, E'\\n' ORDER BY r.start_time, r.id), ''),
       'UTF8')), 'hex') AS digest,
     count(*)::int AS records, (count(*) FILTER (WHERE r.created_at > ${$.since}))::int AS added,
     (count(*) FILTER (WHERE r.updated_at > ${$.since} AND r.created_at <= ${$.since}))::int AS changed,
     max(greatest(r.created_at, r.updated_at)) AS latest
   FROM of_month r WHERE ${isOfScope($)}`,
});
