import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { SERVICES } from '../../cli/service-names.ts';
import { runClient } from '../../clients/cli/program.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { clientPackage } from '../support/client-package.ts';
import { Draws } from '../support/draws.ts';
import { limit, limitedClient } from '../support/limited-client.ts';
import { importOneOfEachRecord } from '../support/one-of-each-record.ts';
import { Program } from '../support/process/program.ts';
import type { TestClient } from '../support/test-client.ts';
import { newUser } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';
import { Timetable } from '../support/test-timetable.ts';
import { until } from '../support/until.ts';
import { Member, must } from '../time-tracking/member.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const system = await TestSystem.start({ platform: 'own' });
const folder = await mkdtemp(join(tmpdir(), 'lyceum-python-sync-'));
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true });
});

let files = 0;
let file: string;
beforeEach(() => {
  file = join(folder, `${++files}.db`);
  // Requests are counted by this clock, and the programs wait by that of the machine.
  system.clock.set(new Date().toISOString());
});

const environmentOf = ({ clientId, clientSecret }: TestClient) => ({
  ...{ LYCEUM_URL: system.url, LYCEUM_CLIENT_ID: clientId, LYCEUM_CLIENT_SECRET: clientSecret },
});

/** Python without any package but the client. */
function python(client: TestClient, ...options: string[]): Program {
  return Program.spawn('python3', ['-m', 'lyceum_client', 'sync', '--to', `sqlite:${file}`, ...options], {
    env: { ...environmentOf(client), PYTHONPATH: clientPackage('python'), PYTHONDONTWRITEBYTECODE: '1' },
  });
}

async function inPython(client: TestClient, ...options: string[]) {
  const program = python(client, ...options);
  const { code } = await program.exited;
  return { code, stdout: program.stdout, stderr: program.stderr };
}

const inTypeScript = (client: TestClient, ...options: string[]) =>
  runCli(['sync', '--to', `sqlite:${file}`, ...options], { environment: environmentOf(client), run: runClient });

/** Does something with the file as a program of another one. */
function open<T>(act: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file);
  try {
    return act(database);
  } finally {
    database.close();
  }
}
const rows = (sql: string) =>
  open((database) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row })),
  );

/** Both programs find in the copy what the API has. */
async function expectCopied(client: TestClient): Promise<void> {
  for (const run of [inTypeScript, inPython]) {
    const { code, stdout, stderr } = await run(client, '--check');
    expect([stdout.replaceAll(/: \d+ in the API, 0 different/g, ''), code], stderr).toEqual([LISTS, 0]);
  }
}
const LISTS = 'users\nuser_groups\ncourses\nrooms\nlocations\ncurricula\nprograms\nappointments\nlogs\n';

describe.skipIf(!hasPython)(`the copy in Python${hasPython ? '' : ': NOT TESTED, this machine has no python3'}`, () => {
  it('is the file that the TypeScript command makes, and each goes on with the other’s', async () => {
    const timetable = await Timetable.in(system);
    const { client } = timetable;
    await importOneOfEachRecord(timetable.institution);
    const member = await Member.create(client);
    const pauses = [{ startTime: '2026-10-05T20:00:00Z', endTime: '2026-10-05T23:30:30Z' }];
    must(201, await member.log('2026-10-05T18:00:00Z', '2026-10-07T01:00:00Z', { pauses }));
    await timetable.create({ userIds: [member.userId] });
    expect(await inPython(client)).toMatchObject({ code: 0, stdout: '' });
    const tables = rows("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name");
    const whole = () =>
      tables.map(({ name }) => {
        const columns = rows(`SELECT * FROM ${name}`).map((row) => ({
          ...row,
          ...(row.json === undefined ? {} : { json: JSON.parse(String(row.json)) }),
          ...(row.name === 'feed' ? { value: null } : {}),
        }));
        return [name, columns.map((row) => JSON.stringify(row)).sort()];
      });
    const schema = () => rows('SELECT type, name, sql FROM sqlite_schema ORDER BY name');
    const copied = [schema(), whole(), rows('PRAGMA user_version')];
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expectCopied(client);

    file = `${file}-typescript`;
    expect(await inTypeScript(client)).toMatchObject({ code: 0 });
    expect([schema(), whole(), rows('PRAGMA user_version')]).toEqual(copied);
    await newUser(client);
    expect(await inPython(client)).toMatchObject({ code: 0, stderr: '' });
    await newUser(client);
    expect(await inTypeScript(client)).toMatchObject({ code: 0, stderr: '' });
    await expectCopied(client);
  });
});
