import type { Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  insertRow,
  instant,
  integer,
  type RowOf,
  sqlStatement,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { hashSecret } from '../domain/secrets.ts';
import { passkeyChallenges } from './sign-in-tables.ts';

interface Challenge extends Pick<RowOf<typeof passkeyChallenges>, 'userId'> {
  readonly challenge: string;
}

export function insertChallenge(tx: Tx, { challenge, ...row }: Challenge & { readonly expiresAt: string }): void {
  tx.write(INSERT, { challengeHash: hashSecret(challenge), ...row });
}

/**
 * Uses a challenge up; false if it was not issued for that user, or was used, or has expired. Of two transactions that
 * use it, the second waits, and finds none.
 * @param at instant text
 */
export async function useChallenge(tx: Tx, { challenge, userId }: Challenge, at: string): Promise<boolean> {
  return (await tx.rows(USE, { challengeHash: hashSecret(challenge), userId, at })).length > 0;
}

/** See the platform's Expiry. */
export const removeChallenges = sqlStatement(passkeyChallenges, 'remove_expired', {
  writes: true,
  parameters: { before: instant(), limit: bigint() },
  result: { removed: integer() },
  text: ({ before, limit }) => `DELETE FROM passkey_challenges WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM passkey_challenges WHERE expires_at <= ${before} ORDER BY expires_at LIMIT ${limit}))
     AND expires_at <= ${before} RETURNING 1 AS removed`,
});

const INSERT = insertRow(passkeyChallenges);

const USE = sqlStatement(passkeyChallenges, 'use', {
  writes: true,
  parameters: { challengeHash: passkeyChallenges.columns.challengeHash, userId: uuid().nullable(), at: instant() },
  result: { used: integer() },
  text: ($) => `DELETE FROM passkey_challenges WHERE challenge_hash = ${$.challengeHash}
     AND user_id IS NOT DISTINCT FROM ${$.userId} AND expires_at > ${$.at} RETURNING 1 AS used`,
});
