import { copyFile, readFile, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { register } from '../../deploy/installation/register.ts';
import { Cursors } from '../../gateway/endpoint/cursor.ts';
import { parseCursorKeys } from '../../gateway/endpoint/cursor-keys.ts';
import { systemClock } from '../../platform/core/clock.ts';
import { KeyRing } from '../../platform/core/config/key-ring.ts';
import { digestsOf, flip, rowsIn } from '../../test/support/archive/archive-lines.ts';
import { fillInstitution, SECRET } from '../../test/support/archive/fill-institution.ts';
import { TestArchives, urlsOf } from '../../test/support/archive/test-archives.ts';
import { query } from '../../test/support/postgres/query.ts';
import type { TestDatabases } from '../../test/support/postgres/test-databases.ts';
import { importInstitution } from './import-institution.ts';

const archives = await TestArchives.start();
const source = await archives.newDatabases();
const one = await fillInstitution(source, 'linnet');
const archive = await archives.exported(source, one.id);
const run = (args: readonly string[], databases = source, more = {}) => archives.run(databases, args, more);
const exported = (id: string, options: readonly string[] = [], databases = source) =>
  archives.exported(databases, id, options);

describe('import', () => {
  it('brings the same rows, frozen, and is done once', async () => {
    const target = await archives.newDatabases();
    const third = await fillInstitution(target, 'robin');
    const before = await digestsOf(await exported(third.id, [], target));
    const made = await exported(one.id, ['--keys', archives.keyFile]);
    const args = ['import', made, '--keys', archives.keyFile, '--json'];
    const theirs = `target:${Buffer.alloc(32, 9).toString('base64url')}`;
    const own = { WEBHOOKS_SECRET_KEYS: theirs, IDENTITY_SECRET_KEYS: theirs };
    expect(await run(args, target, own)).toMatchObject({
      code: 0,
      json: { institutionId: one.id, wasImported: false, leftOut: [] },
    });
    expect(await digestsOf(await exported(one.id, [], target))).toEqual(await digestsOf(archive));
    expect(await digestsOf(await exported(third.id, [], target))).toEqual(before);
    for (const [, url] of urlsOf(target))
      expect(
        await query(url, 'SELECT institution_id, state, until FROM standstills WHERE institution_id = $1', [one.id]),
      ).toEqual([{ institution_id: one.id, state: 'frozen', until: null }]);
    const [secret] = await query<{ keyId: string; sealed: Buffer; endpoint: string }>(
      target.url('webhooks'),
      'SELECT key_id AS "keyId", sealed, endpoint_id AS endpoint FROM endpoint_secrets WHERE institution_id = $1',
      [one.id],
    );
    expect(new KeyRing(theirs).open(secret as never, `${one.id}/${secret?.endpoint}`)).toBe(SECRET);
    expect(await run(args, target, own)).toMatchObject({ code: 0, json: { wasImported: true } });
    for (const databases of [target, source])
      expect(await run(['import', archive], databases)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(one.id),
      });
  });

  it('brings the keys of cursors, encrypted, into a file for the gateways', async () => {
    const target = await archives.newDatabases();
    const cursorKeys = `k1:${Buffer.alloc(32, 3).toString('base64url')}`;
    const made = archives.newPath();
    const keys = ['--keys', archives.keyFile];
    const { code } = await run(['export', one.id, '--out', made, ...keys], source, { CURSOR_KEYS: cursorKeys });
    expect(code).toBe(0);
    expect(await readFile(made, 'latin1')).not.toContain(cursorKeys);
    const { json, stderr } = await run(['import', made, ...keys, '--json'], target);
    expect(json.cursorKeys).toBe(`${made}.cursor-keys`);
    expect(stderr).toContain('at the end of CURSOR_KEYS');
    expect((await stat(json.cursorKeys)).mode & 0o777).toBe(0o600);
    // A cursor that was signed there holds where these keys follow those of here.
    const binding = { institutionId: one.id, integrationId: 'any', operation: 'listEvents', filters: {} };
    const position = { sort: '7', id: '7' };
    const here = `k2:${Buffer.alloc(32, 4).toString('base64url')}`;
    const cursors = (text: string) => new Cursors({ keys: parseCursorKeys(text), clock: systemClock });
    const cursor = cursors(cursorKeys).issue(position, binding, { lasts: true });
    expect(cursors(here).open(cursor, binding)).toBeNull();
    expect(cursors(`${here},${await readFile(json.cursorKeys, 'utf8')}`).open(cursor, binding)).toEqual(position);
  });

  it('without a key leaves secrets out, and disables what needs them', async () => {
    const target = await archives.newDatabases();
    const { json } = await run(['import', archive, '--json'], target);
    expect(json.leftOut).toEqual([
      { service: 'identity', table: 'openid_providers', rows: 1 },
      { service: 'identity', table: 'audit_streams', rows: 1 },
      { service: 'webhooks', table: 'endpoint_secrets', rows: 3 },
    ]);
    expect(await query(target.url('webhooks'), 'SELECT FROM endpoints WHERE is_enabled')).toEqual([]);
    expect(await query(target.url('webhooks'), 'SELECT FROM endpoints')).toHaveLength(3);
  });

  it.each([
    [
      'identity',
      'integrations',
      `UPDATE integrations SET client_id = $1 WHERE id = (SELECT id FROM integrations LIMIT 1)`,
      'client_id',
    ],
    ['directory', 'institutions', 'UPDATE institutions SET ref = $1', 'ref'],
    ['locations', 'rooms', 'UPDATE rooms SET id = $1::uuid WHERE id = (SELECT id FROM rooms LIMIT 1)', 'id'],
  ])('refuses what another institution has in %s/%s, and leaves nothing', async (service, table, plant, column) => {
    const target = await archives.newDatabases();
    await fillInstitution(target, 'robin');
    const row = (await rowsIn(archive)).get(`${service}/${table}`)?.at(-1);
    await query(target.url(service), plant, [row?.[column]]);
    expect(await run(['import', archive], target)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${service}/${table} ${row?.id}: another institution has its ${column}.`),
    });
    await expectNothing(target);
  });

  it.each(['activity', 'identity', 'directory'])(
    'that ends when %s is stored is completed by the next',
    async (last) => {
      const target = await archives.newDatabases();
      const onStored = (service: string) => {
        if (service === last) throw new Error('ended');
      };
      await expect(
        importInstitution({ databasesOf: async () => urlsOf(target), path: archive, onStored }),
      ).rejects.toThrow('ended');
      const isSeen = (await query(target.url('directory'), 'SELECT FROM institutions')).length > 0;
      expect(isSeen).toBe(last === 'directory');
      expect(await run(['import', archive, '--json'], target)).toMatchObject({
        code: 0,
        json: { wasImported: isSeen },
      });
      const found = await digestsOf(await exported(one.id, [], target));
      for (const [name, digest] of Object.entries(await digestsOf(archive)))
        if (!/endpoint|openid_providers|audit_streams/.test(name)) expect([name, found[name]]).toEqual([name, digest]);
    },
  );

  it('of a damaged archive leaves nothing', async () => {
    const target = await archives.newDatabases();
    const damaged = archives.newPath();
    await copyFile(archive, damaged);
    await flip(damaged, (await readFile(archive)).indexOf('activity/usage_hours.jsonl.zst') + 1600);
    expect(await run(['import', damaged], target)).toMatchObject({ code: 2 });
    await expectNothing(target);
  });
});

async function expectNothing(target: TestDatabases): Promise<void> {
  for (const [service, url] of urlsOf(target))
    for (const { name, belongsTo } of register.get(service) ?? [])
      if ('institution' in belongsTo)
        expect([name, await query(url, `SELECT FROM ${name} WHERE ${belongsTo.institution} = $1`, [one.id])]).toEqual([
          name,
          [],
        ]);
}
