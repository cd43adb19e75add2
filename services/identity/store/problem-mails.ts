import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  boolean,
  columnsOf,
  findBy,
  instant,
  integer,
  jsonb,
  type RowOf,
  sqlStatement,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { table } from '../../../platform/data/tables.ts';
import { isActiveUser } from './archived-users.ts';

/** Who wants email about problems, and what each has been told. A change of the choice is one of the administrator. */
export const problemMails = table('problem_mails', {
  columns: {
    institutionId: uuid(),
    userId: uuid(),
    isWanted: boolean(),
    revision: uuid(),
    changedAt: instant(),
    /** The keys of the problems that the last email told, as far as they have lasted since. */
    toldKeys: jsonb<readonly string[]>(),
    /** When an email was last sent, or begun to be sent. By the database's clock, which all replicas share. */
    mailedAt: instant().nullable(),
    /** When to look for problems next, by the same clock. */
    lookAt: instant(),
  },
  primaryKey: ['institutionId', 'userId'],
  indexes: { problem_mails_due: { on: ['lookAt'], where: 'is_wanted' } },
});

type Row = RowOf<typeof problemMails>;
type Key = Pick<Row, 'institutionId' | 'userId'>;

/** What an administrator has chosen. */
export type Choice = Pick<Row, (typeof CHOICE)[number]>;

/** An administrator due for a check, as read when the check began. */
export type Due = Pick<Row, (typeof DUE)[number]>;

/** Null if the administrator has never chosen. */
export function findChoice(db: Reader, key: Key): Promise<Choice | null> {
  return db.point(FIND, key);
}

/**
 * Writes what an administrator has chosen, whose row the transaction has locked. Whoever chooses to get email is told
 * of everything that waits, but not earlier than a day after the last email.
 */
export function writeChoice(tx: Tx, choice: Key & Choice): void {
  tx.write(CHOOSE, choice);
}

/** An archived user, or a former administrator, gets no email, and has to choose again after coming back. */
export function forgetChoice(tx: Tx, { institutionId, userId }: Key): void {
  tx.write(FORGET, { institutionId, userId });
}

/**
 * The administrators of one institution, whichever has waited longest, who want email and for whom nobody has looked
 * for ten minutes. Nobody else looks for them in the next ten.
 */
export function claimDue(tx: Tx): Promise<Due[]> {
  return tx.rows(CLAIM_DUE, {});
}

/** Notes which of the problems that somebody was told of last. */
export function writeReported(tx: Tx, reported: Due): void {
  tx.write(WRITE_REPORTED, reported);
}

/**
 * Claims the one email of the day, before it is sent: whoever sends it may be killed at any moment.
 * @returns when, or undefined if somebody else has claimed it, or it is no longer wanted
 */
export async function claimMail(tx: Tx, { institutionId, userId }: Key): Promise<string | undefined> {
  const [row] = await tx.rows(CLAIM, { institutionId, userId });
  return row?.mailedAt;
}

/**
 * Gives a claim back, for an email that the mail server has not taken, and looks again in an hour.
 * @param mailedAt of the email before it
 */
export function releaseMail(tx: Tx, { institutionId, userId, mailedAt }: Due, claimedAt: string): void {
  tx.write(RELEASE, { institutionId, userId, mailedAt, claimedAt });
}

/** Looks at an institution again at once: the mail server was away, whoever was to get email. */
export function recheckNow(tx: Tx, institutionId: string): void {
  tx.write(RECHECK_NOW, { institutionId });
}

const NOW = 'clock_timestamp()';
const DAY_AGO = `${NOW} - interval '24 hours'`;

/** What is left of former administrators, after a day in which they could have come back. See the platform's Expiry. */
export const removeProblemMails = sqlStatement(problemMails, 'remove_expired', {
  writes: true,
  parameters: { before: instant(), limit: bigint() },
  result: { removed: integer() },
  text: ({ before, limit }) => `DELETE FROM problem_mails WHERE ctid = ANY(ARRAY(
     SELECT m.ctid FROM problem_mails m WHERE NOT m.is_wanted AND m.changed_at <= ${before}
       AND coalesce(m.mailed_at <= ${DAY_AGO}, true) AND NOT EXISTS (SELECT FROM administrators a
         WHERE a.institution_id = m.institution_id AND a.id = m.user_id) LIMIT ${limit}))
     AND NOT is_wanted AND changed_at <= ${before} RETURNING 1 AS removed`,
});

