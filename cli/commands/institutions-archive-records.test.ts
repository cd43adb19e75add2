import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { flip, plainMembersIn } from '../../test/support/archive/archive-lines.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { newAdministrator, signedIn } from '../../test/support/console/administrator.ts';
import { importOneOfEachRecord } from '../../test/support/one-of-each-record.ts';
import { type TestInstitution, TestSystem } from '../../test/support/test-system.ts';
import { until } from '../../test/support/until.ts';
import { SERVICES } from '../service-names.ts';

const system = await TestSystem.start({ platform: 'own' });
const databases = Object.fromEntries(
  SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)]),
);
const environment: Record<string, string> = { ...system.addresses, ...databases };
let folder: string;
let school: TestInstitution;
let neighbour: TestInstitution;
let archive: string;

const NAMES = [
  ...['users', 'user-groups', 'courses', 'appointments', 'curricula', 'continuing-education'],
  ...['locations', 'rooms', 'calendar-days', 'events'],
];
/** More than a page. */
const USERS = 130;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'records-'));
  [school, neighbour] = [await system.newInstitution('wren'), await system.newInstitution('needle')];
  await importOneOfEachRecord(school);
  await importOneOfEachRecord(neighbour);
  let last = '';
  for (let n = 0; n < USERS; n++) {
    const { body } = await school.client.post('/users', { email: `user-${n}@example.org`, name: `Person ${n}` });
    last = body.data.id;
  }
  await until('the last event', async () => {
    const { body } = await school.client.get('/events', { query: { resourceId: last } });
    return body.data.length > 0;
  });
  archive = join(folder, 'archive.tar');
  // Nothing but databases: services may be stopped.
  const exported = await runCli(['institutions', 'export', school.id, '--out', archive], { environment: databases });
  expect([exported.code, exported.stderr]).toEqual([0, '']);
});
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true });
});

/** All items of a list of the API. */
async function listed(name: string): Promise<object[]> {
  const items: object[] = [];
  for (let cursor: string | undefined; ; ) {
    const { body } = await school.client.get(`/${name}`, { query: { limit: '100', ...(cursor && { cursor }) } });
    items.push(...body.data);
    if (!body.pagination.has_more) return items;
    cursor = body.pagination.next_cursor;
  }
}

it.each(NAMES)('an archive has the %s as the API lists them', async (name) => {
  const members = await plainMembersIn(archive);
  const lines = members.get(`api/${name}.jsonl`)?.split('\n') ?? [];
  const items = await listed(name);
  expect(items.length).toBeGreaterThan(name === 'users' ? USERS : 1);
  expect(lines).toEqual([...items.map((item) => JSON.stringify(item)), '']);
});

it('has the hours as the console exports them', async () => {
  const members = await plainMembersIn(archive);
  const visitor = await signedIn(system, await newAdministrator(system, { institution: school }));
  const { text } = await visitor.get('/console/time-records/export?from=2026-01-01&to=2026-12-31');
  expect(text.split('\r\n').length).toBeGreaterThan(4);
  expect(members.get('api/hours.csv')?.replace(/^\uFEFF/, '')).toBe(text.replace(/^\uFEFF/, ''));
});

it('lists them in its manifest, behind which nothing follows, and describes them', async () => {
  const members = await plainMembersIn(archive);
  const manifest = JSON.parse(members.get('manifest.json') ?? '');
  expect(manifest.records.map(({ name }: { name: string }) => name).toSorted()).toEqual(
    [...NAMES.map((name) => `api/${name}.jsonl`), 'api/hours.csv'].toSorted(),
  );
  for (const { name, rows } of manifest.records)
    expect([name, rows]).toEqual([
      name,
      (members.get(name)?.trimEnd().split(/\r?\n/).length ?? 0) - Number(name.endsWith('.csv')),
    ]);
  expect([...members.keys()].at(-1)).toBe('manifest.json');
  expect(members.get('README.md')).toContain('api/hours.csv');
});

it('has nothing of another institution', async () => {
  for (const [name, text] of await plainMembersIn(archive)) {
    expect([name, text.includes(neighbour.id)]).toEqual([name, false]);
    for (const { id } of (await neighbour.client.get('/users')).body.data) expect(text).not.toContain(id);
  }
});

it('is known as damaged in such a file, by its name', async () => {
  const damaged = join(folder, 'damaged.tar');
  const at = (await readFile(archive)).indexOf('api/rooms.jsonl.sha256');
  await copyFile(archive, damaged);
  await flip(damaged, at + 3 * 512 + 40);
  const verified = await runCli(['institutions', 'verify', damaged], { environment: databases });
  expect(verified).toMatchObject({ code: 2, stderr: expect.stringContaining('api/rooms.jsonl is damaged') });
});

it('has them of a closed institution, too', async () => {
  const closed = join(folder, 'closed.tar');
  expect(await runCli(['institutions', 'close', school.id], { environment })).toMatchObject({ code: 0 });
  const exported = await runCli(['institutions', 'export', school.id, '--out', closed], { environment });
  expect([exported.code, exported.stderr]).toEqual([0, '']);
  const [before, after] = [await plainMembersIn(archive), await plainMembersIn(closed)];
  for (const name of NAMES.filter((each) => !['users', 'events'].includes(each)))
    expect([name, after.get(`api/${name}.jsonl`)]).toEqual([name, before.get(`api/${name}.jsonl`)]);
});
