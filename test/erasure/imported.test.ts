import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SERVICES } from '../../cli/service-names.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { newUser } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';
import { tablesWith } from './needles.ts';

const NEEDLE = 'Basilisk';
const system = await TestSystem.start({ platform: 'own' });
const folder = await mkdtemp(join(tmpdir(), 'erased-'));
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true });
});
const databases = Object.fromEntries(
  SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)]),
);
const environment = { ...system.addresses, ...databases, ERASURE_JOURNAL: system.journal };

async function done(...args: string[]) {
  const answer = await runCli(args, { environment });
  expect([args, answer.code, answer.stderr]).toEqual([args, 0, expect.any(String)]);
  return answer;
}
const institutions = (...args: string[]) => done('institutions', ...args);

async function foundIn(needle: string): Promise<string[]> {
  const found = await Promise.all(
    SERVICES.map(async (name) =>
      (await tablesWith(system.databases.url(name), needle)).map((each) => `${name}.${each}`),
    ),
  );
  return found.flat();
}

it('does not bring back who was erased after the archive was made: not with it, nor with a copy', async () => {
  const school = await system.newInstitution();
  const { id, path, etag } = await newUser(school.client, { name: `${NEEDLE} A`, email: 'basilisk@school.example' });
  const archived = await school.client.patch(path, { isArchived: true }, { headers: { 'if-match': etag } });
  expect(archived.status).toBe(200);
  const file = join(folder, 'before.tar');
  await institutions('export', school.id, '--out', file);
  await done('people', 'erase', id, '--institution', school.id, '--yes', id, '--now');
  expect(await foundIn(NEEDLE)).toEqual([]);

  const copy = (await institutions('import', file, '--as-new', 'looked-up', '--json')).json.institutionId;
  expect(await foundIn(NEEDLE)).toEqual([]);
  await institutions('thaw', copy);
  const { data } = (await (await system.newClient(copy)).get('/users', { query: { isArchived: 'true' } })).body;
  expect(data).toMatchObject([{ name: 'Erased person', erasedAt: expect.any(String) }]);

  await institutions('close', school.id);
  await institutions('delete', school.id, '--now', '--yes', school.id, '--without-archive');
  const forgotten = { ...system.addresses, ...databases };
  const refused = await runCli(['institutions', 'import', file], { environment: forgotten });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('ERASURE_JOURNAL is not set')]);
  for (const wasImported of [false, true])
    expect((await institutions('import', file, '--json')).json).toMatchObject({
      ...{ institutionId: school.id, wasImported },
    });
  expect(await foundIn(NEEDLE)).toEqual([]);
  await institutions('thaw', school.id);
  expect((await school.client.get(path)).body.data).toMatchObject({ id, name: 'Erased person' });
  const revised = (await school.client.get(path)).headers.get('etag');
  expect((await institutions('import', file, '--json')).json.wasImported).toBe(true);
  expect((await school.client.get(path)).headers.get('etag')).toBe(revised);

  const lines = (await readFile(system.journal, 'utf8')).trimEnd().split('\n');
  const kinds = lines.map((line) => JSON.parse(line)).filter(({ institutionId }) => institutionId === school.id);
  expect(kinds.map(({ kind }) => kind)).toEqual(['person', 'institution', 'imported']);
}, 120_000);
