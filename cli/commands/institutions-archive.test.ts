import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { digestsOf, rowsIn } from '../../test/support/archive/archive-lines.ts';
import { TEST_CURSOR_KEYS } from '../../test/support/calls/test-cursor-keys.ts';
import { TEST_SECRET_KEYS } from '../../test/support/calls/test-secret-keys.ts';
import { demoFile } from '../../test/support/cli/bundles.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { importOneOfEachRecord } from '../../test/support/one-of-each-record.ts';
import { query } from '../../test/support/postgres/query.ts';
import { TestDatabases } from '../../test/support/postgres/test-databases.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { SERVICES } from '../service-names.ts';

const system = await TestSystem.start({ platform: 'own' });
const environmentOf = ({ url }: { url(service: string): string }): Record<string, string> => ({
  ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, url(name)])),
  ...{ WEBHOOKS_SECRET_KEYS: TEST_SECRET_KEYS, IDENTITY_SECRET_KEYS: TEST_SECRET_KEYS },
  CURSOR_KEYS: TEST_CURSOR_KEYS,
});
const here = { ...system.addresses, ...environmentOf({ url: (name) => system.databases.url(name) }) };
let target: TestDatabases;
let folder: string;
let keyFile: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
  keyFile = join(folder, 'archive.key');
  await writeFile(keyFile, (await runCli(['keys', 'create', 'archive', '--symmetric'])).stdout);
  target = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), SERVICES);
});
afterAll(async () => {
  await system.stop();
  await target.drop();
  await rm(folder, { recursive: true });
});

const run = (args: readonly string[], environment = here) => runCli(['institutions', ...args], { environment });
const stateOf = async (id: string) =>
  (await run(['list', '--json'])).json.find((each: { id: string }) => each.id === id)?.state;

describe('an institution with records of every kind', () => {
  it('moves into another installation, whose data is as sound', async () => {
    const imported = await runCli(['import', demoFile, '--json'], { environment: here });
    expect(imported.code).toBe(0);
    const school = await system.newInstitution();
    await importOneOfEachRecord(school);
    // As a first delivery leaves it.
    await query(
      system.databases.url('webhooks'),
      `INSERT INTO delivery_budgets (institution_id, second, sent, day, requested) VALUES ($1, 'epoch', '{}', '-infinity', 0)
       ON CONFLICT (institution_id) DO UPDATE SET day = excluded.day`,
      [school.id],
    );
    const there = environmentOf({ url: (name) => target.url(name) });
    for (const id of [school.id, imported.json.institutionId]) {
      const [first, second] = ['first', 'second'].map((name) => join(folder, `${id}-${name}.tar`)) as [string, string];
      const { code, stderr } = await run(['export', id, '--out', first, '--freeze', '--keys', keyFile]);
      expect([code, stderr]).toEqual([0, '']);
      expect(await stateOf(id)).toBe('open');
      expect(await run(['freeze', id])).toMatchObject({ code: 0 });
      expect(await run(['verify', first, '--against', 'live', '--json'])).toMatchObject({
        code: 0,
        json: { differences: [] },
      });
      expect(await run(['thaw', id])).toMatchObject({ code: 0 });
      expect(await run(['import', first, '--keys', keyFile, '--json'], there)).toMatchObject({
        code: 0,
        json: { wasImported: false },
      });
      expect(await run(['export', id, '--out', second, '--keys', keyFile], there)).toMatchObject({ code: 0 });
      const [before, after] = [await digestsOf(first), await digestsOf(second)];
      // What is encrypted differs each time.
      expect({ ...after, 'webhooks/endpoint_secrets': '' }).toEqual({ ...before, 'webhooks/endpoint_secrets': '' });
    }
    expect(await runCli(['data', 'check'], { environment: there })).toMatchObject({ code: 0 });
  });
});

describe('a copy', () => {
  it('has all records under new ids, beside the first, without what lets anybody in', async () => {
    const school = await system.newInstitution('copied');
    const { member } = await importOneOfEachRecord(school);
    const out = join(folder, 'copied.tar');
    expect(await run(['export', school.id, '--out', out, '--freeze'])).toMatchObject({ code: 0 });
    const copy = async () => (await run(['import', out, '--as-new', 'copy', '--json'])).json;
    const { institutionId, map, wasImported } = await copy();
    expect([wasImported, await stateOf(institutionId), await stateOf(school.id)]).toEqual([false, 'frozen', 'open']);
    expect(await copy()).toMatchObject({ institutionId, wasImported: true });
    expect(await run(['import', out, '--as-new', 'copied'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('directory/institutions'),
    });
    await run(['thaw', institutionId]);
    const second = join(folder, 'copy.tar');
    expect(await run(['export', institutionId, '--out', second])).toMatchObject({ code: 0 });
    const [before, after] = [await rowsIn(out), await rowsIn(second)];
    const newIds = new Map(
      (await readFile(map, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => [JSON.parse(line).id, JSON.parse(line).newId]),
    );
    for (const name of [
      'directory/users',
      'timetracking/time_records',
      'scheduling/appointments',
      'curricula/curriculum_items',
      'webhooks/events',
      'directory/audit_log',
    ])
      expect([name, after.get(name)?.length]).toEqual([name, before.get(name)?.length]);
    for (const name of [
      'identity/integrations',
      'identity/calendar_feeds',
      'webhooks/endpoint_secrets',
      'directory/idempotency_keys',
    ])
      expect([name, after.get(name)]).toEqual([name, []]);
    expect(after.get('timetracking/time_records')?.map(({ user_id }) => user_id)).toEqual(
      before.get('timetracking/time_records')?.map(({ user_id }) => newIds.get(user_id)),
    );
    expect(JSON.stringify([...after])).not.toContain(school.id);
    expect(member).toBeDefined();
    expect(await runCli(['data', 'check'], { environment: here })).toMatchObject({ code: 0 });
  });
});

describe('export --freeze', () => {
  it('tells the moment and the position of the feed, and lets one that was frozen stay so', async () => {
    const school = await system.newInstitution();
    await importOneOfEachRecord(school);
    expect(await run(['freeze', school.id])).toMatchObject({ code: 0 });
    const out = join(folder, 'frozen.tar');
    expect(await run(['export', school.id, '--out', out, '--freeze'])).toMatchObject({ code: 0 });
    expect(await stateOf(school.id)).toBe('frozen');
    const { verifyArchive } = await import('../archive/read-archive.ts');
    const { manifest } = await verifyArchive(out);
    const [head] = await query<{ sequence: string }>(
      system.databases.url('webhooks'),
      'SELECT sequence FROM feed_heads WHERE institution_id = $1',
      [school.id],
    );
    expect(manifest).toMatchObject({ isExact: true, position: Number(head?.sequence) });
    expect(new Set(Object.values(manifest.moments)).size).toBe(1);
    await run(['thaw', school.id]);
  });

  it('thaws when it fails', async () => {
    const { id } = await system.newInstitution();
    expect(await run(['export', id, '--out', join(folder, 'no', 'folder'), '--freeze'])).toMatchObject({ code: 2 });
    expect(await stateOf(id)).toBe('open');
  });
});
