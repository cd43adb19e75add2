import type { Tx } from '../../../libraries/pg-batch/index.ts';
import {
  insertRow,
  instant,
  integer,
  type RowOf,
  removeExpired,
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
 * use it, the second waits and does not find it.
 * @param at instant text
 */
export async function useChallenge(tx: Tx, { challenge, userId }: Challenge, at: string): Promise<boolean> {
  return (await tx.rows(USE, { challengeHash: hashSecret(challenge), userId, at })).length > 0;
}

/** See the platform's Expiry. */
export const removeChallenges = removeExpired(passkeyChallenges, 'expiresAt');

const INSERT = insertRow(passkeyChallenges);

const USE = sqlStatement(passkeyChallenges, 'use', {
  writes: true,
  parameters: { challengeHash: passkeyChallenges.columns.challengeHash, userId: uuid().nullable(), at: instant() },
  result: { used: integer() },
  text: ($) => `DELETE FROM passkey_challenges WHERE challenge_hash = ${$.challengeHash}
     AND user_id IS NOT DISTINCT FROM ${$.userId} AND expires_at > ${$.at} RETURNING 1 AS used`,
});
