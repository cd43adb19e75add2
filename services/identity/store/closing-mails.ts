import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { boolean, instant, sqlStatement, typesOf, uuid } from '../../../libraries/typed-sql/index.ts';
import { table } from '../../../platform/data/tables.ts';
import { isActiveUser } from './archived-users.ts';

/** Of which closing each administrator was told: the row is written before the email is sent. */
export const closingMails = table('closing_mails', {
  isOfTheMoment: true,
  whose: 'userId',
  columns: {
    institutionId: uuid().says('nothing'),
    userId: uuid().says('nothing'),
    closesAt: instant().says('nothing'),
  },
  primaryKey: ['institutionId', 'userId'],
});

/** An administrator who is to be told of a closing. Instants are text. */
export interface ClosingMail {
  readonly institutionId: string;
  readonly userId: string;
  readonly closesAt: string;
  /** When everything of the institution is deleted. */
  readonly deletesAt: string;
  /** Whether the institution is not closed yet. */
  readonly isAhead: boolean;
}

/** Claims an email about a closing that is planned or done; undefined if everybody has been told. */
export async function claimClosingMail(tx: Tx): Promise<ClosingMail | undefined> {
  return (await tx.rows(CLAIM, {}))[0];
}

/** Gives back a claim of an email that was not sent. */
export function releaseClosingMail(tx: Tx, { institutionId, userId, closesAt }: ClosingMail): void {
  tx.write(RELEASE, { institutionId, userId, closesAt });
}

const COLUMNS = ['institutionId', 'userId', 'closesAt'] as const;

// Of two workers that find the same, the second one waits for the first, and then changes nothing.
const CLAIM = sqlStatement(closingMails, 'claim', {
  writes: true,
  parameters: {},
  result: { ...typesOf(closingMails, COLUMNS), deletesAt: instant(), isAhead: boolean() },
  text: () => `WITH due AS MATERIALIZED (
     SELECT a.institution_id, a.id AS user_id, s.closed_at, s.deletes_at
     FROM standstills s JOIN administrators a ON a.institution_id = s.institution_id
     WHERE s.state = 'closed' AND s.deletes_at > now() AND ${isActiveUser('a.institution_id', 'a.id')}
       AND NOT EXISTS (SELECT FROM closing_mails m WHERE m.institution_id = a.institution_id AND m.user_id = a.id
         AND m.closes_at = s.closed_at)
     LIMIT 1), claimed AS (
     INSERT INTO closing_mails AS m (institution_id, user_id, closes_at)
     SELECT institution_id, user_id, closed_at FROM due
     ON CONFLICT (institution_id, user_id) DO UPDATE SET closes_at = excluded.closes_at
       WHERE m.closes_at <> excluded.closes_at
     RETURNING m.institution_id, m.user_id, m.closes_at)
   SELECT c.institution_id AS "institutionId", c.user_id AS "userId", c.closes_at AS "closesAt",
     d.deletes_at AS "deletesAt", d.closed_at > now() AS "isAhead" FROM claimed c, due d`,
});

const RELEASE = sqlStatement(closingMails, 'release', {
  writes: true,
  parameters: typesOf(closingMails, COLUMNS),
  result: {},
  text: ($) => `DELETE FROM closing_mails
   WHERE institution_id = ${$.institutionId} AND user_id = ${$.userId} AND closes_at = ${$.closesAt}`,
});
