import { copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { flip } from '../../test/support/archive/archive-lines.ts';
import { fillInstitution } from '../../test/support/archive/fill-institution.ts';
import { TestArchives, urlsOf } from '../../test/support/archive/test-archives.ts';
import { query } from '../../test/support/postgres/query.ts';

const archives = await TestArchives.start();
const source = await archives.newDatabases();
const one = await fillInstitution(source, 'linnet');
const archive = await archives.exported(source, one.id);
const run = (args: readonly string[], databases = source) => archives.run(databases, args);
const exported = (id: string, options: readonly string[] = [], databases = source) =>
  archives.exported(databases, id, options);

describe('verify', () => {
  it('tells the rows and digests, and the digest that export printed', async () => {
    const out = archives.newPath();
    const { json: made } = await run(['export', one.id, '--out', out, '--json']);
    const { code, json } = await run(['verify', out, '--json']);
    expect([code, json.digest]).toEqual([0, made.digest]);
    expect(json.tables.reduce((sum: number, { rows }: { rows: number }) => sum + rows, 0)).toBe(made.rows);
  });

  it('knows each bit that has changed', async () => {
    const damaged = archives.newPath();
    await copyFile(archive, damaged);
    const { size } = await stat(damaged);
    for (let position = 7; position < size; position += Math.floor(size / 150)) {
      await flip(damaged, position);
      expect([position, (await run(['verify', damaged])).code]).toEqual([position, 2]);
      await flip(damaged, position);
    }
    expect(await run(['verify', damaged])).toMatchObject({ code: 0 });
  });

  it('knows what is missing, and names what is damaged', async () => {
    const bytes = await readFile(archive);
    const damaged = archives.newPath();
    const at = (name: string) => bytes.indexOf(`${name}.sha256`);
    const [events, endpoints] = [at('webhooks/events.jsonl.zst'), at('webhooks/endpoints.jsonl.zst')];
    await writeFile(damaged, Buffer.concat([bytes.subarray(0, events), bytes.subarray(endpoints)]));
    expect(await run(['verify', damaged])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('webhooks/events.jsonl.zst is missing'),
    });
    await copyFile(archive, damaged);
    await flip(damaged, events + 3 * 512 + 40);
    expect(await run(['verify', damaged])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('webhooks/events.jsonl.zst is damaged'),
    });
    for (const rest of [1, 513, 1024, 4096, bytes.length - 100, bytes.length]) {
      await copyFile(archive, damaged);
      await truncate(damaged, bytes.length - rest);
      expect([rest, (await run(['verify', damaged])).code]).toEqual([rest, 2]);
    }
  });

  it('compares with what is live: while it stands still, all must be equal but what reads leave', async () => {
    const live = await archives.newDatabases();
    const { id } = await fillInstitution(live, 'live');
    const made = await exported(id, ['--keys', archives.keyFile], live);
    const compare = async () => await run(['verify', made, '--against', 'live', '--json'], live);
    expect((await compare()).json).toMatchObject({ differences: [], differencesTotal: 0, since: 0 });
    await query(
      live.url('locations'),
      `UPDATE rooms SET name = 'changed', capacity = 99 WHERE id = (SELECT id FROM rooms LIMIT 1)`,
    );
    await query(live.url('directory'), 'DELETE FROM users WHERE id = (SELECT id FROM users LIMIT 1)');
    await query(
      live.url('timetracking'),
      'INSERT INTO timestamp_templates SELECT institution_id, gen_random_uuid(), ref || id, label, color, position, created_at, updated_at, revision FROM timestamp_templates LIMIT 1',
    );
    await query(live.url('activity'), 'UPDATE usage_hours SET lost = lost + 1');
    expect(await compare()).toMatchObject({ code: 0, json: { differences: [], differencesTotal: 0, since: 6 } });
    for (const [, url] of urlsOf(live)) await query(url, FREEZE, [id]);
    const { code, json, stdout } = await compare();
    expect(code).toBe(1);
    expect(json).toMatchObject({ differencesTotal: 3, since: 3 });
    expect(json.differences).toEqual([
      { service: 'directory', table: 'users', id: expect.any(String), is: 'missing', columns: [] },
      { service: 'locations', table: 'rooms', id: expect.any(String), is: 'changed', columns: ['name', 'capacity'] },
      { service: 'timetracking', table: 'timestamp_templates', id: expect.any(String), is: 'added', columns: [] },
    ]);
    expect(stdout).not.toContain('"changed",99');
  });
});

const FREEZE = `INSERT INTO standstills VALUES ($1, 'frozen', NULL, true)
  ON CONFLICT (institution_id) DO UPDATE SET state = 'frozen', until = NULL`;
