import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Position } from '../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { PersonPartService } from '../../proto/gen/lyceum/identity/v1/person_part_pb.ts';
import { identity } from '../../services/identity/service.ts';
import { startTestService, type TestService } from '../../test/support/calls/start-test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(identity);
});
afterAll(() => service.stop());

const describe = (institutionId: string, userId: string, texts: string[], after?: Position) =>
  service.call({ kind: 'operator', institutionId })(PersonPartService.method.describePerson, {
    ...{ userId, texts },
    ...(after && { after }),
  });

/** Integrations, each with a name of its number; their ids are in that order. */
async function integrations(institutionId: string, count: number, name: string): Promise<void> {
  await service.sql(
    `INSERT INTO integrations (institution_id, id, client_id, name, is_active, is_directory_sync, secrets, created_at)
     SELECT $1, lpad(to_hex(n), 32, '0')::uuid, gen_random_uuid(), $3 || n, true, false, '[{}]', now()
     FROM generate_series(1, $2::int) n`,
    [institutionId, count, name],
  );
}

it('looks through all records a bounded number at a time, and through those of the institution alone', async () => {
  const [institutionId, other, userId] = [randomUUID(), randomUUID(), randomUUID()];
  await integrations(institutionId, 12_000, 'ADA’s number ');
  await integrations(other, 10, 'ADA’s number 12000');
  const found: string[] = [];
  let calls = 0;
  let after: Position | undefined;
  do {
    const part = await describe(institutionId, userId, ['Ada’s number 1200', 'nobody'], after);
    found.push(
      ...part.mentions.map(
        ({ resourceKind, resourceId }) => `${resourceKind} ${Number.parseInt(resourceId.replaceAll('-', ''), 16)}`,
      ),
    );
    after = part.next;
    calls++;
  } while (after);
  expect(found).toEqual(['integration 1200', 'integration 12000']);
  expect(calls).toBeGreaterThan(3);
});

it('counts what is theirs by the register, and says in which words', async () => {
  const [institutionId, userId] = [randomUUID(), randomUUID()];
  expect((await describe(institutionId, userId, [])).tables).toEqual([]);
  await service.sql(
    'INSERT INTO administrators (institution_id, id, created_at, revision) VALUES ($1, $2, now(), $2)',
    [institutionId, userId],
  );
  await service.sql(
    `INSERT INTO passkeys (institution_id, id, user_id, credential_id, public_key, counter, name, created_at, revision)
     SELECT $1, gen_random_uuid(), $2, sha256(n::text::bytea), '', 0, 'key', now(), gen_random_uuid()
     FROM generate_series(1, 3) n`,
    [institutionId, userId],
  );
  const { tables } = await describe(institutionId, userId, []);
  const shown = tables.map(({ table, rows, says }) => [table, rows, says.toSorted()]);
  expect(shown.toSorted()).toEqual([
    ['administrators', 1n, ['trace']],
    ['passkeys', 3n, ['credential', 'text', 'trace']],
  ]);
  expect((await describe(randomUUID(), userId, [])).tables).toEqual([]);
});
