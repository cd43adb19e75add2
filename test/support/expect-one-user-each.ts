import { expect } from 'vitest';
import { acknowledged, type CreateStorm } from './create-storm.ts';
import { query } from './postgres/query.ts';

interface Row {
  readonly email: string;
  readonly id: string | undefined;
  /** How often the user's creation was published. */
  readonly created: number;
}

/**
 * Each successful attempt of a storm created one user, the one in its response, and published one event; the others
 * created none.
 */
export async function expectOneUserEach(storm: CreateStorm, databaseUrl: string): Promise<void> {
  const rows = await query<Row>(
    databaseUrl,
    `SELECT u.email, u.id, count(o.id)::int AS created FROM users u
     LEFT JOIN outbox o ON o.aggregate_id = u.id::text AND o.type = 'lyceum.directory.v1.UserCreated'
     WHERE u.email = ANY($1) GROUP BY u.institution_id, u.id, u.email`,
    [storm.attempts.map(({ email }) => email)],
  );
  const expected = storm.attempts
    .map((attempt): Row => ({ email: attempt.email, id: acknowledged(attempt), created: 1 }))
    .filter(({ id }) => id !== undefined);
  expect(rows.sort(byEmail)).toEqual(expected.sort(byEmail));
}

function byEmail(a: Row, b: Row): number {
  return a.email < b.email ? -1 : 1;
}
