import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Attempt, acknowledged, CreateStorm } from '../../../test/support/create-storm.ts';
import type { DataDirectory } from '../../../test/support/data-directory.ts';
import { expectOneUserEach } from '../../../test/support/expect-one-user-each.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { signalAll } from '../../../test/support/process/process-tree.ts';
import type { TestAnswer } from '../../../test/support/test-messages.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';

const fileScope = new TestScope();
const scope = new TestScope();
let data: DataDirectory;
beforeAll(async () => {
  data = await fileScope.dataDirectory();
  const { program } = await scope.startLyceum(data);
  program.kill('SIGTERM');
  await program.exited;
});
afterEach(() => scope.clear());
afterAll(() => fileScope.clear());

describe('SIGKILL during creates', () => {
  it.each([
    ['the platform', 1],
    ['the platform and PostgreSQL', 40],
    ['the platform', 150],
  ])('of %s after %i answers: what was acknowledged is there once, and no key is stuck', async (victims, answers) => {
    const killed = await scope.startLyceum(data);
    const storm = new CreateStorm([killed.client]).begin(24);
    await storm.seen(answers, 201);
    const postgres = victims === 'the platform' ? [] : await data.postgresProcesses();
    killed.program.kill('SIGKILL');
    signalAll(postgres, 'SIGKILL');
    // Before the storm ends: all its requests may have had a response at the moment of the kill; then each client loses
    // one more request.
    await killed.program.exited;
    await storm.end();
    const { attempts } = storm;
    expect(attempts.some((attempt) => acknowledged(attempt) === undefined)).toBe(true);

    const { client } = await scope.startLyceum(data);
    const afterwards = await usersOf(attempts);
    for (const attempt of attempts) {
      const id = acknowledged(attempt);
      if (id !== undefined) expect(afterwards.get(attempt.email)).toEqual([id]);
    }

    const repeat = async (attempt: Attempt) => {
      const stored = afterwards.get(attempt.email)?.[0];
      const answer = (await storm.send(attempt, client)) as TestAnswer;
      expect(answer.status).toBe(201);
      expect(answer.headers.get('idempotency-replayed')).toBe(stored === undefined ? null : 'true');
      if (stored !== undefined) expect(answer.body.data.id).toBe(stored);
    };
    await Promise.all(attempts.map(repeat));
    await expectOneUserEach(storm, await data.databaseUrl('lyceum_directory'));
    await until('the delivery of all events', async () => (await undelivered()) === 0);
  });
});

async function directory<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
  return query<Row>(await data.databaseUrl('lyceum_directory'), text, values);
}

/** The ids of existing users, by the email of the attempt. */
async function usersOf(attempts: readonly Attempt[]): Promise<Map<string, string[]>> {
  const users = new Map<string, string[]>();
  const rows = await directory<{ id: string; email: string }>('SELECT id, email FROM users WHERE email = ANY($1)', [
    attempts.map(({ email }) => email),
  ]);
  for (const { id, email } of rows) users.set(email, [...(users.get(email) ?? []), id]);
  return users;
}

async function undelivered(): Promise<number> {
  return (await directory('SELECT id FROM outbox WHERE published_at IS NULL', [])).length;
}
