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
import { standsStill } from '../../../platform/data/standstill/fence.ts';
import { table } from '../../../platform/data/tables.ts';
import { isActiveUser } from './archived-users.ts';

/**
 * Which administrators want email about problems, and which problems the last email to each reported. An administrator
 * without a row has never chosen, which counts as UNWANTED.
 *
 * A row is in one of four states. Only the statements of this file move it from one to another; all compare instants of
 * the database's clock.
 *
 * - UNWANTED (`isWanted` is false): nothing happens. {@link writeChoice} leads to DUE.
 * - DUE (`lookAt` has passed): the next worker to ask takes it with {@link claimDue}, which leads to RESTING.
 * - RESTING (`lookAt` is ahead, ten minutes after a check): time leads to DUE, and so does {@link recheckNow} when the
 *   check could not be finished.
 * - MAILED (`mailedAt` is less than a day old; it goes on between DUE and RESTING): {@link claimMail} leads here, before
 *   the email is sent. {@link writeReported} notes what a sent email reported. {@link releaseMail} takes the claim back
 *   if the mail server has certainly not accepted it, and the next check is in an hour. After a day, the next email may
 *   follow.
 *
 * Two workers at once: `claimDue` skips rows that another transaction has locked, and `claimMail` updates a row only if
 * its `mailedAt` allows it, so that the second worker finds no row. A worker that dies after `claimDue` delays the check
 * by ten minutes. One that dies after `claimMail` leaves the claim: the administrator gets no second email, and none of
 * that day if the first was not sent; `toldKeys` is unchanged, so the next email reports the problems. A choice that
 * changes meanwhile has another revision, and `writeReported` then changes nothing.
 *
 * Audit records show a change of the choice as one of the administrator.
 */
export const problemMails = table('problem_mails', {
  whose: 'userId',
  columns: {
    institutionId: uuid().says('nothing'),
    userId: uuid().says('nothing'),
    isWanted: boolean().says('nothing'),
    revision: uuid().says('nothing'),
    changedAt: instant().says('nothing'),
    /** The keys of the problems that the last email reported and that have lasted since. */
    toldKeys: jsonb<readonly string[]>().says('nothing'),
    /** When an email was last sent, or begun to be sent. By the database's clock, which all replicas share. */
    mailedAt: instant().says('nothing').nullable(),
    /** When to look for problems next, by the same clock. */
    lookAt: instant().says('nothing'),
  },
  primaryKey: ['institutionId', 'userId'],
  indexes: { problem_mails_due: { on: ['lookAt'], where: 'is_wanted' } },
});

type Row = RowOf<typeof problemMails>;
type Key = Pick<Row, 'institutionId' | 'userId'>;

/** The choice of an administrator. */
export type Choice = Pick<Row, (typeof CHOICE)[number]>;

/** An administrator due for a check, as read when the check began. */
export type Due = Pick<Row, (typeof DUE)[number]>;

/** Null if the administrator has never chosen. */
export function findChoice(db: Reader, key: Key): Promise<Choice | null> {
  return db.point(FIND, key);
}

/**
 * Writes the choice of an administrator whose row the transaction has locked. An administrator who chooses to get email
 * is sent all present problems, but not earlier than a day after the last email.
 */
export function writeChoice(tx: Tx, choice: Key & Choice): void {
  tx.write(CHOOSE, choice);
}

/** An archived user, or a former administrator, gets no email, and has to choose again after coming back. */
export function forgetChoice(tx: Tx, { institutionId, userId }: Key): void {
  tx.write(FORGET, { institutionId, userId });
}

/**
 * The due administrators of the institution that has waited longest and does not stand still. No other worker gets them in the next ten minutes.
 */
export function claimDue(tx: Tx): Promise<Due[]> {
  return tx.rows(CLAIM_DUE, {});
}

/** Notes which problems the administrator's last email reported, less those that have ended since. */
export function writeReported(tx: Tx, reported: Due): void {
  tx.write(WRITE_REPORTED, reported);
}

/**
 * Claims the one email of the day, before it is sent: the process that sends it may be killed at any moment.
 * @returns when, or undefined if another worker has claimed it, or the administrator no longer wants it
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

const NOW = 'clock_timestamp()';
const DAY_AGO = `${NOW} - interval '24 hours'`;
/** The longest time that it takes to send an email and to note that. */
const MAIL_MS = 20_000;

/** Emails and batches of the audit that may be on their way: a freeze waits until none can be. */
export const sendingUnderWay = sqlStatement(problemMails, 'under_way', {
  parameters: { institutionId: uuid() },
  result: { count: integer() },
  text: ({ institutionId }) => `SELECT (SELECT count(*) FROM problem_mails
     WHERE institution_id = ${institutionId} AND mailed_at > ${NOW} - interval '${MAIL_MS} ms')::int
   + (SELECT count(*) FROM audit_stream_positions
     WHERE institution_id = ${institutionId} AND leased_until > ${NOW})::int AS count`,
});

/** Makes all administrators of an institution due at once, after a check that could not be finished. */
export function recheckNow(tx: Tx, institutionId: string): void {
  tx.write(RECHECK_NOW, { institutionId });
}

/** Removes the rows of former administrators, a day after they could last have come back. See the platform's Expiry. */
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

// No statement sets an instant further ahead than an hour: a wrong clock wrote such a row, and it counts as due.
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
       SELECT institution_id FROM problem_mails d WHERE ${IS_DUE} AND NOT ${standsStill('d.institution_id')}
       ORDER BY look_at LIMIT 1)
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