const CHOICE = ['isWanted', 'revision', 'changedAt'] as const;
const DUE = ['institutionId', 'userId', 'revision', 'toldKeys', 'mailedAt'] as const;

const FIND = findBy(problemMails, ['institutionId', 'userId'], CHOICE);

const CHOOSE = sqlStatement(problemMails, 'choose', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid(), ...typesOf(problemMails, CHOICE) },
  result: {},
  text: ($) => `INSERT INTO problem_mails (institution_id, user_id, is_wanted, revision, changed_at, told_keys, look_at)
   VALUES (${$.institutionId}, ${$.userId}, ${$.isWanted}, ${$.revision}, ${$.changedAt}, '[]', ${NOW})
   ON CONFLICT (institution_id, user_id) DO UPDATE SET is_wanted = excluded.is_wanted, revision = excluded.revision,
     changed_at = excluded.changed_at, told_keys = '[]', look_at = excluded.look_at`,
});

const FORGET = sqlStatement(problemMails, 'forget', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid() },
  result: {},
  text: ($) => `UPDATE problem_mails SET is_wanted = false, revision = gen_random_uuid(), told_keys = '[]'
   WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId} AND is_wanted`,
});

// What lies further ahead than anybody puts it was written by a clock that was wrong: it must not silence anybody.
const IS_DUE = `is_wanted AND (look_at <= ${NOW} OR look_at > ${NOW} + interval '2 hours')`;

const CLAIM_DUE = sqlStatement(problemMails, 'claim_due', {
  writes: true,
  parameters: {},
  result: typesOf(problemMails, DUE),
  text: () => `UPDATE problem_mails m
   SET look_at = ${NOW} + interval '10 minutes',
     mailed_at = CASE WHEN m.mailed_at > ${NOW} THEN ${NOW} ELSE m.mailed_at END
   WHERE m.ctid = ANY (ARRAY(
     SELECT ctid FROM problem_mails WHERE ${IS_DUE} AND institution_id = (
       SELECT institution_id FROM problem_mails WHERE ${IS_DUE} ORDER BY look_at LIMIT 1)
     FOR NO KEY UPDATE SKIP LOCKED))
   RETURNING ${columnsOf(problemMails, 'm', DUE)}`,
});

const WRITE_REPORTED = sqlStatement(problemMails, 'write_reported', {
  writes: true,
  parameters: typesOf(problemMails, DUE),
  result: {},
  text: ($) => `UPDATE problem_mails SET told_keys = ${$.toldKeys}
   WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId} AND revision = ${$.revision}
     AND mailed_at IS NOT DISTINCT FROM ${$.mailedAt}`,
});

const CLAIM = sqlStatement(problemMails, 'claim', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid() },
  result: { mailedAt: instant() },
  text: ($) => `UPDATE problem_mails m SET mailed_at = ${NOW}
   WHERE m.institution_id = ${$.institutionId} AND m.user_id = ${$.userId} AND m.is_wanted
     AND coalesce(m.mailed_at <= ${DAY_AGO}, true) AND ${isActiveUser('m.institution_id', 'm.user_id')}
   RETURNING m.mailed_at AS "mailedAt"`,
});

const RELEASE = sqlStatement(problemMails, 'release', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid(), mailedAt: instant().nullable(), claimedAt: instant() },
  result: {},
  text: ($) => `UPDATE problem_mails SET mailed_at = ${$.mailedAt}, look_at = ${NOW} + interval '1 hour'
   WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId} AND mailed_at = ${$.claimedAt}`,
});

const RECHECK_NOW = sqlStatement(problemMails, 'recheck_now', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ({ institutionId }) => `UPDATE problem_mails SET look_at = ${NOW} WHERE institution_id = ${institutionId}`,
});
