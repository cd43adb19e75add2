import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { withClient } from '../../../libraries/pg-batch/index.ts';
import { clientPackages } from '../../../site/clients/packages.ts';
import { type CopyPlace, placeInSchema } from '../../../test/support/copy-places.ts';
import { KeptCopy } from '../../../test/support/kept-copy.ts';
import { importOneOfEachRecord } from '../../../test/support/one-of-each-record.ts';
import { DatabaseProxy } from '../../../test/support/postgres/database-proxy.ts';
import { Program, projectRoot } from '../../../test/support/process/program.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { newUser } from '../../../test/support/test-directory.ts';
import { TestSystem } from '../../../test/support/test-system.ts';
import { Timetable } from '../../../test/support/test-timetable.ts';
import { until } from '../../../test/support/until.ts';

const system = await TestSystem.start({ platform: 'own' });
const database = system.databases.url('webhooks');
afterAll(() => system.stop());

let schemas = 0;
let place: CopyPlace;
beforeEach(() => {
  place = placeInSchema(database, `copy_${++schemas}`);
  // Requests are counted by this clock, and the program waits by that of the machine.
  system.clock.set(new Date().toISOString());
});

const copyFor = (client: TestClient, own: Pick<CopyPlace, 'to'> = place) =>
  new KeptCopy({ ...place, ...own }, client, () => system.url);

/** Texts that the API takes, and that statements, JSON or the encoding of a database may not survive. */
const UGLY = [
  `\\u0000 \\ " ' $1 ? %s {} -- ; DROP TABLE users`,
  'control \u0001\u007f\u0085\u2028',
  'none \ufdd0\uffff\u{10ffff}',
  '\u202eevil\u2069 e\u0301\u0323 👩‍👩‍👧',
  '\u{1f600}'.repeat(60),
];

it('has numbers, truths and times as columns, and texts as ugly as they come', async () => {
  const timetable = await Timetable.in(system);
  const { client } = timetable;
  await importOneOfEachRecord(timetable.institution);
  for (const name of UGLY) await newUser(client, { name, firstName: name.slice(0, 50) });
  expect(await copyFor(client).sync('--check')).toMatchObject({ code: 0 });
  const names = (await place.rows('SELECT name FROM users')).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(UGLY));

  const lists = await place.rows('SELECT name FROM _lists');
  const seen = new Set<string>();
  for (const { name: list } of lists)
    for (const { id, json, _walk, ...columns } of await place.rows(`SELECT * FROM ${list}`))
      for (const [column, value] of Object.entries(columns)) {
        const property = column.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());
        const original = (json as Record<string, unknown>)[property] ?? null;
        const isTime = /^\d{4}-\d\d-\d\dT.*Z$/.test(String(original));
        seen.add(isTime ? 'time' : typeof original);
        // A time, not its text: as JSON it has another form.
        expect([list, column, isTime ? [Date.parse(String(value)), value === original] : value]).toEqual([
          list,
          column,
          isTime ? [Date.parse(String(original)), false] : original,
        ]);
      }
  expect([...seen].sort()).toEqual(['boolean', 'number', 'object', 'string', 'time']);
  expect(await place.rows('SELECT pg_typeof(day)::text AS day FROM hours_by_day LIMIT 1')).toEqual([{ day: 'date' }]);
});

it('neither waits for readers nor takes from them what they have made of the copy', async () => {
  const { client } = await system.newInstitution();
  const sync = () => copyFor(client).sync();
  expect((await sync()).code).toBe(0);
  await place.change(
    'CREATE VIEW report AS SELECT day, logs FROM hours_by_day; GRANT SELECT ON hours_by_day TO PUBLIC',
  );
  await expect(place.check()).rejects.toThrow('others may read it');
  await withClient({ connectionString: database }, async (reader) => {
    await reader.query(`BEGIN; SELECT * FROM copy_${schemas}.hours_by_day`);
    expect((await sync()).code).toBe(0);
    // As a release that made its views otherwise.
    await place.change("UPDATE _sync SET value = 'other' WHERE name = 'schema'");
    expect(await sync()).toMatchObject({ code: 1, stderr: expect.stringContaining('lock timeout') });
  });
  expect((await sync()).code).toBe(0);
  expect(await place.rows('SELECT * FROM report')).toEqual([]);
  await expect(place.check()).rejects.toThrow('others may read it');
});

it('comes with the driver: npx needs nothing but the package', async () => {
  const { client } = await system.newInstitution();
  const cache = await mkdtemp(join(tmpdir(), 'lyceum-npx-'));
  const program = Program.spawn(
    'npx',
    ['--yes', `${system.url}/docs/${clientPackages.commands}`, 'sync', '--to', place.to],
    {
      cwd: cache,
      env: {
        LYCEUM_URL: system.url,
        LYCEUM_CLIENT_ID: client.clientId,
        LYCEUM_CLIENT_SECRET: client.clientSecret,
        PATH: `${projectRoot}node_modules/.bin:${process.env.PATH}`,
        npm_config_cache: cache,
        npm_config_registry: 'http://127.0.0.1:9/',
      },
    },
  );
  expect([(await program.exited).code, program.stderr]).toEqual([0, expect.stringContaining('logs: 0')]);
  expect(await copyFor(client).sync('--check')).toMatchObject({ code: 0 });
  await rm(cache, { recursive: true });
});

it('says what is wrong with the server without the password, and goes on when it is back', async () => {
  const { client } = await system.newInstitution();
  const proxy = await DatabaseProxy.start(database);
  const url = new URL(`${proxy.url}?schema=copy_${schemas}`);
  url.password ||= 'geheim';
  const copy = copyFor(client, { to: url.href });
  const follower = copy.start('--follow');
  await until('the copy', () => follower.stderr.includes('logs: 0'), 120_000);
  proxy.lose('connections');
  await until('two failures', () => follower.stderr.split('cannot be used now').length > 2, 120_000);
  const lost = await copy.sync();
  expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('The next try goes on where the copy is') });
  const { id } = await newUser(client);
  proxy.recover();
  const found = async () => (await place.rows(`SELECT id FROM users WHERE id = '${id}'`)).length > 0;
  await until('the later user', found, 120_000);
  expect(await copyFor(client).sync('--check')).toMatchObject({ code: 0 });
  expect(await copyFor(client).sync()).toMatchObject({
    code: 1,
    stderr: 'error: Another process keeps this copy.\n',
  });
  expect(follower.stderr + lost.stderr).not.toContain(url.password);
  follower.kill('SIGKILL');
  await follower.exited;
  await proxy.stop();

  for (const [to, reason] of [
    [`${database}?schema=Copy;`, 'small letters'],
    ['postgres://u:geheim@[', 'no URL'],
    [`${database}_none`, 'does not exist'],
    ['mysql://u:geheim@h', '--to takes'],
  ] as const) {
    const { code, stderr } = await copyFor(client, { to }).sync();
    expect([code > 0, stderr]).toEqual([true, expect.stringContaining(reason)]);
    expect(stderr).not.toContain('geheim');
  }
});
