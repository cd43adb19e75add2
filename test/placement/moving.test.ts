import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { PLACEABLE } from '../../cli/service-names.ts';
import { TEST_OPERATOR_TOKEN } from '../support/calls/test-identities.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { Traveller } from '../support/moving/traveller.ts';
import { importOneOfEachRecord } from '../support/one-of-each-record.ts';
import { databaseEnvironment } from '../support/placement/placed.ts';
import { HeldTable } from '../support/postgres/held-table.ts';
import { query } from '../support/postgres/query.ts';
import { Program } from '../support/process/program.ts';
import { rowsOfInstitution } from '../support/standstill/rows-of-institution.ts';
import type { TestClient } from '../support/test-client.ts';
import { newEmail } from '../support/test-directory.ts';
import { refusal } from '../support/test-messages.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { Member, must } from '../time-tracking/member.ts';

const system = await TestSystem.start({ platform: 'own', servers: ['b'] });
afterAll(() => system.stop());
const environment = { ...system.addresses, ...databaseEnvironment(system), ERASURE_JOURNAL: system.journal };
const argsOf = ({ id }: TestInstitution, server: string) => ['institutions', 'place', id, '--server', server];
const place = async (school: TestInstitution, server: string): Promise<string> => {
  const answer = await runCli(argsOf(school, server), { environment });
  expect([answer.code, answer.stderr]).toEqual([0, '']);
  return answer.stdout;
};
/** Kills the command that places an institution on server b when it has come so far. */
const killed = async (school: TestInstitution, isSoFar: (command: Program) => Promise<unknown>): Promise<void> => {
  const env = { ...environment, LYCEUM_OPERATOR_TOKEN: TEST_OPERATOR_TOKEN };
  const command = Program.node('cli/main.ts', argsOf(school, 'b'), { env });
  await isSoFar(command);
  command.child.kill('SIGKILL');
  await command.exited;
};
/** Kills it when it has printed a step. */
const killedAfter = (school: TestInstitution, step: string) =>
  killed(school, (command) => command.waitForOutput(new RegExp(`^${step}`, 'm')));
/** Kills it when a part of the copy is there. */
const killedInCopy = (school: TestInstitution) =>
  killed(school, async (command) => {
    await command.waitForOutput(/^freeze/m);
    await until('a part of the copy', async () => (await filledAt('@b', school)).length > 0);
  });
/** The rows of an institution, wherever its placeable services have them, but for their numbers in a database. */
const rowsAt = async (server: string, { id }: TestInstitution) => {
  const at = { url: (service: string) => system.databaseUrl(PLACEABLE.includes(service) ? service + server : service) };
  const rows = Object.entries(await rowsOfInstitution(at, id));
  return Object.fromEntries(
    rows.filter(([name]) => PLACEABLE.includes(name.split('.')[0] ?? '') && !/outbox$/.test(name)),
  );
};
/** The tables with rows of an institution on a server. */
const filledAt = async (server: string, school: TestInstitution): Promise<string[]> =>
  Object.entries(await rowsAt(server, school)).flatMap(([name, rows]) => (rows.startsWith('0 ') ? [] : [name]));
const newSchool = async () => {
  const school = await system.newInstitution();
  await importOneOfEachRecord(school);
  return school;
};

/** A badge terminal that records hours, one minute after the other, and looks at each whether it is there. */
class Terminal {
  readonly ids: string[] = [];
  readonly #traveller: Traveller;
  readonly #member: Member;
  readonly #ended: Promise<void>;
  #isOver = false;

  constructor(client: TestClient, member: Member) {
    this.#traveller = new Traveller(client);
    this.#member = member;
    this.#ended = this.#work();
    this.#ended.catch(() => undefined);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
  }

  async #work(): Promise<void> {
    const { userId } = this.#member;
    for (let minute = 0; !this.#isOver; minute++) {
      const at = (minutes: number) => new Date(Date.UTC(2026, 7, 1, 0, minutes)).toISOString();
      const json = { userId, startTime: at(minute), endTime: at(minute + 1) };
      const made = await this.#traveller.send('POST', '/time-tracking/logs', { json, key: randomUUID() });
      const { id } = must(201, made).body.data;
      this.ids.push(id);
      const path = `/time-tracking/logs/${id}`;
      must(200, await this.#traveller.send('GET', path, { query: { userId } }));
      await delay(BETWEEN_MS);
    }
  }
}

const BETWEEN_MS = 150;

