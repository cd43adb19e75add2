import { madeAt, rowsOf, type Year } from './rows-of-year.ts';
import type { YearSize } from './year-size.ts';

/** The rows of identity. The integrations of the large institution already exist. */
export function identityRows(year: Year, size: YearSize): readonly string[] {
  return [
    `INSERT INTO calendar_feeds (institution_id, id, name, calendar_of, target_id, token_hash, created_at, revision)
     SELECT r.i, uid('feed', r.m), 'Mine', 'user', uid('user', r.m), sha256(('token' || r.n)::bytea), ${madeAt(year, size.users / 10)}, uid('r', r.n)
     FROM ${rowsOf(year, size.users / 10)}`,
  ];
}
