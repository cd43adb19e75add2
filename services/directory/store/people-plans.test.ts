import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { MAX_LOOKED_AT } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { blocksTouched, explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import { findPeople } from './people.ts';
import { findUsersByText, MAX_MATCHES } from './users-by-text.ts';

const ROWS = 60_000;
const institutionId = randomUUID();
const actor: TenantActor = {
  kind: 'administrator',
  institutionId,
  userId: NOWHERE,
  name: 'Ada',
  sessionId: NOWHERE,
  roles: ['owner'],
};

let service: TestService;
beforeAll(async () => {
  service = await startDirectory({ service: 'own' });
  // Half of the people of all institutions are of one.
  await service.sql(
    `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, code, code_key, is_archived, revision, created_at, updated_at)
     SELECT CASE n % 2 WHEN 0 THEN $1 ELSE md5('i' || n % 999)::uuid END, gen_random_uuid(), n || '@x.example', n || '@x.example',
       substr(md5(n::text), 1, 12) || ' ' || substr(md5('l' || n), 1, 12), false, 'NH-' || n, 'nh-' || n, false, gen_random_uuid(), now(), now()
     FROM generate_series(1, ${2 * ROWS}) AS n`,
    [institutionId],
  );
  await service.sql(`UPDATE users SET name = 'Wilhelmina Zzyzx' WHERE institution_id = $1 AND code = 'NH-${ROWS}'`, [
    institutionId,
  ]);
  await service.sql('VACUUM ANALYZE users');
}, 600_000);
afterAll(() => service.stop());

const AFTER = { sort: '', id: NOWHERE, limit: 51 };

/** The searches of the console, by name, and of the list of users, by creation. */
const SEARCHES = {
  people: (db: Reader, text: string) => findPeople(db, actor, AFTER, { text, isArchived: false, userGroupId: null }),
  list: (db: Reader, text: string) =>
    findUsersByText(db, actor, { ...AFTER, sort: '-infinity' }, { ...ANY, isArchived: false }, text),
  'list of both states': (db: Reader, text: string) =>
    findUsersByText(db, actor, { ...AFTER, sort: '-infinity' }, ANY, text),
};
const ANY = { ids: null, email: null, code: null, updatedSince: null, isArchived: null };

/** The statements of a search, one after the other, as it makes them. */
async function plansOf(text: string, search: (db: Reader, text: string) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  const recording = {
    async rows(statement: never, values: never) {
      const read = (db: Reader) => db.rows(statement, values);
      plans.push(await explain(service, read));
      return service.runtime.db.rows(statement, values);
    },
  } as unknown as Reader;
  await search(recording, text);
  return plans;
}

it('everybody is looked at for no text but for the page', async () => {
  const [plan = '', ...others] = await plansOf('', SEARCHES.people);
  expect([mostRowsMet(plan), others]).toEqual([expect.toSatisfy((rows: number) => rows <= 102), []]);
});

describe.each(Object.entries(SEARCHES))('%s', (_name, search) => {
  it.each([
    ['a text that all have', 'x.example', 1, 1_000],
    ['a text that one has', 'zzyzx', 2, 1_000],
    ['a text that nobody has', 'nobody', 2, 1_000],
    ['a code', 'NH-77', 3, MAX_MATCHES + 1],
    ['two letters that nobody has', 'qq', 2, MAX_LOOKED_AT + 10],
    ['a letter that nobody has', '_', 2, MAX_LOOKED_AT + 10],
  ])('of very many people, few are looked at for %s', async (_, text, statements, most) => {
    const plans = await plansOf(text, search);
    expect(plans.length).toBeLessThanOrEqual(statements);
    for (const plan of plans) {
      expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(most);
      expect(blocksTouched(plan), plan).toBeLessThanOrEqual(400 + most * 1.2);
      expect(plan).not.toMatch(/Seq Scan on users/);
    }
  });
});