describe.concurrent('an institution that goes to another server', () => {
  it('loses nothing and doubles nothing, whenever the command is killed, while terminals record hours', async () => {
    const [school, neighbour] = [await newSchool(), await newSchool()];
    const members = await Promise.all(Array.from({ length: 3 }, () => Member.create(school.client)));
    const terminals = await Promise.all(
      members.map(async (member) => new Terminal(await system.newClient(school.id), member)),
    );
    await until('some hours', async () => terminals.every(({ ids }) => ids.length > 2));
    const others = await rowsAt('', neighbour);

    for (const step of ['freeze', 'copy', 'leave', 'route', 'thaw']) await killedAfter(school, step);
    await place(school, 'b');
    const before = terminals.map(({ ids }) => ids.length);
    await until('some hours there', async () =>
      terminals.every(({ ids }, index) => ids.length > (before[index] ?? 0) + 2),
    );
    for (const terminal of terminals) await terminal.end();

    const walked = await Promise.all(
      members.map(({ userId }) => school.client.walk('/time-tracking/logs', { userId, limit: '100' })),
    );
    const stored = walked.map((logs) => logs.map(({ id }) => id).toSorted());
    expect(stored).toEqual(terminals.map(({ ids }) => ids.toSorted()));
    const made = new Set(terminals.flatMap(({ ids }) => ids));
    const inFeed = async () => {
      const events = (await school.client.walk('/events', { limit: '100' })) as unknown as {
        resource: { id: string } | null;
      }[];
      return events.flatMap(({ resource }) => (made.has(resource?.id ?? '') ? [resource?.id] : []));
    };
    await until('all events', async () => new Set(await inFeed()).size === made.size);
    expect((await inFeed()).toSorted()).toEqual([...made].toSorted());
    const services = new Set((await filledAt('@b', school)).map((name) => name.split('.')[0]));
    expect([...services].toSorted()).toEqual(PLACEABLE.toSorted());
    expect(await filledAt('', school)).toEqual([]);
    expect(await rowsAt('', neighbour)).toEqual(others);
    expect(await place(school, 'b')).toContain('before');
  });

  it('has the same rows there, and back again', async () => {
    const school = await newSchool();
    const before = await rowsAt('', school);
    await place(school, 'b');
    expect((await runCli(['institutions', 'list'], { environment })).stdout).toMatch(
      new RegExp(`${school.id}.* b$`, 'm'),
    );
    expect(await rowsAt('@b', school)).toEqual(before);
    expect(await filledAt('', school)).toEqual([]);
    await place(school, 'first');
    expect(await rowsAt('', school)).toEqual(before);
    const answer = await runCli(['institutions', 'list', '--json'], { environment });
    expect(answer.json.find(({ id }: { id: string }) => id === school.id)?.state).toBe('open');
  });

  it('stays where it is if it is told so half way, and leaves nothing there', async () => {
    const school = await newSchool();
    await killedInCopy(school);
    const refused = await school.client.post('/users', { email: newEmail(), name: 'A' });
    expect(refusal(refused)).toContain('503 institution_frozen');
    expect(await filledAt('@b', school)).not.toEqual([]);
    await place(school, 'first');
    must(201, await (await Member.create(school.client)).log('2026-08-01T08:00:00Z', '2026-08-01T09:00:00Z'));
    expect(await filledAt('@b', school)).toEqual([]);
  });

  it('is copied anew if it was thawed meanwhile, and two commands are not at it at once', async () => {
    const school = await newSchool();
    await killedInCopy(school);
    expect((await runCli(['institutions', 'thaw', school.id], { environment })).code).toBe(0);
    const member = await Member.create(school.client);
    must(201, await member.log('2026-08-01T08:00:00Z', '2026-08-01T09:00:00Z'));
    const answers = await Promise.all([1, 2].map(() => runCli(argsOf(school, 'b'), { environment })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(answers.map(({ stderr }) => stderr).join('')).toContain('Another command is moving');
    expect(await member.logs()).toHaveLength(1);
  });

  it('stays where it is if it was thawed while it was copied', async () => {
    const school = await newSchool();
    const member = await Member.create(school.client);
    const held = await HeldTable.hold(system.databaseUrl('locations@b'), 'rooms');
    const env = { ...environment, LYCEUM_OPERATOR_TOKEN: TEST_OPERATOR_TOKEN };
    const command = Program.node('cli/main.ts', argsOf(school, 'b'), { env });
    await command.waitForOutput(/^freeze/m);
    expect((await runCli(['institutions', 'thaw', school.id], { environment })).code).toBe(0);
    must(201, await member.log('2026-08-01T08:00:00Z', '2026-08-01T09:00:00Z'));
    await held.release();
    expect((await command.exited).code).toBe(1);
    expect(command.stderr).toContain('The freeze has ended');
    expect(await member.logs()).toHaveLength(1);
    expect(await filledAt('@b', school)).toEqual([]);
  });

  it('stays where it is, and open, if the copy fails', async ({ onTestFinished }) => {
    const school = await newSchool();
    const other = system.databaseUrl('locations@b');
    const refuse = `ALTER TABLE rooms ADD CONSTRAINT refused CHECK (institution_id <> '${school.id}') NOT VALID`;
    await query(other, refuse);
    onTestFinished(() => query(other, 'ALTER TABLE rooms DROP CONSTRAINT refused').then(() => undefined));
    const answer = await runCli(argsOf(school, 'b'), { environment });
    expect([answer.code !== 0, answer.stderr]).toEqual([true, expect.stringContaining('refused')]);
    expect(await filledAt('@b', school)).toEqual([]);
    must(201, await (await Member.create(school.client)).log('2026-08-01T08:00:00Z', '2026-08-01T09:00:00Z'));
  });

  it('is not frozen for a server that is unknown', async () => {
    const school = await newSchool();
    const answer = await runCli(argsOf(school, 'c'), { environment });
    expect([answer.code, answer.stderr]).toEqual([2, expect.stringContaining('does not name the server c')]);
    await Member.create(school.client);
  });
});
