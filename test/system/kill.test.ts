import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Attempt, acknowledged, CreateStorm } from '../support/create-storm.ts';
import type { DataDirectory } from '../support/data-directory.ts';
import { query } from '../support/query.ts';
import type { TestAnswer } from '../support/test-client.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

const file = new Workbench();
const bench = new Workbench();
let data: DataDirectory;
beforeAll(async () => {
  data = await file.dataDirectory();
  const { program } = await bench.startLyceum(data);
  program.kill('SIGTERM');
  await program.exited;
});
afterEach(() => bench.clear());
afterAll(() => file.clear());

describe('SIGKILL in the middle of creates', () => {
  it.each([
    ['the platform', 1],
    ['the platform and PostgreSQL', 40],
    ['the platform', 150],
  ])('of %s after %i answers: what was acknowledged is there once, and no key is stuck', async (victims, answers) => {
    const killed = await bench.startLyceum(data);
    const storm = new CreateStorm([killed.client]).begin(24);
    await storm.seen(answers, 201);
    const postgres = victims === 'the platform' ? [] : await data.postgresProcesses();
    killed.program.kill('SIGKILL');
    for (const pid of postgres) process.kill(pid, 'SIGKILL');
    await storm.end();
    await killed.program.exited;
    const { attempts } = storm;
    expect(attempts.some((attempt) => acknowledged(attempt) === undefined)).toBe(true);

    const { client } = await bench.startLyceum(data);
    const afterwards = await usersOf(attempts);
    for (const attempt of attempts) {
      const id = acknowledged(attempt);
      if (id !== undefined) expect(afterwards.get(attempt.email)).toEqual([id]);
    }

    for (const attempt of attempts) {
      const stored = afterwards.get(attempt.email)?.[0];
      const answer = (await storm.send(attempt, client)) as TestAnswer;
      expect(answer.status).toBe(201);
      expect(answer.headers.get('idempotency-replayed')).toBe(stored === undefined ? null : 'true');
      if (stored !== undefined) expect(answer.body.data.id).toBe(stored);
    }
    const inTheEnd = await usersOf(attempts);
    expect(inTheEnd).toEqual(new Map(attempts.map((attempt) => [attempt.email, [acknowledged(attempt)]])));
    expect(await eventsOf([...inTheEnd.values()].flat())).toEqual(new Set([1]));
    await until('the delivery of all events', async () => (await undelivered()) === 0);
  });
});

async function directory<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
  return query<Row>(await data.databaseUrl('lyceum_directory'), text, values);
}

/** The ids of the users that exist, by the email of the attempt. */
async function usersOf(attempts: readonly Attempt[]): Promise<Map<string, string[]>> {
  const users = new Map<string, string[]>();
  const rows = await directory<{ id: string; email: string }>('SELECT id, email FROM users WHERE email = ANY($1)', [
    attempts.map(({ email }) => email),
  ]);
  for (const { id, email } of rows) users.set(email, [...(users.get(email) ?? []), id]);
  return users;
}

/** How often the creation of a user was told: all the numbers that occur. */
async function eventsOf(ids: readonly (string | undefined)[]): Promise<Set<number>> {
  const rows = await directory<{ told: number }>(
    `SELECT count(o.id)::int AS told FROM unnest($1::text[]) AS u(id)
     LEFT JOIN outbox o ON o.aggregate_id = u.id AND o.type = 'lyceum.directory.v1.UserCreated' GROUP BY u.id`,
    [ids],
  );
  return new Set(rows.map(({ told }) => told));
}

async function undelivered(): Promise<number> {
  return (await directory('SELECT id FROM outbox WHERE published_at IS NULL', [])).length;
}
